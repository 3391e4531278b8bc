//! WGSL in naga 30.0.1, following its front end and its layouter: the front end uses `@align` of the members
//! when it creates a struct, but the layouter, on which enclosing structs depend, ignores it.

use crate::properties::naive::wgsl::number;
use crate::properties::naive::{BitOffset, Rules, round_up};
use crate::properties::program::{Matrix, Member, Struct, Type};

pub(crate) struct Naga;

impl Rules for Naga {
    fn size(&self, ty: &Type) -> u128 {
        match ty {
            Type::Scalar(scalar) => number(*scalar),
            Type::Vector(scalar, width) => width * number(*scalar),
            Type::Matrix(matrix) => matrix.columns * self.matrix_stride(matrix),
            Type::Array(element, count) => count * self.array_stride(element),
            // A runtime-sized array has at least one element.
            Type::RuntimeArray(element) => self.array_stride(element),
            Type::Struct(structure) => self.front_end(&structure.members).1,
            Type::Enum(_) | Type::Texture | Type::StructuredBuffer(_) => unreachable!("not in a buffer of WGSL"),
        }
    }

    fn align(&self, ty: &Type) -> Option<u128> {
        Some(layouter(ty))
    }

    fn array_stride(&self, element: &Type) -> u128 {
        round_up(self.size(element), layouter(element))
    }

    fn matrix_stride(&self, matrix: &Matrix) -> u128 {
        number(matrix.scalar) * if matrix.rows == 2 { 2 } else { 4 }
    }

    fn struct_members(&self, structure: &Struct) -> Vec<BitOffset> {
        self.front_end(&structure.members).0
    }

    fn buffer_members(&self, members: &[Member]) -> (Vec<BitOffset>, u128) {
        self.front_end(members)
    }
}

impl Naga {
    /// The offsets and the span of a struct.
    fn front_end(&self, members: &[Member]) -> (Vec<BitOffset>, u128) {
        let (mut offset, mut struct_alignment, mut member_offsets) = (0, 1, Vec::new());
        for member in members {
            let alignment = member.align.unwrap_or_else(|| layouter(&member.ty));
            offset = round_up(offset, alignment);
            struct_alignment = struct_alignment.max(alignment);
            member_offsets.push(BitOffset::at(offset));
            offset += member.size.unwrap_or_else(|| self.size(&member.ty));
        }
        (member_offsets, round_up(offset, struct_alignment))
    }
}

/// The alignment of a type.
fn layouter(ty: &Type) -> u128 {
    match ty {
        Type::Scalar(scalar) => number(*scalar),
        Type::Vector(scalar, width) => number(*scalar) * if *width == 2 { 2 } else { 4 },
        Type::Matrix(matrix) => layouter(&Type::Vector(matrix.scalar, matrix.rows)),
        Type::Array(element, _) | Type::RuntimeArray(element) => layouter(element),
        Type::Struct(structure) => structure.members.iter().map(|member| layouter(&member.ty)).max().expect("a struct has members"),
        Type::Enum(_) | Type::Texture | Type::StructuredBuffer(_) => unreachable!("not in a buffer of WGSL"),
    }
}
