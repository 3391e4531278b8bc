//! The rule of D3D's constant buffers, as DXC 1.9 at 9a3e225d lays them out (measured).
//!
//! The rules for structs and for the top level of a buffer differ: see
//! [`DxCBuffer::struct_members`](Rules::struct_members) and [`DxCBuffer::buffer_members`](Rules::buffer_members).

use crate::properties::naive::bitfield::Unit;
use crate::properties::naive::{BitOffset, Rules, round_up};
use crate::properties::program::{ExplicitOffset, Major, Matrix, Member, Program, Scalar, Struct, Type};

pub(crate) struct DxCBuffer<'a>(pub(crate) &'a Program);

impl Rules for DxCBuffer<'_> {
    fn has_explicit_places(&self) -> bool {
        true
    }

    fn size(&self, ty: &Type) -> u128 {
        match ty {
            // "enum = its type"
            Type::Scalar(scalar) | Type::Enum(scalar) => self.0.bytes(*scalar),
            // "size(vecN) = N*k"
            Type::Vector(scalar, width) => width * self.0.bytes(*scalar),
            // "size(matrix): V vectors of length L; e=8 for 64-bit else 4; (V-1)*(L*e>16?32:16)+L*e"
            Type::Matrix(matrix) => {
                let (vectors, length) = matrix.vectors();
                (vectors - 1) * self.matrix_stride(matrix) + length * self.matrix_element(matrix)
            }
            Type::Array(_, 0) => 0,
            // "size(array) = (n-1)*up16(size(elt))+size(elt)"
            Type::Array(element, count) => (count - 1) * round_up(self.size(element), 16) + self.size(element),
            // "size(struct) = end of last member (no tail pad)"
            Type::Struct(structure) => self.place_struct(structure).1,
            Type::Texture => 0,
            // "A StructuredBuffer<T> member counts sizeof(T), unaligned"
            Type::StructuredBuffer(element) => self.size(element),
            Type::RuntimeArray(_) => unreachable!("not in HLSL"),
        }
    }

    fn align(&self, ty: &Type) -> Option<u128> {
        match ty {
            // "Structs and arrays are always aligned on a 16-byte boundary"; other types "as per their scalar size".
            Type::Array(..) | Type::Struct(_) => Some(16),
            Type::Scalar(_) | Type::Vector(..) | Type::Enum(_) => Some(self.scalar_size(ty)),
            Type::Matrix(_) | Type::Texture | Type::StructuredBuffer(_) => None,
            Type::RuntimeArray(_) => unreachable!("not in HLSL"),
        }
    }

    fn array_stride(&self, element: &Type) -> u128 {
        round_up(self.size(element), 16)
    }

    fn matrix_stride(&self, matrix: &Matrix) -> u128 {
        if matrix.vectors().1 * self.matrix_element(matrix) > 16 { 32 } else { 16 }
    }

    fn struct_members(&self, structure: &Struct) -> Vec<BitOffset> {
        self.place_struct(structure).0
    }

    fn buffer_members(&self, members: &[Member]) -> (Vec<BitOffset>, u128) {
        // "end = max over packoffset / register(c) members of offset+size; o = end; cur = false"
        let mut o = 0;
        for member in members {
            if let Some(offset) = explicit(member.place) {
                o = o.max(offset + self.size(&member.ty));
            }
        }
        let mut current_is_min = false;
        let mut member_offsets = Vec::new();
        for member in members {
            if let Some(offset) = explicit(member.place) {
                member_offsets.push(BitOffset::at(offset));
                continue;
            }
            let (ty, size) = (&member.ty, self.size(&member.ty));
            // "size 0 -> no effect"; a resource in a buffer is a separate parameter.
            if size == 0 || matches!(ty, Type::Texture | Type::StructuredBuffer(_)) {
                member_offsets.push(BitOffset::at(o));
                continue;
            }
            // "row = array | struct | matrix with V>1 (its own major)"
            let mut row = match ty {
                Type::Array(..) | Type::Struct(_) => true,
                Type::Matrix(matrix) => matrix.vectors().0 > 1,
                _ => false,
            };
            // "min-precision mode only: … if not array: m = scalar/vector/matrix of min16, or bool matrix; row |= cur!=m;
            // cur=m". After a struct cur is false, whatever its last member is: in `struct S { float a; min16float b; }`,
            // `S s; float x; S t; min16float y` are at 0, 8, 16, 32.
            if !self.0.native_16bit {
                match ty {
                    Type::Struct(_) => current_is_min = false,
                    Type::Array(..) => {}
                    _ => {
                        let is_min = match ty {
                            Type::Scalar(scalar) | Type::Vector(scalar, _) => scalar.is_min_precision(),
                            Type::Matrix(matrix) => matrix.scalar.is_min_precision() || matrix.scalar == Scalar::Bool,
                            _ => false,
                        };
                        row |= current_is_min != is_min;
                        current_is_min = is_min;
                    }
                }
            }
            // "if o%16: row or o%16+size>16 -> up16; else up(o,k), but a matrix is not aligned further"
            if o % 16 != 0 {
                if row || o % 16 + size > 16 {
                    o = round_up(o, 16);
                } else if !matches!(ty, Type::Matrix(_)) {
                    o = round_up(o, self.scalar_size(ty));
                }
            }
            member_offsets.push(BitOffset::at(o));
            o += size;
        }
        (member_offsets, o)
    }
}

