//! Structs of Rust: `#[repr(C)]`, every padding a field, and constants that rustc has to evaluate.
//!
//! For encase, which writes structs field by field, padding is an attribute, and the constants ask encase.

use std::fmt;
use std::io::{self, Write};

use padstone_model::Scalar;
use padstone_source::printable;

use super::Derive;
use super::plan::Plan;
use super::structs::{BitPart, Content, HostField, HostStruct, HostType, Role, Root};

/// What no field or struct may be called: The Rust Reference, "Keywords", and the names that the text itself uses.
pub(super) const KEYWORDS: &[&str] = &[
    "Self", "_", "abstract", "as", "async", "await", "become", "bool", "box", "break", "const", "continue", "core", "crate", "do", "dyn",
    "else", "encase", "enum", "extern", "f32", "f64", "false", "final", "fn", "for", "gen", "glam", "i16", "i32", "i64", "i8", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "nalgebra", "override", "priv", "pub", "ref", "return", "self",
    "static", "struct", "super", "trait", "true", "try", "type", "typeof", "u16", "u32", "u64", "u8", "unsafe", "unsized", "use", "usize",
    "virtual", "where", "while", "yield",
];

pub(super) fn write(out: &mut dyn Write, plan: &Plan<'_>) -> io::Result<()> {
    writeln!(out, "// Made by padstone from {}. Changes are lost when it is made again.", printable(plan.file))?;
    for host in &plan.structs {
        write_struct(out, plan, host)?;
    }
    plan.roots.iter().try_for_each(|root| write_root(out, plan, root))
}

fn write_struct(out: &mut dyn Write, plan: &Plan<'_>, host: &HostStruct) -> io::Result<()> {
    let name = &host.name;
    let encase = plan.derives.contains(&Derive::Encase);
    writeln!(out, "\n/// {}: {} bytes.", host.title, host.size)?;
    if !encase {
        match host.packed {
            true => writeln!(out, "#[repr(C, packed({}))]", host.align)?,
            false => writeln!(out, "#[repr(C)]")?,
        }
    }
    let derives: String = plan.derives.iter().map(|derive| derive.names()).collect();
    writeln!(out, "#[allow(non_camel_case_types, non_snake_case)]\n#[derive(Clone, Copy, Debug{derives})]\npub struct {name} {{")?;
    let fields = if encase { without_padding(host) } else { host.fields.iter().map(|field| (field, None)).collect() };
    for (field, size) in &fields {
        if !field.note.is_empty() {
            writeln!(out, "    /// {}", field.note)?;
        }
        if let Some(size) = size {
            writeln!(out, "    #[shader(size({size}))]")?;
        }
        writeln!(out, "    pub {}: {},", field.name, FieldType { plan, field })?;
    }
    writeln!(out, "}}\n\nimpl {name} {{")?;
    writeln!(out, "    /// Nothing but zeros.\n    pub const ZERO: Self = Self {{")?;
    for (field, _) in &fields {
        writeln!(out, "        {}: {},", field.name, Zero { plan, field })?;
    }
    writeln!(out, "    }};")?;
    if let Role::Peeled { count } = host.role {
        write_access(out, plan, host, count)?;
    }
    for field in &host.fields {
        if let Content::Bits { unit: Some(unit), parts } = &field.content {
            parts.iter().try_for_each(|part| write_bits(out, field, *unit, part))?;
        }
    }
    writeln!(out, "}}\n\nconst _: () = {{")?;
    writeln!(out, "    assert!({} == {});", size_of(plan, name), host.size)?;
    for (index, (field, _)) in fields.iter().enumerate() {
        match encase {
            true => writeln!(out, "    assert!(<{name} as encase::ShaderType>::METADATA.offset({index}) == {});", field.offset)?,
            false => writeln!(out, "    assert!(core::mem::offset_of!({name}, {}) == {});", field.name, field.offset)?,
        }
    }
    writeln!(out, "}};")
}

