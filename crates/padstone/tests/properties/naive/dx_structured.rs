//! The rule of D3D's structured buffers, as DXC 1.9 at 9a3e225d lays them out (measured): the natural alignment
//! of C, with vectors and matrices aligned like their scalar.

use std::rc::Rc;

use crate::properties::naive::bitfield::Unit;
use crate::properties::naive::{BitOffset, Rules, round_up};
use crate::properties::program::{Matrix, Member, Program, Struct, Type};

pub(crate) struct DxStructured<'a>(pub(crate) &'a Program);

impl Rules for DxStructured<'_> {
    fn size(&self, ty: &Type) -> u128 {
        match ty {
            Type::Scalar(scalar) | Type::Enum(scalar) => self.0.bytes(*scalar),
            // "size vec N*k, mat R*C*k (no padding, either major), array n*size, struct rounded up to its align"
            Type::Vector(scalar, width) => width * self.0.bytes(*scalar),
            Type::Matrix(matrix) => matrix.rows * matrix.columns * self.0.bytes(matrix.scalar),
            Type::Array(element, count) => count * self.size(element),
            Type::Struct(structure) => round_up(self.place_struct(structure).1, self.natural_align(ty)),
            Type::Texture | Type::StructuredBuffer(_) => 0,
            Type::RuntimeArray(_) => unreachable!("not in HLSL"),
        }
    }

    fn align(&self, ty: &Type) -> Option<u128> {
        Some(self.natural_align(ty))
    }

    fn array_stride(&self, element: &Type) -> u128 {
        self.size(element)
    }

    fn matrix_stride(&self, matrix: &Matrix) -> u128 {
        matrix.vectors().1 * self.0.bytes(matrix.scalar)
    }

    fn struct_members(&self, structure: &Struct) -> Vec<BitOffset> {
        self.place_struct(structure).0
    }

    fn buffer_members(&self, members: &[Member]) -> (Vec<BitOffset>, u128) {
        let buffer_struct = Struct::new(String::new(), members.to_vec());
        let member_offsets = self.place_struct(&buffer_struct).0;
        (member_offsets, self.size(&Type::Struct(Rc::new(buffer_struct))))
    }
}

impl DxStructured<'_> {
    /// "align(scalar)=k, vec/mat=k, array=elt, struct=max"
    fn natural_align(&self, ty: &Type) -> u128 {
        match ty {
            Type::Scalar(scalar) | Type::Enum(scalar) | Type::Vector(scalar, _) | Type::Matrix(Matrix { scalar, .. }) => {
                self.0.bytes(*scalar)
            }
            Type::Array(element, _) => self.natural_align(element),
            Type::Struct(structure) => {
                let base = structure.base.iter().map(|base| self.natural_align(&Type::Struct(base.clone())));
                // "Empty struct member: 0 bytes, align 1."
                base.chain(structure.members.iter().map(|member| self.natural_align(&member.ty))).max().unwrap_or(1)
            }
            Type::Texture | Type::StructuredBuffer(_) => 1,
            Type::RuntimeArray(_) => unreachable!("not in HLSL"),
        }
    }

    /// The members of a struct, its base first, and the end of the last.
    fn place_struct(&self, structure: &Struct) -> (Vec<BitOffset>, u128) {
        let mut o = 0;
        let mut member_offsets = Vec::new();
        let mut unit = Unit::default();
        // "Base = first member with its rounded size"
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
            let offset = round_up(o, self.natural_align(ty));
            if let Some(bits) = member.bits {
                unit.open(offset, size, bits);
            }
            member_offsets.push(BitOffset::at(offset));
            o = offset + size;
        }
        (member_offsets, o)
    }
}
