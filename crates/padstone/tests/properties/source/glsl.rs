//! Prints a [`Program`] as GLSL.

use std::fmt::Write;

use crate::properties::program::{Buffer, Content, ExplicitOffset, Kind, Major, Member, Program, Scalar, Struct, Type};

/// The program as source text.
pub(super) fn source(program: &Program) -> String {
    let mut out = String::from(
        "#version 460\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n#extension GL_EXT_scalar_block_layout : require\n\
         const int ONE = 1;\n#define TWICE(n) ((n) + (n))\n",
    );
    if program.default_major == Major::Row {
        out.push_str("layout(row_major) uniform;\nlayout(row_major) buffer;\n");
    }
    program.structs.iter().for_each(|declared| structure(&mut out, declared));
    program.buffers.iter().enumerate().for_each(|(number, buffer)| block(&mut out, number, buffer));
    out.push_str("void main() {}\n");
    out
}

fn structure(out: &mut String, declared: &Struct) {
    let _ = writeln!(out, "struct {} {{", declared.name);
    declared.members.iter().for_each(|declared| member(out, declared));
    out.push_str("};\n");
}

/// Rule sets selected by name override the packing of blocks, so the blocks specify the packing for which the front end accepts most.
fn block(out: &mut String, number: usize, buffer: &Buffer) {
    let Content::Members(members) = &buffer.content else { unreachable!("blocks have members") };
    let word = if buffer.kind == Kind::Uniform { "uniform" } else { "buffer" };
    let _ = writeln!(out, "layout(scalar, set = 1, binding = {number}) {word} {} {{", buffer.name);
    members.iter().for_each(|declared| member(out, declared));
    let _ = writeln!(out, "}} instance{number};");
}

fn member(out: &mut String, member: &Member) {
    let mut qualifiers = Vec::new();
    if let ExplicitOffset::Offset(offset) = member.place {
        qualifiers.push(format!("offset = {offset}"));
    }
    if let Some(align) = member.align {
        qualifiers.push(format!("align = {align}"));
    }
    if !qualifiers.is_empty() {
        if member.spelling & 1 == 0 {
            qualifiers.reverse();
        }
        let between = if member.spelling & 2 == 0 { ", " } else { ") layout(" };
        let _ = write!(out, "layout({}) ", qualifiers.join(between));
    }
    let (mut ty, mut dims) = (&member.ty, String::new());
    while let Type::Array(element, _) | Type::RuntimeArray(element) = ty {
        dims.push_str(&match (ty, member.spelling >> 2 & 3) {
            (Type::Array(_, count), 1) => format!("[{} + ONE]", count - 1),
            (Type::Array(_, count), 2) if count % 2 == 0 => format!("[TWICE({})]", count / 2),
            (Type::Array(_, count), _) => format!("[{count}]"),
            _ => "[]".to_owned(),
        });
        ty = element;
    }
    // The dimensions may follow the type instead.
    let (before, dims_after) = if member.spelling >> 4 & 1 == 1 { (dims, String::new()) } else { (String::new(), dims) };
    let _ = writeln!(out, "{}{before} {}{dims_after};", type_name(ty), member.name);
}

fn type_name(ty: &Type) -> String {
    match ty {
        Type::Scalar(scalar) => scalar_name(*scalar).to_owned(),
        Type::Vector(scalar, width) => format!("{}vec{width}", prefix(*scalar)),
        Type::Matrix(matrix) if matrix.rows == matrix.columns => format!("{}mat{}", prefix(matrix.scalar), matrix.rows),
        Type::Matrix(matrix) => format!("{}mat{}x{}", prefix(matrix.scalar), matrix.columns, matrix.rows),
        Type::Struct(declared) => declared.name.clone(),
        _ => unreachable!("not in a block"),
    }
}

fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::Int => "int",
        Scalar::Uint => "uint",
        Scalar::Float => "float",
        Scalar::Double => "double",
        Scalar::Int64 => "int64_t",
        Scalar::Uint64 => "uint64_t",
        Scalar::Int16 => "int16_t",
        Scalar::Uint16 => "uint16_t",
        Scalar::Float16 => "float16_t",
        Scalar::Int8 => "int8_t",
        Scalar::Uint8 => "uint8_t",
        other => unreachable!("GLSL has no {other:?}"),
    }
}

/// The prefix of `vec` and `mat`.
fn prefix(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "b",
        Scalar::Int => "i",
        Scalar::Uint => "u",
        Scalar::Float => "",
        Scalar::Double => "d",
        Scalar::Int64 => "i64",
        Scalar::Uint64 => "u64",
        Scalar::Int16 => "i16",
        Scalar::Uint16 => "u16",
        Scalar::Float16 => "f16",
        Scalar::Int8 => "i8",
        Scalar::Uint8 => "u8",
        other => unreachable!("{other:?} is not of GLSL"),
    }
}
