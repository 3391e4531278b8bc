//! WGSL of 2020, following the Struct Alignment Proposal.

use crate::properties::naive::{BitOffset, Rules, round_up};
use crate::properties::program::{Matrix, Member, Struct, Type};

pub(crate) struct Wgsl2020;

impl Rules for Wgsl2020 {
    fn size(&self, ty: &Type) -> u128 {
        match ty {
            Type::Scalar(_) => 4,
            Type::Vector(_, width) => 4 * width,
            // mat2x2 16, mat3x2 24, mat4x2 32, mat2x3 and mat2x4 32, mat3x3 and mat3x4 48, mat4x3 and mat4x4 64
            Type::Matrix(matrix) => matrix.columns * self.matrix_stride(matrix),
            // "The total size of an array is equal to the number of elements multiplied by the element stride."
            Type::Array(element, count) => count * self.array_stride(element),
            Type::RuntimeArray(element) => self.array_stride(element),
            // "last element offset + last element size"
            Type::Struct(structure) => {
                let last = structure.members.last().expect("a struct has members");
                self.struct_members(structure)[structure.members.len() - 1].offset + self.size(&last.ty)
            }
            Type::Enum(_) | Type::Texture | Type::StructuredBuffer(_) => unreachable!("not in a buffer of WGSL"),
        }
    }

    fn align(&self, ty: &Type) -> Option<u128> {
        Some(align(ty))
    }

    fn member_align(&self, structure: &Struct, member: &Member) -> Option<u128> {
        // "[[contiguous]] attributes on structs to switch all fields to use scalar ([[align(4)]]) packing". All scalars in the
        // proposal have 4 bytes.
        Some(if structure.contiguous { 4 } else { align(&member.ty) })
    }

    fn array_stride(&self, element: &Type) -> u128 {
        // "Element stride … is equal to the size of the element rounded to a multiple of the element alignment."
        round_up(self.size(element), align(element))
    }

    fn matrix_stride(&self, matrix: &Matrix) -> u128 {
        // "The column vector must be aligned."
        align(&Type::Vector(matrix.scalar, matrix.rows))
    }

    fn struct_members(&self, structure: &Struct) -> Vec<BitOffset> {
        let mut end = 0;
        let member_offsets = structure.members.iter().map(|member| {
            // "The first field is always at offset 0 of the structure. Subsequent fields have an offset that is the next
            // alignment on or after the previous field offset + previous field size."
            let offset = round_up(end, self.member_align(structure, member).expect("everything has one"));
            end = offset + self.size(&member.ty);
            BitOffset::at(offset)
        });
        member_offsets.collect()
    }

    fn buffer_members(&self, members: &[Member]) -> (Vec<BitOffset>, u128) {
        let buffer_struct = Struct::new(String::new(), members.to_vec());
        (self.struct_members(&buffer_struct), self.size(&Type::Struct(buffer_struct.into())))
    }
}

/// The column "align" of the table.
pub(crate) fn align(ty: &Type) -> u128 {
    match ty {
        Type::Scalar(_) => 4,
        Type::Vector(_, 2) => 8,
        Type::Vector(..) => 16,
        Type::Matrix(matrix) => align(&Type::Vector(matrix.scalar, matrix.rows)),
        // "Arrays take the alignment of their element type."
        Type::Array(element, _) | Type::RuntimeArray(element) => align(element),
        // "Structures themselves are always 16 byte aligned."
        Type::Struct(_) => 16,
        Type::Enum(_) | Type::Texture | Type::StructuredBuffer(_) => unreachable!("not in a buffer of WGSL"),
    }
}
