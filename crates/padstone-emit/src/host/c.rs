//! Structs of C11 and C++17: every padding a field, and assertions that the compiler has to evaluate.

use std::io::{self, Write};

use padstone_model::Scalar;
use padstone_source::printable;

use super::plan::Plan;
use super::structs::{Content, HostField, HostStruct, HostType, Role, Root};

/// What no field or struct may be called, in either language: C23, 6.4.1; C++23, [lex.key]; and the types that the text
/// itself uses.
pub(super) const KEYWORDS: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "compl",
    "concept",
    "const",
    "constexpr",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "int16_t",
    "int32_t",
    "int64_t",
    "int8_t",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "offsetof",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "size_t",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "uint8_t",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
];

pub(super) fn write_c(out: &mut dyn Write, plan: &Plan<'_>) -> io::Result<()> {
    Writer { plan, dialect: Dialect::C }.write(out, if plan.palette.find.is_some() { SIMD } else { "" })
}

pub(super) fn write_cpp(out: &mut dyn Write, plan: &Plan<'_>) -> io::Result<()> {
    Writer { plan, dialect: Dialect::Cpp }.write(out, "")
}

pub(super) fn write_cpp_simd(out: &mut dyn Write, plan: &Plan<'_>) -> io::Result<()> {
    Writer { plan, dialect: Dialect::Cpp }.write(out, SIMD)
}

pub(super) fn write_glm(out: &mut dyn Write, plan: &Plan<'_>) -> io::Result<()> {
    Writer { plan, dialect: Dialect::Cpp }.write(out, GLM)
}

pub(super) fn write_directxmath(out: &mut dyn Write, plan: &Plan<'_>) -> io::Result<()> {
    Writer { plan, dialect: Dialect::Cpp }.write(out, "#include <DirectXMath.h>\n")
}

const SIMD: &str = "#include <simd/types.h>\n";
const GLM: &str = "#include <glm/glm.hpp>\n#include <glm/gtc/type_precision.hpp>\n";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    C,
    Cpp,
}

struct Writer<'p, 'm> {
    plan: &'p Plan<'m>,
    dialect: Dialect,
}

impl Writer<'_, '_> {
    /// Writes it all, with the headers of a library behind those of the language.
    fn write(&self, out: &mut dyn Write, headers: &str) -> io::Result<()> {
        writeln!(out, "// Made by padstone from {}. Changes are lost when it is made again.\n#pragma once\n", printable(self.plan.file))?;
        out.write_all(match self.dialect {
            Dialect::C => b"#include <assert.h>\n#include <stddef.h>\n#include <stdint.h>\n",
            Dialect::Cpp => b"#include <cstddef>\n#include <cstdint>\n",
        })?;
        out.write_all(headers.as_bytes())?;
        self.plan.structs.iter().try_for_each(|host| self.write_struct(out, host))?;
        self.plan.roots.iter().try_for_each(|root| self.write_root(out, root))
    }

    fn write_struct(&self, out: &mut dyn Write, host: &HostStruct) -> io::Result<()> {
        let name = &host.name;
        writeln!(out, "\n// {}: {} bytes.", host.title, host.size)?;
        if host.packed {
            writeln!(out, "#pragma pack(push, {})", host.align)?;
        }
        writeln!(out, "{} {{", if self.dialect == Dialect::C { "typedef struct".to_owned() } else { format!("struct {name}") })?;
        for field in &host.fields {
            let declaration = self.declaration(field);
            match field.note.as_str() {
                "" => writeln!(out, "    {declaration};")?,
                note => writeln!(out, "    {declaration}; // {note}")?,
            }
        }
        match self.dialect {
            Dialect::C => writeln!(out, "}} {name};")?,
            Dialect::Cpp => {
                self.write_methods(out, host)?;
                writeln!(out, "}};")?;
            }
        }
        if host.packed {
            writeln!(out, "#pragma pack(pop)")?;
        }
        writeln!(out, "static_assert(sizeof({name}) == {}, \"{name} has another size\");", host.size)?;
        for field in &host.fields {
            let (field, offset) = (&field.name, field.offset);
            writeln!(out, "static_assert(offsetof({name}, {field}) == {offset}, \"{name}.{field} lies elsewhere\");")?;
        }
        if self.dialect == Dialect::C { self.write_functions(out, host) } else { Ok(()) }
    }

    /// C++: how to reach bit-fields, and the elements of an array whose last element is a field of its own.
    fn write_methods(&self, out: &mut dyn Write, host: &HostStruct) -> io::Result<()> {
        if let (Role::Peeled { count }, Some(HostField { content: Content::Value(element), .. })) = (host.role, host.fields.last()) {
            let (of, dims) = self.flat(element);
            let last = count - 1;
            for (constant, behind) in [("", ""), ("const ", " const")] {
                let function = format!("&operator[](std::size_t index){behind}");
                // A reference to an array is written around the name of what returns it: [dcl.fct].
                let function = if dims.is_empty() { function } else { format!("({function}){dims}") };
                writeln!(out, "    {constant}{of} {function} {{")?;
                writeln!(out, "        return index == {last} ? last : head[index].value;\n    }}")?;
            }
        }
        for (field, unit, part) in bits(host) {
            let (name, first, ty, mask) = (&part.name, part.first, number(unit), mask(unit, part.width));
            writeln!(out, "    {ty} get_{name}() const {{ return static_cast<{ty}>({} >> {first} & {mask}); }}", field.name)?;
            writeln!(
                out,
                "    void set_{name}({ty} value) {{ {0} = static_cast<{ty}>(({0} & ~({mask} << {first})) | ((value & {mask}) << {first})); }}",
                field.name
            )?;
        }
        Ok(())
    }

