//! A second implementation of several rule sets, for comparison with the engine.
//!
//! It follows the text of the specifications, one file each, as literally as possible: plain recursion,
//! bare numbers, and nothing shared between the rule sets that a specification does not share. It must not use
//! the engine: if the two differ, one of them misread the specification.

mod bitfield;
mod dx_cbuffer;
mod dx_structured;
mod naga;
mod scalar;
mod std140;
mod std430;
mod wgsl;
mod wgsl_2020;

pub(crate) use dx_cbuffer::DxCBuffer;
pub(crate) use dx_structured::DxStructured;
pub(crate) use naga::Naga;
pub(crate) use scalar::Scalar;
pub(crate) use std140::Std140;
pub(crate) use std430::Std430;
pub(crate) use wgsl::Wgsl;
pub(crate) use wgsl_2020::Wgsl2020;

use crate::properties::program::{Content, ExplicitOffset, Matrix, Member, Struct, Type};

/// The functions that a specification defines.
pub(crate) trait Rules {
    /// Whether the rules have `packoffset` and `register(c)`.
    fn has_explicit_places(&self) -> bool {
        false
    }
    /// The size of a value in bytes.
    fn size(&self, ty: &Type) -> u128;
    /// The alignment of a member of a type.
    fn align(&self, ty: &Type) -> Option<u128>;
    /// The alignment of a member of a struct, if the struct affects it.
    fn member_align(&self, _of: &Struct, member: &Member) -> Option<u128> {
        self.align(&member.ty)
    }
    /// The array stride.
    fn array_stride(&self, element: &Type) -> u128;
    /// The matrix stride, if the matrix has more than one vector.
    fn matrix_stride(&self, matrix: &Matrix) -> u128;
    /// The offsets of a struct's members, the base first, if any.
    fn struct_members(&self, structure: &Struct) -> Vec<BitOffset>;
    /// The offsets of a buffer's members, and their size together.
    fn buffer_members(&self, members: &[Member]) -> (Vec<BitOffset>, u128);
}

/// The offset of a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BitOffset {
    pub(crate) offset: u128,
    /// The lowest bit of a bit-field, in the unit at `offset`.
    pub(crate) first_bit: u128,
}

impl BitOffset {
    fn at(offset: u128) -> BitOffset {
        BitOffset { offset, first_bit: 0 }
    }
}

/// A member at any level of a buffer.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Row {
    /// `lights[].pos`
    pub(crate) path: String,
    /// The offset from the start of the buffer.
    pub(crate) offset: u128,
    /// The size in bytes; 0 for a bit-field.
    pub(crate) size: Option<u128>,
    /// The stride of arrays of more than one element.
    pub(crate) stride: Option<u128>,
    /// The matrix stride of matrices of more than one vector.
    pub(crate) matrix_stride: Option<u128>,
    /// The alignment, if the specification defines it.
    pub(crate) align: Option<u128>,
    /// The lowest bit and the width of a bit-field.
    pub(crate) bits: Option<(u128, u128)>,
}

/// Every member of a buffer that has bytes, at every level, depth first, and the size of the buffer.
pub(crate) fn lay_out(rules: &dyn Rules, content: &Content) -> (Vec<Row>, u128) {
    let mut rows = Vec::new();
    match content {
        Content::Members(members) => {
            let (member_offsets, size) = rules.buffer_members(members);
            for (member, member_offset) in members.iter().zip(member_offsets) {
                member_rows(rules, member, member_offset, "", 0, &mut rows);
            }
            (rows, size)
        }
        Content::Element(ty @ Type::Struct(structure)) | Content::Value(ty @ Type::Struct(structure)) => {
            struct_rows(rules, structure, "", 0, &mut rows);
            (rows, rules.size(ty))
        }
        Content::Element(ty) => {
            rows_of(rules, ty, "$Element".to_owned(), 0, &mut rows);
            (rows, rules.size(ty))
        }
        Content::Value(ty) => {
            if let Type::Array(element, _) | Type::RuntimeArray(element) = ty {
                rows_of(rules, element, "[]".to_owned(), 0, &mut rows);
            }
            (rows, rules.size(ty))
        }
    }
}

