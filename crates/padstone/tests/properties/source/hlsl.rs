//! Prints a [`Program`] as HLSL.

use std::fmt::Write;

use crate::properties::program::{Buffer, Content, ExplicitOffset, Kind, Major, Matrix, Member, Program, Scalar, Struct, Type};

/// The program as source text.
pub(super) fn source(program: &Program) -> String {
    let mut text = Text { out: String::new(), macros: 0 };
    text.out.push_str("#define TWICE(n) ((n) + (n))\nstatic const uint ONE = 1;\nenum E : int { E0, E1 };\nenum L : uint64_t { L0 };\n");
    if let Some(major) = program.pragma_major {
        let _ = writeln!(text.out, "#pragma pack_matrix({})", keyword(major));
    }
    for declared in &program.structs {
        text.declare(declared);
    }
    for buffer in &program.buffers {
        text.buffer(buffer);
    }
    text.out
}

struct Text {
    out: String,
    /// The number of macros and typedefs for single members so far.
    macros: usize,
}

impl Text {
    fn declare(&mut self, declared: &Struct) {
        if let Some(namespace) = declared.namespace {
            let _ = writeln!(self.out, "namespace {namespace} {{");
        }
        self.prelude(&declared.members);
        if declared.argument.is_some() {
            self.out.push_str("template <typename T>\n");
        }
        let _ = write!(self.out, "struct {}", declared.name);
        if let Some(base) = &declared.base {
            let _ = write!(self.out, " : {}", struct_name(base));
        }
        self.out.push_str(" {\n");
        self.members(&declared.members, declared.argument.as_ref(), true);
        self.out.push_str("};\n");
        if declared.namespace.is_some() {
            self.out.push_str("}\n");
        }
    }

    fn buffer(&mut self, buffer: &Buffer) {
        let name = &buffer.name;
        let class = match buffer.kind {
            Kind::Globals => {
                let Content::Members(members) = &buffer.content else { unreachable!("global constants are members") };
                self.prelude(members);
                return self.members(members, None, false);
            }
            Kind::CBuffer => "cbuffer",
            Kind::TBuffer => "tbuffer",
            Kind::ConstantBuffer => "ConstantBuffer",
            Kind::TextureBuffer => "TextureBuffer",
            Kind::StructuredBuffer => "StructuredBuffer",
            Kind::RwStructuredBuffer => "RWStructuredBuffer",
            Kind::Uniform | Kind::Storage => unreachable!("not in HLSL"),
        };
        match &buffer.content {
            Content::Members(members) => {
                self.prelude(members);
                let _ = writeln!(self.out, "{class} {name}\n{{");
                self.members(members, None, false);
                self.out.push_str("}\n");
            }
            Content::Element(ty) => {
                let _ = writeln!(self.out, "{class}<{} > {name};", type_name(ty));
            }
            Content::Value(_) => unreachable!("not in HLSL"),
        }
    }

    /// The macros and typedefs before a declaration.
    fn prelude(&mut self, members: &[Member]) {
        for member in members {
            let (element, dims) = dimensions(&member.ty);
            if let Type::Struct(declared) = element
                && declared.name.is_empty()
            {
                self.prelude(&declared.members);
            }
            if let (Some(first), 3) = (dims.first(), dimension_spelling(member)) {
                let _ = writeln!(self.out, "#define N_{} {first}", member.name);
            }
            if has_typedef(member) {
                let _ = writeln!(self.out, "typedef {} T_{};", type_name(element), member.name);
            }
        }
    }

    fn members(&mut self, members: &[Member], argument: Option<&Type>, in_struct: bool) {
        for member in members {
            self.member(member, argument);
            self.noise(member, in_struct);
        }
    }

    fn member(&mut self, member: &Member, argument: Option<&Type>) {
        let (element, dims) = dimensions(&member.ty);
        match element {
            _ if Some(element) == argument => self.out.push('T'),
            Type::Struct(declared) if declared.name.is_empty() => {
                self.out.push_str("struct {\n");
                self.members(&declared.members, None, true);
                self.out.push('}');
            }
            _ if has_typedef(member) => {
                let _ = write!(self.out, "T_{}", member.name);
            }
            Type::Vector(scalar, width) if member.spelling & 3 == 1 => {
                let _ = write!(self.out, "vector<{}, {width}>", scalar_name(*scalar));
            }
            Type::Matrix(Matrix { scalar, rows, columns, keyword: major, .. }) if member.spelling & 3 == 1 => {
                if let Some(major) = major {
                    let _ = write!(self.out, "{} ", keyword(*major));
                }
                let _ = write!(self.out, "matrix<{}, {rows}, {columns}>", scalar_name(*scalar));
            }
            _ => self.out.push_str(&type_name(element)),
        }
        let _ = write!(self.out, " {}", member.name);
        for (index, dim) in dims.iter().enumerate() {
            let _ = match dimension_spelling(member) {
                1 => write!(self.out, "[{} + ONE]", dim - 1),
                2 => write!(self.out, "[true ? {dim} : 1000]"),
                3 if index == 0 => write!(self.out, "[N_{}]", member.name),
                4 if dim % 2 == 0 => write!(self.out, "[TWICE({})]", dim / 2),
                5 => write!(self.out, "[(uint)({dim}.5)]"),
                6 => write!(self.out, "[{dim} * E1]"),
                _ => write!(self.out, "[{dim}]"),
            };
        }
        if let Some(bits) = member.bits {
            let _ = write!(self.out, " : {bits}");
        }
        let _ = match member.place {
            ExplicitOffset::Automatic => Ok(()),
            ExplicitOffset::PackOffset { register, component: 0 } if member.spelling & 1 == 0 => {
                write!(self.out, " : packoffset(c{register})")
            }
            ExplicitOffset::PackOffset { register, component } => {
                let letters = if member.spelling & 4 == 0 { b"xyzw" } else { b"rgba" };
                write!(self.out, " : packoffset(c{register}.{})", char::from(letters[component as usize]))
            }
            ExplicitOffset::Register(register) => write!(self.out, " : register(c{register})"),
            ExplicitOffset::Offset(_) => unreachable!("not in HLSL"),
        };
        self.out.push_str(";\n");
    }

