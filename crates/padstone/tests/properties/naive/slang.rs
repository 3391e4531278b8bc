//! The rules of Slang, as libslang 2026.12 was measured: one algorithm, and what each family does otherwise.

use crate::naive::bitfield::Unit;
use crate::naive::dx_cbuffer::explicit;
use crate::naive::{Rules, Spot, round_up};
use crate::program::{Matrix, Member, Program, Scalar, Struct, Type};

pub(crate) struct Slang<'a>(pub(crate) &'a Program, pub(crate) Family);

/// The families of rules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Natural,
    ConstantBuffer,
    Std140,
    Std430,
    C,
    Cpp,
    Cuda,
    MetalConstant,
    MetalDevice,
    MetalArgumentBuffer,
    DocumentedD3d,
    DocumentedVulkan,
}

impl Rules for Slang<'_> {
    fn has_explicit_places(&self) -> bool {
        true
    }

    fn size(&self, ty: &Type) -> u128 {
        self.measure(ty).0
    }

    fn align(&self, ty: &Type) -> Option<u128> {
        Some(self.measure(ty).1)
    }

    fn array_stride(&self, element: &Type) -> u128 {
        let (size, align) = self.measure(element);
        round_up(size, align.max(self.at_least()))
    }

    fn matrix_stride(&self, matrix: &Matrix) -> u128 {
        self.array_stride(&Type::Vector(matrix.scalar, matrix.vectors().1))
    }

    fn struct_members(&self, of: &Struct) -> Vec<Spot> {
        self.structure(of).0
    }

    fn buffer_members(&self, members: &[Member]) -> (Vec<Spot>, u128) {
        // "All packoffset fields are placed first, then the others are appended after the highest end."
        let mut place = Place::new(self);
        for member in members {
            if let Some(offset) = explicit(member.place) {
                let (size, align) = self.measure(&member.ty);
                place.end = place.end.max(offset + size);
                place.align = place.align.max(if size > 0 { align } else { 1 });
            }
        }
        let spots = members
            .iter()
            .map(|member| match explicit(member.place) {
                Some(offset) => Spot::at(offset),
                None => place.member(member),
            })
            .collect();
        (spots, place.whole())
    }
}