impl DxCBuffer<'_> {
    /// The members of a struct, its base first, and the end of the last.
    fn place_struct(&self, structure: &Struct) -> (Vec<BitOffset>, u128) {
        let mut o = 0;
        let mut member_offsets = Vec::new();
        let mut unit = Unit::default();
        // "base class first at 0 (o = its size, no rounding)"
        if let Some(base) = &structure.base {
            member_offsets.push(BitOffset::at(0));
            o = self.size(&Type::Struct(base.clone()));
        }
        for member in &structure.members {
            let (ty, size) = (&member.ty, self.size(&member.ty));
            match member.bits {
                None => unit.close(),
                Some(0) => {
                    unit.close();
                    member_offsets.push(BitOffset::at(o));
                    continue;
                }
                Some(bits) => {
                    if let Some((offset, first_bit)) = unit.continues(size, bits) {
                        member_offsets.push(BitOffset { offset, first_bit });
                        continue;
                    }
                }
            }
            // "off = place(o,T); if size(T)>0: off = place(off,T); o = off+size(T)"
            let mut offset = self.place_in_struct(o, ty);
            if size > 0 {
                offset = self.place_in_struct(offset, ty);
            }
            if let Some(bits) = member.bits {
                unit.open(offset, size, bits);
            }
            member_offsets.push(BitOffset::at(offset));
            o = offset + size;
        }
        (member_offsets, o)
    }

    /// "place(o,T): resource -> o; o%16==0 -> o; row or o%16+alloc(T)>16 -> up16(o); else up(o, a)"
    fn place_in_struct(&self, o: u128, ty: &Type) -> u128 {
        if matches!(ty, Type::Texture | Type::StructuredBuffer(_)) || o.is_multiple_of(16) {
            return o;
        }
        // "row = array(also of resources) | struct(also empty) | matrix with (default row-major ? R : C) > 1"
        let row = match ty {
            Type::Array(..) | Type::Struct(_) => true,
            Type::Matrix(matrix) => (if matrix.command_line == Major::Row { matrix.rows } else { matrix.columns }) > 1,
            _ => false,
        };
        if row || o % 16 + self.allocated(ty) > 16 { round_up(o, 16) } else { round_up(o, self.scalar_align(ty)) }
    }

    /// "alloc(T)=size(T), except matrix: R*C*k"
    fn allocated(&self, ty: &Type) -> u128 {
        match ty {
            Type::Matrix(matrix) => matrix.rows * matrix.columns * self.0.bytes(matrix.scalar),
            _ => self.size(ty),
        }
    }

    /// "a = k, but 4 for min16* in every mode"
    fn scalar_align(&self, ty: &Type) -> u128 {
        match ty {
            Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix(Matrix { scalar, .. }) if scalar.is_min_precision() => 4,
            _ => self.scalar_size(ty),
        }
    }

    /// k
    fn scalar_size(&self, ty: &Type) -> u128 {
        match ty {
            Type::Scalar(scalar) | Type::Enum(scalar) | Type::Vector(scalar, _) | Type::Matrix(Matrix { scalar, .. }) => {
                self.0.bytes(*scalar)
            }
            // Structs and arrays start a register and are not aligned further.
            _ => 1,
        }
    }

    /// "e=8 for 64-bit else 4"
    fn matrix_element(&self, matrix: &Matrix) -> u128 {
        if self.0.bytes(matrix.scalar) == 8 { 8 } else { 4 }
    }
}

/// "packoffset / register(c)": 16 bytes a register, 4 a component.
fn explicit(place: ExplicitOffset) -> Option<u128> {
    match place {
        ExplicitOffset::Automatic => None,
        ExplicitOffset::PackOffset { register, component } => Some(16 * register + 4 * component),
        ExplicitOffset::Register(register) => Some(16 * register),
        ExplicitOffset::Offset(_) => unreachable!("not in HLSL"),
    }
}