    /// Declarations without bytes, between members.
    fn noise(&mut self, member: &Member, in_struct: bool) {
        let number = self.macros;
        self.macros += 1;
        let _ = match member.spelling >> 5 {
            1 => writeln!(self.out, "static const int noise{number} = {number};"),
            2 if in_struct => writeln!(self.out, "float noise{number}(float x) {{ if (x > 0) {{ return x; }} return -x; }}"),
            3 => writeln!(self.out, "// float noise{number};"),
            4 => writeln!(self.out, "/* float {{ */"),
            5 => writeln!(self.out, "#if {number} < 0\nfloat noise{number};\n#endif"),
            _ => Ok(()),
        };
    }
}

/// The element type inside all arrays, and the dimensions, outermost first.
fn dimensions(mut ty: &Type) -> (&Type, Vec<u128>) {
    let mut dims = Vec::new();
    while let Type::Array(element, count) = ty {
        dims.push(*count);
        ty = element;
    }
    (ty, dims)
}

fn dimension_spelling(member: &Member) -> u8 {
    member.spelling >> 2 & 7
}

/// Whether the member is declared through a separate typedef.
fn has_typedef(member: &Member) -> bool {
    let without_dimensions = match dimensions(&member.ty).0 {
        Type::Scalar(_) | Type::Vector(..) => true,
        Type::Matrix(matrix) => matrix.keyword.is_none(),
        _ => false,
    };
    member.spelling & 3 == 2 && without_dimensions && member.bits.is_none()
}

/// A type without array dimensions, in the shortest spelling.
fn type_name(ty: &Type) -> String {
    match ty {
        Type::Scalar(scalar) => scalar_name(*scalar).to_owned(),
        Type::Vector(scalar, width) => format!("{}{width}", scalar_name(*scalar)),
        Type::Matrix(Matrix { scalar, rows, columns, keyword: None, .. }) => format!("{}{rows}x{columns}", scalar_name(*scalar)),
        Type::Matrix(Matrix { scalar, rows, columns, keyword: Some(major), .. }) => {
            format!("{} {}{rows}x{columns}", keyword(*major), scalar_name(*scalar))
        }
        Type::Struct(declared) => struct_name(declared),
        Type::Enum(Scalar::Uint64) => "L".to_owned(),
        Type::Enum(_) => "E".to_owned(),
        Type::Texture => "Texture2D".to_owned(),
        Type::StructuredBuffer(element) => format!("StructuredBuffer<{}>", type_name(element)),
        Type::Array(..) | Type::RuntimeArray(_) => unreachable!("dimensions follow the name"),
    }
}

fn struct_name(declared: &Struct) -> String {
    match &declared.argument {
        Some(argument) => format!("{}<{} >", declared.qualified_name(), type_name(argument)),
        None => declared.qualified_name(),
    }
}

fn keyword(major: Major) -> &'static str {
    match major {
        Major::Row => "row_major",
        Major::Column => "column_major",
    }
}

fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::Int => "int",
        Scalar::Uint => "uint",
        Scalar::Dword => "dword",
        Scalar::Float => "float",
        Scalar::Half => "half",
        Scalar::Double => "double",
        Scalar::Int64 => "int64_t",
        Scalar::Uint64 => "uint64_t",
        Scalar::Int16 => "int16_t",
        Scalar::Uint16 => "uint16_t",
        Scalar::Float16 => "float16_t",
        Scalar::Int8 | Scalar::Uint8 => unreachable!("not in HLSL"),
        Scalar::Min16Float => "min16float",
        Scalar::Min10Float => "min10float",
        Scalar::Min16Int => "min16int",
        Scalar::Min12Int => "min12int",
        Scalar::Min16Uint => "min16uint",
    }
}