    /// C: the same, as functions. One gives the address of an element.
    fn write_functions(&self, out: &mut dyn Write, host: &HostStruct) -> io::Result<()> {
        if let (Role::Peeled { count }, Some(HostField { content: Content::Value(element), .. })) = (host.role, host.fields.last()) {
            let (name, (of, dims), last) = (&host.name, self.flat(element), count - 1);
            writeln!(out, "typedef {of} {name}_element{dims};")?;
            writeln!(out, "static inline {name}_element *{name}_at({name} *self, size_t index) {{")?;
            writeln!(out, "    return index == {last} ? &self->last : &self->head[index].value;\n}}")?;
        }
        for (field, unit, part) in bits(host) {
            let (owner, name, first, ty, mask) = (&host.name, &part.name, part.first, number(unit), mask(unit, part.width));
            writeln!(out, "static inline {ty} {owner}_get_{name}(const {owner} *self) {{")?;
            writeln!(out, "    return ({ty})(self->{} >> {first} & {mask});\n}}", field.name)?;
            writeln!(out, "static inline void {owner}_set_{name}({owner} *self, {ty} value) {{")?;
            writeln!(out, "    self->{0} = ({ty})((self->{0} & ~({mask} << {first})) | ((value & {mask}) << {first}));\n}}", field.name)?;
        }
        Ok(())
    }

    /// What is to be known of a buffer that its struct does not say.
    fn write_root(&self, out: &mut dyn Write, root: &Root) -> io::Result<()> {
        writeln!(out, "\n// {}.", root.title)?;
        match &root.ty {
            Some(HostType::Struct(index)) if self.plan.structs[*index].name == root.name => {}
            Some(ty) if root.tail.is_none() => self.write_alias(out, &root.name, ty)?,
            _ => {}
        }
        let upper = &root.constant;
        self.write_constant(out, &format!("{upper}_SIZE"), root.size)?;
        if let Some(stride) = root.stride {
            self.write_constant(out, &format!("{upper}_STRIDE"), stride)?;
        }
        let Some(tail) = &root.tail else { return Ok(()) };
        let name = format!("{}_tail", root.name);
        writeln!(out, "// One of the elements of {}, which follow one another without end.", tail.what())?;
        self.write_alias(out, &name, &tail.element)?;
        self.write_constant(out, &format!("{upper}_TAIL_OFFSET"), tail.offset)?;
        writeln!(out, "static_assert(sizeof({name}) == {}, \"{name} has another size\");", tail.stride)
    }

    fn write_alias(&self, out: &mut dyn Write, name: &str, ty: &HostType) -> io::Result<()> {
        let (base, dims) = self.flat(ty);
        writeln!(out, "typedef {base} {name}{dims};")
    }

    fn write_constant(&self, out: &mut dyn Write, name: &str, value: u64) -> io::Result<()> {
        match self.dialect {
            Dialect::C => writeln!(out, "#define {name} {value}u"),
            Dialect::Cpp => writeln!(out, "inline constexpr std::size_t {name} = {value};"),
        }
    }

    fn declaration(&self, field: &HostField) -> String {
        match &field.content {
            Content::Value(ty) => {
                let (base, dims) = self.flat(ty);
                format!("{base} {}{dims}", field.name)
            }
            Content::Bits { unit: Some(unit), .. } => format!("{} {}", number(*unit), field.name),
            Content::Padding | Content::Bits { unit: None, .. } => format!("uint8_t {}[{}]", field.name, field.size),
        }
    }

    /// The innermost type, and the dimensions that stand behind the name.
    fn flat(&self, ty: &HostType) -> (String, String) {
        let mut dims = String::new();
        let mut ty = ty;
        while let HostType::Array { element, count } = ty {
            dims.push_str(&format!("[{count}]"));
            ty = element;
        }
        let base = match ty {
            HostType::Number(scalar) => number(*scalar).to_owned(),
            HostType::Library(ty) => ty.name.clone(),
            HostType::Struct(index) => self.plan.structs[*index].name.clone(),
            HostType::Array { .. } => unreachable!("arrays were peeled off"),
        };
        (base, dims)
    }
}

/// The bit-fields of a struct that lie in a unit that is a number.
fn bits(host: &HostStruct) -> impl Iterator<Item = (&HostField, Scalar, &super::structs::BitPart)> {
    host.fields.iter().flat_map(|field| match &field.content {
        Content::Bits { unit: Some(unit), parts } => parts.iter().map(|part| (field, *unit, part)).collect(),
        _ => Vec::new(),
    })
}

/// The lowest `width` bits.
fn mask(unit: Scalar, width: u32) -> String {
    let all = unit.bytes(true) * 8;
    let ones = if u64::from(width) >= 64 { u64::MAX } else { (1u64 << width) - 1 };
    if all == 64 { format!("{ones:#x}ull") } else { format!("{ones:#x}u") }
}

/// A number; that of 16 bits of floating point as its bits, which the standard libraries have no type for.
const fn number(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Int8 => "int8_t",
        Scalar::Uint8 => "uint8_t",
        Scalar::Int16 => "int16_t",
        Scalar::Uint16 | Scalar::Float16 => "uint16_t",
        Scalar::Int32 => "int32_t",
        Scalar::Int64 => "int64_t",
        Scalar::Uint64 => "uint64_t",
        Scalar::Float32 => "float",
        Scalar::Float64 => "double",
        _ => "uint32_t",
    }
}
