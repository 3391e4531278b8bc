//! `std140`, following section 7.6.2.2 of the OpenGL 4.6 core profile, whose rules are quoted below by their
//! numbers. The base alignment of a vec4 is 16.
//!
//! Types that GLSL cannot declare (one-component vectors, matrices with one row, bit-fields, base classes, empty structs, resources
//! in structs) are not supported here, and programs for this rule set do not use them.

use crate::properties::naive::{BitOffset, Rules, place_in_block, round_up};
use crate::properties::program::{Language, Matrix, Member, Program, Struct, Type};

pub(crate) struct Std140<'a>(pub(crate) &'a Program);

impl Rules for Std140<'_> {
    fn has_explicit_places(&self) -> bool {
        self.0.language == Language::Glsl
    }

    fn size(&self, ty: &Type) -> u128 {
        match ty {
            Type::Scalar(scalar) | Type::Enum(scalar) => self.0.bytes(*scalar),
            Type::Vector(scalar, width) => width * self.0.bytes(*scalar),
            Type::Matrix(matrix) => self.size(&as_vectors(matrix)),
            // "The array may have padding at the end"
            Type::Array(element, count) => count * self.array_stride(element),
            Type::RuntimeArray(element) => self.array_stride(element),
            // "The structure may have padding at the end; the base offset of the member following the sub-structure is
            // rounded up to the next multiple of the base alignment of the structure."
            Type::Struct(structure) => round_up(self.place(&structure.members).1, self.base_alignment(ty)),
            Type::Texture | Type::StructuredBuffer(_) => unreachable!("not in a block"),
        }
    }

    fn align(&self, ty: &Type) -> Option<u128> {
        Some(self.base_alignment(ty))
    }

    fn array_stride(&self, element: &Type) -> u128 {
        // (4) for scalars and vectors; (6), (8), (10): matrices and structures "are laid out in order".
        round_up(self.size(element), self.base_alignment(&Type::Array(Box::new(element.clone()), 1)))
    }

    fn matrix_stride(&self, matrix: &Matrix) -> u128 {
        let Type::Array(vector, _) = as_vectors(matrix) else { unreachable!("an array of vectors") };
        self.array_stride(&vector)
    }

    fn struct_members(&self, structure: &Struct) -> Vec<BitOffset> {
        self.place(&structure.members).0
    }

    fn buffer_members(&self, members: &[Member]) -> (Vec<BitOffset>, u128) {
        // A block is a structure.
        let (member_offsets, end) = self.place(members);
        let largest = members.iter().map(|member| self.base_alignment(&member.ty).max(member.align.unwrap_or(1))).max().unwrap_or(1);
        (member_offsets, round_up(end, round_up(largest, 16)))
    }
}

impl Std140<'_> {
    fn base_alignment(&self, ty: &Type) -> u128 {
        match ty {
            // (1) "If the member is a scalar consuming N basic machine units, the base alignment is N."
            Type::Scalar(scalar) | Type::Enum(scalar) => self.0.bytes(*scalar),
            // (2) "If the member is a two- or four-component vector with components consuming N basic machine units, the
            // base alignment is 2N or 4N, respectively."
            Type::Vector(scalar, 2) => 2 * self.0.bytes(*scalar),
            Type::Vector(scalar, 4) => 4 * self.0.bytes(*scalar),
            // (3) "If the member is a three-component vector with components consuming N basic machine units, the base
            // alignment is 4N."
            Type::Vector(scalar, 3) => 4 * self.0.bytes(*scalar),
            Type::Vector(..) => unreachable!("GLSL has vectors of 2, 3 and 4"),
            // (4) "… the base alignment and array stride are set to match the base alignment of a single array element,
            // according to rules (1), (2), and (3), and rounded up to the base alignment of a vec4."
            Type::Array(element, _) | Type::RuntimeArray(element) => round_up(self.base_alignment(element), 16),
            Type::Matrix(matrix) => self.base_alignment(&as_vectors(matrix)),
            // (9) "… the base alignment of the structure is N, where N is the largest base alignment value of any of its
            // members, and rounded up to the base alignment of a vec4."
            Type::Struct(structure) => {
                let largest = structure.members.iter().map(|member| self.base_alignment(&member.ty)).max();
                round_up(largest.expect("a structure of GLSL has members"), 16)
            }
            Type::Texture | Type::StructuredBuffer(_) => unreachable!("not in a block"),
        }
    }

    fn place(&self, members: &[Member]) -> (Vec<BitOffset>, u128) {
        place_in_block(members, |ty| self.base_alignment(ty), |ty| self.size(ty))
    }
}

/// (5) "If the member is a column-major matrix with C columns and R rows, the matrix is stored identically to an array of
/// C column vectors with R components each, according to rule (4)." (7) says the same of rows.
fn as_vectors(matrix: &Matrix) -> Type {
    let (vectors, length) = matrix.vectors();
    Type::Array(Box::new(Type::Vector(matrix.scalar, length)), vectors)
}