impl Derive {
    fn names(self) -> &'static str {
        match self {
            Derive::Bytemuck => ", bytemuck::Pod, bytemuck::Zeroable",
            Derive::Zerocopy => ", zerocopy::FromBytes, zerocopy::IntoBytes, zerocopy::Immutable, zerocopy::KnownLayout",
            Derive::Encase => ", encase::ShaderType",
        }
    }
}

/// The fields that hold data, each with the bytes that it takes together with the padding behind it, if there is any. Padding at the
/// start belongs to no field and stays one, and so does padding at the end: what encase writes ends with the last number, whatever
/// `size` the last field has.
fn without_padding(host: &HostStruct) -> Vec<(&HostField, Option<u64>)> {
    let mut fields: Vec<(&HostField, Option<u64>)> = Vec::new();
    for (index, field) in host.fields.iter().enumerate() {
        let is_inner = index + 1 < host.fields.len();
        match fields.last_mut() {
            Some((before, size)) if field.content == Content::Padding && is_inner => *size = Some(before.size + field.size),
            _ => fields.push((field, None)),
        }
    }
    fields
}

/// The bytes of a type, as a constant.
fn size_of(plan: &Plan<'_>, name: &str) -> String {
    if plan.derives.contains(&Derive::Encase) {
        format!("<{name} as encase::ShaderSize>::SHADER_SIZE.get()")
    } else {
        format!("core::mem::size_of::<{name}>()")
    }
}

/// How to reach the elements of an array whose last element is a field of its own.
fn write_access(out: &mut dyn Write, plan: &Plan<'_>, host: &HostStruct, count: u64) -> io::Result<()> {
    let Some(HostField { content: Content::Value(element), .. }) = host.fields.last() else { return Ok(()) };
    let element = TypeText { plan, ty: element };
    writeln!(out, "\n    /// Element `index` of {count}.")?;
    writeln!(out, "    pub fn get(&self, index: usize) -> {element} {{")?;
    writeln!(out, "        if index == {} {{ self.last }} else {{ self.head[index].value }}\n    }}", count - 1)?;
    writeln!(out, "\n    /// Sets element `index` of {count}.")?;
    writeln!(out, "    pub fn set(&mut self, index: usize, value: {element}) {{")?;
    writeln!(out, "        if index == {} {{ self.last = value }} else {{ self.head[index].value = value }}\n    }}", count - 1)
}

fn write_bits(out: &mut dyn Write, field: &HostField, unit: Scalar, part: &BitPart) -> io::Result<()> {
    let (name, first, ty) = (&part.name, part.first, number(unit));
    let last = first.saturating_add(part.width).saturating_sub(1);
    let mask = format!("({ty}::MAX >> {})", unit.bytes(true) * 8 - u64::from(part.width));
    writeln!(out, "\n    /// Bits {first} to {last} of `{}`.", field.name)?;
    writeln!(out, "    pub fn {name}(&self) -> {ty} {{\n        self.{} >> {first} & {mask}\n    }}", field.name)?;
    writeln!(out, "\n    /// Sets bits {first} to {last} of `{}`.", field.name)?;
    writeln!(out, "    pub fn set_{name}(&mut self, value: {ty}) {{")?;
    writeln!(out, "        self.{0} = self.{0} & !({mask} << {first}) | (value & {mask}) << {first};\n    }}", field.name)
}

