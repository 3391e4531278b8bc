//! WGSL, following the text and tables of its specification (August 2026), "Memory Layout".

use crate::properties::naive::{BitOffset, Rules, round_up};
use crate::properties::program::{Matrix, Member, Scalar, Struct, Type};

/// The lines of the table "Alignment and size for host-shareable types".
pub(crate) struct Wgsl;

impl Rules for Wgsl {
    fn size(&self, ty: &Type) -> u128 {
        match ty {
            Type::Scalar(scalar) => number(*scalar),
            // vec2<T> 8, vec3<T> 12, vec4<T> 16; half of that for f16.
            Type::Vector(scalar, width) => width * number(*scalar),
            // "SizeOf(array<vecR, C>)"
            Type::Matrix(matrix) => self.size(&as_columns(matrix)),
            // "N × roundUp(AlignOf(E), SizeOf(E))"
            Type::Array(element, count) => count * self.array_stride(element),
            // "N_runtime × roundUp(AlignOf(E), SizeOf(E))", where at least one element is bound.
            Type::RuntimeArray(element) => self.array_stride(element),
            // "roundUp(AlignOf(S), justPastLastMember) where justPastLastMember = OffsetOfMember(S,N) + SizeOfMember(S,N)"
            Type::Struct(structure) => round_up(just_past_last_member(self, &structure.members), align_of(ty)),
            Type::Enum(_) | Type::Texture | Type::StructuredBuffer(_) => unreachable!("not in a buffer of WGSL"),
        }
    }

    fn align(&self, ty: &Type) -> Option<u128> {
        Some(align_of(ty))
    }

    fn array_stride(&self, element: &Type) -> u128 {
        round_up(self.size(element), align_of(element))
    }

    fn matrix_stride(&self, matrix: &Matrix) -> u128 {
        align_of(&Type::Vector(matrix.scalar, matrix.rows))
    }

    fn struct_members(&self, structure: &Struct) -> Vec<BitOffset> {
        offsets(self, &structure.members)
    }

    fn buffer_members(&self, members: &[Member]) -> (Vec<BitOffset>, u128) {
        (offsets(self, members), just_past_last_member(self, members))
    }
}

/// "AlignOf(T)"
pub(crate) fn align_of(ty: &Type) -> u128 {
    match ty {
        Type::Scalar(scalar) => number(*scalar),
        // vec2<T> 8, vec3<T> 16, vec4<T> 16; half of that for f16.
        Type::Vector(scalar, 2) => 2 * number(*scalar),
        Type::Vector(scalar, _) => 4 * number(*scalar),
        // "AlignOf(vecR)"
        Type::Matrix(matrix) => align_of(&Type::Vector(matrix.scalar, matrix.rows)),
        // "AlignOf(E)"
        Type::Array(element, _) | Type::RuntimeArray(element) => align_of(element),
        // "max(AlignOfMember(S,1), ... , AlignOfMember(S,N))"
        Type::Struct(structure) => structure.members.iter().map(align_of_member).max().expect("a struct has members"),
        Type::Enum(_) | Type::Texture | Type::StructuredBuffer(_) => unreachable!("not in a buffer of WGSL"),
    }
}

/// "k, if the member has attribute @align(k); AlignOf(T) otherwise"
fn align_of_member(member: &Member) -> u128 {
    member.align.unwrap_or_else(|| align_of(&member.ty))
}

/// "k, if the member has attribute @size(k); SizeOf(T) otherwise"
fn size_of_member(wgsl: &Wgsl, member: &Member) -> u128 {
    member.size.unwrap_or_else(|| wgsl.size(&member.ty))
}

/// "OffsetOfMember(S,1) = 0; OffsetOfMember(S,M) = roundUp(AlignOfMember(S,M), OffsetOfMember(S,M-1) + SizeOfMember(S,M-1))"
fn offsets(wgsl: &Wgsl, members: &[Member]) -> Vec<BitOffset> {
    let mut member_offsets: Vec<BitOffset> = Vec::new();
    for (index, member) in members.iter().enumerate() {
        member_offsets.push(BitOffset::at(match index.checked_sub(1) {
            None => 0,
            Some(before) => round_up(member_offsets[before].offset + size_of_member(wgsl, &members[before]), align_of_member(member)),
        }));
    }
    member_offsets
}

fn just_past_last_member(wgsl: &Wgsl, members: &[Member]) -> u128 {
    let last = members.last().expect("a struct has members");
    offsets(wgsl, members)[members.len() - 1].offset + size_of_member(wgsl, last)
}

/// i32, u32 and f32 have four bytes, f16 two.
pub(crate) fn number(scalar: Scalar) -> u128 {
    match scalar {
        Scalar::Int | Scalar::Uint | Scalar::Float => 4,
        Scalar::Float16 => 2,
        other => unreachable!("WGSL has no {other:?}"),
    }
}

/// "matCxR": an array of C columns.
fn as_columns(matrix: &Matrix) -> Type {
    Type::Array(Box::new(Type::Vector(matrix.scalar, matrix.rows)), matrix.columns)
}
