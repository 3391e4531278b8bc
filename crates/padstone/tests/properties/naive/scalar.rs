//! `scalar` in GLSL, following the text of GL_EXT_scalar_block_layout: "This new layout … is the same as std430 except that
//! … vectors, … arrays and structures are aligned according to their components": each at a multiple of the size of its
//! widest scalar. The text does not specify tail padding of structures and arrays, and in glslang 12 the next
//! member follows there (measured).

use crate::properties::naive::{BitOffset, Rules, place_in_block, round_up};
use crate::properties::program::{Language, Matrix, Member, Program, Struct, Type};

pub(crate) struct Scalar<'a>(pub(crate) &'a Program);

impl Rules for Scalar<'_> {
    fn has_explicit_places(&self) -> bool {
        self.0.language == Language::Glsl
    }

    fn size(&self, ty: &Type) -> u128 {
        match ty {
            Type::Scalar(scalar) | Type::Enum(scalar) => self.0.bytes(*scalar),
            Type::Vector(scalar, width) => width * self.0.bytes(*scalar),
            Type::Matrix(matrix) => matrix.rows * matrix.columns * self.0.bytes(matrix.scalar),
            Type::Array(element, count) => (count - 1) * self.array_stride(element) + self.size(element),
            Type::RuntimeArray(element) => self.size(element),
            Type::Struct(structure) => self.place(&structure.members).1,
            Type::Texture | Type::StructuredBuffer(_) => unreachable!("not in a block"),
        }
    }

    fn align(&self, ty: &Type) -> Option<u128> {
        Some(self.scalar_alignment(ty))
    }

    fn array_stride(&self, element: &Type) -> u128 {
        round_up(self.size(element), self.scalar_alignment(element))
    }

    fn matrix_stride(&self, matrix: &Matrix) -> u128 {
        matrix.vectors().1 * self.0.bytes(matrix.scalar)
    }

    fn struct_members(&self, structure: &Struct) -> Vec<BitOffset> {
        self.place(&structure.members).0
    }

    fn buffer_members(&self, members: &[Member]) -> (Vec<BitOffset>, u128) {
        self.place(members)
    }
}

impl Scalar<'_> {
    fn scalar_alignment(&self, ty: &Type) -> u128 {
        match ty {
            Type::Scalar(scalar) | Type::Enum(scalar) | Type::Vector(scalar, _) | Type::Matrix(Matrix { scalar, .. }) => {
                self.0.bytes(*scalar)
            }
            Type::Array(element, _) | Type::RuntimeArray(element) => self.scalar_alignment(element),
            Type::Struct(structure) => {
                structure.members.iter().map(|member| self.scalar_alignment(&member.ty)).max().expect("a structure has members")
            }
            Type::Texture | Type::StructuredBuffer(_) => unreachable!("not in a block"),
        }
    }

    fn place(&self, members: &[Member]) -> (Vec<BitOffset>, u128) {
        place_in_block(members, |ty| self.scalar_alignment(ty), |ty| self.size(ty))
    }
}