/// What is to be known of a buffer that its struct does not say.
fn write_root(out: &mut dyn Write, plan: &Plan<'_>, root: &Root) -> io::Result<()> {
    let constant = &root.constant;
    writeln!(out)?;
    match (&root.ty, &root.tail) {
        (Some(ty), None) if !matches!(ty, HostType::Struct(index) if plan.structs[*index].name == root.name) => {
            writeln!(out, "/// {}.\n#[allow(non_camel_case_types)]\npub type {} = {};", root.title, root.name, TypeText { plan, ty })?;
        }
        _ => {}
    }
    writeln!(out, "/// Bytes of {}.\npub const {constant}_SIZE: usize = {};", root.title, root.size)?;
    if let Some(stride) = root.stride {
        writeln!(out, "/// From one element to the next, in bytes: {}.\npub const {constant}_STRIDE: usize = {stride};", root.title)?;
    }
    if let Some(tail) = &root.tail {
        let name = format!("{}_tail", root.name);
        writeln!(out, "/// One of the elements of {}, which follow one another without end.", tail.what())?;
        writeln!(out, "#[allow(non_camel_case_types)]\npub type {name} = {};", TypeText { plan, ty: &tail.element })?;
        writeln!(out, "/// Where the first of them lies, in bytes.\npub const {constant}_TAIL_OFFSET: usize = {};", tail.offset)?;
        writeln!(out, "const _: () = assert!({} == {});", size_of(plan, &name), tail.stride)?;
    }
    Ok(())
}

struct FieldType<'p, 'm> {
    plan: &'p Plan<'m>,
    field: &'p HostField,
}

impl fmt::Display for FieldType<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field.content {
            Content::Value(ty) => TypeText { plan: self.plan, ty }.fmt(f),
            Content::Bits { unit: Some(unit), .. } => f.write_str(number(*unit)),
            Content::Padding | Content::Bits { unit: None, .. } if self.plan.palette.words_only => {
                write!(f, "[u32; {}]", self.field.size / 4)
            }
            Content::Padding | Content::Bits { unit: None, .. } => write!(f, "[u8; {}]", self.field.size),
        }
    }
}

struct TypeText<'p, 'm> {
    plan: &'p Plan<'m>,
    ty: &'p HostType,
}

impl fmt::Display for TypeText<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ty {
            HostType::Number(scalar) => f.write_str(number(*scalar)),
            HostType::Array { element, count } => write!(f, "[{}; {count}]", TypeText { plan: self.plan, ty: element }),
            HostType::Library(ty) => f.write_str(&ty.name),
            HostType::Struct(index) => f.write_str(&self.plan.structs[*index].name),
        }
    }
}

/// A zero of the type of a field.
struct Zero<'p, 'm> {
    plan: &'p Plan<'m>,
    field: &'p HostField,
}

impl fmt::Display for Zero<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field.content {
            Content::Value(ty) => zero(f, self.plan, ty),
            Content::Bits { unit: Some(_), .. } => f.write_str("0"),
            Content::Padding | Content::Bits { unit: None, .. } => {
                let number = if self.plan.palette.words_only { 4 } else { 1 };
                write!(f, "[0; {}]", self.field.size / number)
            }
        }
    }
}

fn zero(f: &mut fmt::Formatter<'_>, plan: &Plan<'_>, ty: &HostType) -> fmt::Result {
    match ty {
        HostType::Number(scalar) => f.write_str(zero_number(*scalar)),
        HostType::Library(ty) => f.write_str(&ty.zero),
        HostType::Array { element, count } => {
            f.write_str("[")?;
            zero(f, plan, element)?;
            write!(f, "; {count}]")
        }
        HostType::Struct(index) => write!(f, "{}::ZERO", plan.structs[*index].name),
    }
}

/// A zero.
pub(super) const fn zero_number(scalar: Scalar) -> &'static str {
    if matches!(scalar, Scalar::Float32 | Scalar::Float64) { "0.0" } else { "0" }
}

/// A number; that of 16 bits of floating point as its bits, which the standard library has no type for.
pub(super) const fn number(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Int8 => "i8",
        Scalar::Uint8 => "u8",
        Scalar::Int16 => "i16",
        Scalar::Uint16 | Scalar::Float16 => "u16",
        Scalar::Int32 => "i32",
        Scalar::Int64 => "i64",
        Scalar::Uint64 => "u64",
        Scalar::Float32 => "f32",
        Scalar::Float64 => "f64",
        _ => "u32",
    }
}