impl Slang<'_> {
    /// Bytes of a type, and what it is aligned to.
    fn measure(&self, ty: &Type) -> (u128, u128) {
        match ty {
            Type::Scalar(scalar) | Type::Enum(scalar) => (self.number(*scalar), self.number(*scalar)),
            Type::Vector(scalar, width) => self.vector(*scalar, *width),
            Type::Matrix(matrix) => {
                let (vectors, length) = matrix.vectors();
                self.array(self.vector(matrix.scalar, length), vectors)
            }
            Type::Array(element, count) => self.array(self.measure(element), *count),
            Type::Struct(of) => {
                let (_, size, align) = self.structure(of);
                (size, align)
            }
            // "CPU/CUDA bytes: tex 8; buffers 16/8", "JSON shows the "tier 2" view: … with 8/8 per resource".
            Type::Texture => match self.1 {
                Family::Cpp | Family::Cuda | Family::MetalArgumentBuffer => (8, 8),
                _ => (0, 1),
            },
            Type::StructuredBuffer(_) => match self.1 {
                Family::Cpp | Family::Cuda => (16, 8),
                Family::MetalArgumentBuffer => (8, 8),
                _ => (0, 1),
            },
            Type::RuntimeArray(_) => unreachable!("not in HLSL"),
        }
    }

    fn number(&self, scalar: Scalar) -> u128 {
        match (scalar, self.1) {
            (Scalar::Bool, Family::Natural | Family::ConstantBuffer | Family::Std140 | Family::Std430) => 4,
            // "most targets treat `bool` as a synonym for `int`"
            (Scalar::Bool, Family::DocumentedD3d | Family::DocumentedVulkan) => 4,
            (Scalar::Bool, _) => 1,
            _ => self.0.bytes(scalar),
        }
    }

    fn vector(&self, scalar: Scalar, width: u128) -> (u128, u128) {
        let k = self.number(scalar);
        let power_of_two = if width == 3 { 4 * k } else { width * k };
        match self.1 {
            Family::Std140 | Family::Std430 | Family::DocumentedVulkan => (width * k, power_of_two),
            Family::MetalConstant | Family::MetalArgumentBuffer => (power_of_two, power_of_two),
            // "n=3: align = elem; else align=min(16,size); half3/half4: align 4, size rounded"
            Family::Cuda if is_half(self.0, scalar) && width >= 3 => (8, 4),
            Family::Cuda if width == 3 => (3 * k, k),
            Family::Cuda => (width * k, (width * k).min(16)),
            _ => (width * k, k),
        }
    }

    /// "elemAlign = max(elemAlign, 16)" of constant buffers and std140.
    fn at_least(&self) -> u128 {
        let rows = [Family::ConstantBuffer, Family::Std140, Family::DocumentedD3d, Family::DocumentedVulkan];
        if rows.contains(&self.1) { 16 } else { 1 }
    }

    fn array(&self, (size, align): (u128, u128), count: u128) -> (u128, u128) {
        let align = align.max(self.at_least());
        let stride = round_up(size, align);
        let padded = matches!(self.1, Family::Std140 | Family::Std430 | Family::DocumentedD3d | Family::DocumentedVulkan);
        (if count == 0 { 0 } else { stride * (count - 1) + if padded { stride } else { size } }, align)
    }

    /// The base, the members, the size and the alignment.
    fn structure(&self, of: &Struct) -> (Vec<Spot>, u128, u128) {
        let mut place = Place::new(self);
        let base = of.base.iter().map(|base| Member::new(String::new(), Type::Struct(base.clone()))).collect::<Vec<_>>();
        let spots = base.iter().chain(&of.members).map(|member| place.member(member)).collect();
        (spots, place.whole(), place.align)
    }
}

fn is_half(program: &Program, scalar: Scalar) -> bool {
    scalar == Scalar::Float16 || scalar == Scalar::Half && program.native_16bit
}

/// Members, one after another.
struct Place<'a> {
    rules: &'a Slang<'a>,
    end: u128,
    align: u128,
    unit: Unit,
}

impl<'a> Place<'a> {
    fn new(rules: &'a Slang<'a>) -> Place<'a> {
        Place { rules, end: 0, align: rules.at_least(), unit: Unit::default() }
    }

    fn member(&mut self, member: &Member) -> Spot {
        let (size, align) = self.rules.measure(&member.ty);
        match member.bits {
            Some(0) => {
                self.unit.close();
                self.align = self.align.max(align);
                return Spot::at(self.end);
            }
            Some(bits) => {
                if let Some((offset, first_bit)) = self.unit.continues(size, bits) {
                    self.align = self.align.max(align);
                    return Spot { offset, first_bit };
                }
            }
            None => self.unit.close(),
        }
        // "zero-size fields skipped (no alignment effect, offset = current size)"
        if size == 0 {
            return Spot::at(self.end);
        }
        self.align = self.align.max(align);
        let mut offset = round_up(self.end, align);
        // "if first and last byte lie in different 16-byte registers -> round offset up to 16"
        let keeps_in_row = self.rules.1 == Family::ConstantBuffer || self.rules.1 == Family::DocumentedD3d && size < 16;
        if keeps_in_row && offset / 16 != (offset + size - 1) / 16 {
            offset = round_up(offset, 16);
        }
        if let Some(bits) = member.bits {
            self.unit.open(offset, size, bits);
        }
        self.end = offset + size;
        Spot::at(offset)
    }

    /// The end, rounded up where "end: size = roundUp(size, align)".
    fn whole(&self) -> u128 {
        match self.rules.1 {
            Family::Natural | Family::ConstantBuffer => self.end,
            _ => round_up(self.end, self.align),
        }
    }
}
