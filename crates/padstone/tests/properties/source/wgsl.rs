//! Prints a [`Program`] as WGSL of both editions.

use std::fmt::Write;

use crate::properties::program::{Buffer, Content, ExplicitOffset, Kind, Member, Program, Scalar, Struct, Type};

/// The program in the syntax of today.
pub(super) fn source(program: &Program) -> String {
    let mut text =
        Text { out: "enable f16;\nrequires uniform_buffer_standard_layout;\nconst ONE = 1;\n".to_owned(), edition: Edition::Current };
    text.program(program);
    text.out
}

/// The program in the syntax of 2020.
pub(super) fn source_2020(program: &Program) -> String {
    let mut text = Text { out: String::new(), edition: Edition::Of2020 };
    text.program(program);
    text.out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edition {
    Current,
    Of2020,
}

struct Text {
    out: String,
    edition: Edition,
}

impl Text {
    fn program(&mut self, program: &Program) {
        program.structs.iter().for_each(|declared| self.structure(declared));
        program.buffers.iter().enumerate().for_each(|(number, buffer)| self.buffer(number, buffer));
    }

    fn structure(&mut self, declared: &Struct) {
        let semicolon = if self.edition == Edition::Of2020 { ";" } else { "" };
        let contiguous = if declared.contiguous { "[[contiguous]] " } else { "" };
        let _ = writeln!(self.out, "{contiguous}struct {} {{", declared.name);
        for member in &declared.members {
            self.attributes(member);
            let separator = if self.edition == Edition::Of2020 { ";" } else { "," };
            let _ = writeln!(self.out, "{}: {}{separator}", member.name, self.type_name(&member.ty, member.spelling));
            if member.spelling >> 5 == 1 {
                self.out.push_str("// noise: f32,\n");
            }
        }
        let _ = writeln!(self.out, "}}{semicolon}");
    }

    fn attributes(&mut self, member: &Member) {
        let mut attributes = Vec::new();
        if let Some(align) = member.align {
            attributes.push(match (self.edition, member.spelling >> 3 & 3) {
                (Edition::Current, 1) => format!("align({align}u)"),
                (Edition::Current, 2) => format!("align(1 << {})", align.trailing_zeros()),
                _ => format!("align({align})"),
            });
        }
        if let Some(size) = member.size {
            attributes.push(match (self.edition, member.spelling >> 3 & 3) {
                (Edition::Current, 1) => format!("size({} + ONE)", size - 1),
                _ => format!("size({size})"),
            });
        }
        if let ExplicitOffset::Offset(offset) = member.place {
            attributes.push(format!("offset({offset})"));
        }
        if member.spelling & 4 == 0 {
            attributes.reverse();
        }
        let _ = match self.edition {
            Edition::Current => attributes.iter().try_for_each(|attribute| write!(self.out, "@{attribute} ")),
            Edition::Of2020 if attributes.is_empty() => Ok(()),
            Edition::Of2020 => write!(self.out, "[[{}]] ", attributes.join(", ")),
        };
    }

    fn buffer(&mut self, number: usize, buffer: &Buffer) {
        let Content::Value(ty) = &buffer.content else { unreachable!("variables have a type") };
        let (name, ty) = (&buffer.name, self.type_name(ty, 0));
        let _ = match (self.edition, buffer.kind) {
            (Edition::Current, Kind::Uniform) => writeln!(self.out, "@group(0) @binding({number}) var<uniform> {name}: {ty};"),
            (Edition::Current, _) => writeln!(self.out, "@binding({number}) @group(0) var<storage, read> {name}: {ty};"),
            (Edition::Of2020, Kind::Uniform) => writeln!(self.out, "[[binding({number}), group(0)]] var<uniform> {name} : {ty};"),
            (Edition::Of2020, _) => writeln!(self.out, "[[group(0), binding({number})]] var<storage> {name} : [[access(read)]] {ty};"),
        };
    }

    fn type_name(&self, ty: &Type, spelling: u8) -> String {
        let short = self.edition == Edition::Current && spelling & 1 == 1;
        match ty {
            Type::Scalar(scalar) => scalar_name(*scalar).to_owned(),
            Type::Vector(scalar, width) if short => format!("vec{width}{}", letter(*scalar)),
            Type::Vector(scalar, width) => format!("vec{width}<{}>", scalar_name(*scalar)),
            Type::Matrix(matrix) if short => format!("mat{}x{}{}", matrix.columns, matrix.rows, letter(matrix.scalar)),
            Type::Matrix(matrix) => format!("mat{}x{}<{}>", matrix.columns, matrix.rows, scalar_name(matrix.scalar)),
            Type::Array(element, count) => {
                let element = self.type_name(element, spelling);
                match (self.edition, spelling >> 1 & 3) {
                    (Edition::Current, 1) => format!("array<{element}, ONE + {}>", count - 1),
                    (Edition::Current, 2) => format!("array<{element}, {count}u,>"),
                    _ => format!("array<{element}, {count}>"),
                }
            }
            Type::RuntimeArray(element) => format!("array<{}>", self.type_name(element, spelling)),
            Type::Struct(declared) => declared.name.clone(),
            Type::Enum(_) | Type::Texture | Type::StructuredBuffer(_) => unreachable!("not in a buffer of WGSL"),
        }
    }
}

fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Int => "i32",
        Scalar::Uint => "u32",
        Scalar::Float => "f32",
        Scalar::Float16 => "f16",
        other => unreachable!("{other:?} is not of WGSL"),
    }
}

/// The suffix in `vec3f`.
fn letter(scalar: Scalar) -> char {
    match scalar {
        Scalar::Int => 'i',
        Scalar::Uint => 'u',
        Scalar::Float => 'f',
        _ => 'h',
    }
}