fn rows_of(rules: &dyn Rules, ty: &Type, path: String, offset: u128, rows: &mut Vec<Row>) {
    let size = rules.size(ty);
    if size == 0 {
        return;
    }
    let mut row =
        Row { path: path.clone(), offset, size: Some(size), stride: None, matrix_stride: None, align: rules.align(ty), bits: None };
    match ty {
        Type::Array(element, count) => {
            row.stride = (*count > 1).then(|| rules.array_stride(element));
            rows.push(row);
            rows_of(rules, element, format!("{path}[]"), offset, rows);
        }
        Type::RuntimeArray(element) => {
            row.stride = Some(rules.array_stride(element));
            rows.push(row);
            rows_of(rules, element, format!("{path}[]"), offset, rows);
        }
        Type::Struct(structure) => {
            rows.push(row);
            struct_rows(rules, structure, &format!("{path}."), offset, rows);
        }
        Type::Matrix(matrix) => {
            row.matrix_stride = (matrix.vectors().0 > 1).then(|| rules.matrix_stride(matrix));
            rows.push(row);
        }
        Type::Texture | Type::StructuredBuffer(_) => {}
        Type::Scalar(_) | Type::Vector(..) | Type::Enum(_) => rows.push(row),
    }
}

fn struct_rows(rules: &dyn Rules, structure: &Struct, prefix: &str, start: u128, rows: &mut Vec<Row>) {
    let mut member_offsets = rules.struct_members(structure).into_iter();
    if let Some(base) = &structure.base {
        let member_offset = member_offsets.next().expect("the base comes first");
        rows_of(rules, &Type::Struct(base.clone()), format!("{prefix}{}", base.name), start + member_offset.offset, rows);
    }
    for (member, member_offset) in structure.members.iter().zip(member_offsets) {
        let first = rows.len();
        member_rows(rules, member, member_offset, prefix, start, rows);
        // Bit-fields have no alignment, and members without bytes have no row.
        if let Some(row) = rows.get_mut(first).filter(|row| row.bits.is_none()) {
            row.align = rules.member_align(structure, member);
        }
    }
}

fn member_rows(rules: &dyn Rules, member: &Member, member_offset: BitOffset, prefix: &str, start: u128, rows: &mut Vec<Row>) {
    let path = format!("{prefix}{}", member.name);
    match member.bits {
        None => rows_of(rules, &member.ty, path, start + member_offset.offset, rows),
        Some(_) if member.name.is_empty() => {}
        Some(bits) => rows.push(Row {
            path,
            offset: start + member_offset.offset,
            size: None,
            stride: None,
            matrix_stride: None,
            align: None,
            bits: Some((member_offset.first_bit, bits)),
        }),
    }
}

/// The next multiple of `to`.
fn round_up(number: u128, to: u128) -> u128 {
    number.div_ceil(to) * to
}

/// The offsets of the members of a struct or block of GLSL, and the end of the last: GLSL 4.60, 4.4.5.
fn place_in_block(members: &[Member], base_alignment: impl Fn(&Type) -> u128, size: impl Fn(&Type) -> u128) -> (Vec<BitOffset>, u128) {
    let (mut next, mut end, mut member_offsets) = (0, 0, Vec::new());
    for member in members {
        // "If offset was declared, start with that offset, otherwise start with the offset immediately following the
        // preceding member (in declaration order)."
        let start = match member.place {
            ExplicitOffset::Offset(offset) => offset,
            _ => next,
        };
        // "The actual alignment of a member will be the greater of the specified align alignment and the standard (e.g.
        // std140) base alignment for the member's type."
        let alignment = base_alignment(&member.ty).max(member.align.unwrap_or(1));
        // "If the resulting offset is not a multiple of the actual alignment, increase it to the first offset that is a
        // multiple of the actual alignment."
        let offset = round_up(start, alignment);
        member_offsets.push(BitOffset::at(offset));
        next = offset + size(&member.ty);
        end = end.max(next);
    }
    (member_offsets, end)
}
