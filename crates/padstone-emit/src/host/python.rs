//! numpy dtypes and ctypes structures.

use std::io::{self, Write};

use padstone_model::Scalar;
use padstone_source::printable;

use super::plan::Plan;
use super::structs::{Content, HostField, HostStruct, HostType, Role, Root};

/// What no field or variable may be called: The Python Language Reference, 2.3.1, and the names that the text itself uses.
pub(super) const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "ctypes", "def", "del", "elif", "else",
    "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "np", "or", "pass", "raise",
    "return", "try", "while", "with", "yield",
];

pub(super) fn write_numpy(out: &mut dyn Write, plan: &Plan<'_>) -> io::Result<()> {
    write_heading(out, plan, "import numpy as np")?;
    for host in &plan.structs {
        write_dtype(out, plan, host)?;
    }
    plan.roots.iter().try_for_each(|root| write_root(out, plan, root, &NUMPY))
}

pub(super) fn write_ctypes(out: &mut dyn Write, plan: &Plan<'_>) -> io::Result<()> {
    write_heading(out, plan, "import ctypes")?;
    for host in &plan.structs {
        write_structure(out, plan, host)?;
    }
    plan.roots.iter().try_for_each(|root| write_root(out, plan, root, &CTYPES))
}

fn write_heading(out: &mut dyn Write, plan: &Plan<'_>, import: &str) -> io::Result<()> {
    writeln!(out, "# Made by padstone from {}. Changes are lost when it is made again.\n\n{import}", printable(plan.file))
}

/// A dtype says where each field lies, and needs no padding.
fn write_dtype(out: &mut dyn Write, plan: &Plan<'_>, host: &HostStruct) -> io::Result<()> {
    let name = &host.name;
    writeln!(out, "\n# {}: {} bytes.", host.title, host.size)?;
    let fields = || host.fields.iter().filter(|field| field.content != Content::Padding);
    writeln!(out, "{name} = np.dtype({{")?;
    write_list(out, "names", fields().map(|field| format!("{:?}", field.name)))?;
    write_list(out, "formats", fields().map(|field| numpy_field(plan, field)))?;
    write_list(out, "offsets", fields().map(|field| field.offset.to_string()))?;
    writeln!(out, "    \"itemsize\": {},\n}})", host.size)?;
    for field in fields() {
        let comment = if field.note.is_empty() { String::new() } else { format!("  # {}", field.note) };
        writeln!(out, "assert {name}.fields[{:?}][1] == {}{comment}", field.name, field.offset)?;
        write_parts(out, &field.content)?;
    }
    match host.role {
        Role::Peeled { count } => write_functions(out, name, count),
        _ => Ok(()),
    }
}

/// How to reach the elements of an array whose last element is a field of its own.
fn write_functions(out: &mut dyn Write, name: &str, count: u64) -> io::Result<()> {
    let last = count - 1;
    writeln!(out, "\n\ndef {name}_get(array, index):\n    index = range({count})[index]")?;
    writeln!(out, "    return array[\"last\"] if index == {last} else array[\"head\"][index][\"value\"]\n\n")?;
    writeln!(out, "def {name}_set(array, index, value):\n    index = range({count})[index]\n    if index == {last}:")?;
    writeln!(out, "        array[\"last\"] = value\n    else:\n        array[\"head\"][\"value\"][index] = value\n")
}

/// A packed structure, every padding of which is a field.
fn write_structure(out: &mut dyn Write, plan: &Plan<'_>, host: &HostStruct) -> io::Result<()> {
    let name = &host.name;
    writeln!(out, "\n\nclass {name}(ctypes.LittleEndianStructure):")?;
    writeln!(out, "    \"\"\"{}: {} bytes.\"\"\"\n    _pack_ = 1\n    _fields_ = [", host.title, host.size)?;
    for field in &host.fields {
        let comment = if field.note.is_empty() { String::new() } else { format!("  # {}", field.note) };
        writeln!(out, "        ({:?}, {}),{comment}", field.name, ctypes_field(plan, field))?;
    }
    writeln!(out, "    ]\n")?;
    if let Role::Peeled { count } = host.role {
        writeln!(out, "    def __len__(self):\n        return {count}\n")?;
        writeln!(out, "    def __getitem__(self, index):\n        index = range({count})[index]")?;
        writeln!(out, "        return self.last if index == {} else self.head[index].value\n", count - 1)?;
        writeln!(
            out,
            "    def __setitem__(self, index, value):\n        index = range({count})[index]\n        if index == {}:",
            count - 1
        )?;
        writeln!(out, "            self.last = value\n        else:\n            self.head[index].value = value\n")?;
    }
    writeln!(out, "\nassert ctypes.sizeof({name}) == {}", host.size)?;
    for field in &host.fields {
        writeln!(out, "assert {name}.{}.offset == {}", field.name, field.offset)?;
        write_parts(out, &field.content)?;
    }
    Ok(())
}

/// Which bits of a unit are what.
fn write_parts(out: &mut dyn Write, content: &Content) -> io::Result<()> {
    let Content::Bits { parts, .. } = content else { return Ok(()) };
    parts.iter().try_for_each(|part| writeln!(out, "# {}: {} bits from bit {}", part.name, part.width, part.first))
}

fn write_list(out: &mut dyn Write, name: &str, items: impl Iterator<Item = String>) -> io::Result<()> {
    writeln!(out, "    \"{name}\": [{}],", items.collect::<Vec<_>>().join(", "))
}

/// How a type and its size are written.
struct Style {
    text: fn(&Plan<'_>, &HostType) -> String,
    size: fn(&str) -> String,
}

const NUMPY: Style = Style { text: |plan, ty| format!("np.dtype({})", numpy(plan, ty)), size: |name| format!("{name}.itemsize") };
const CTYPES: Style = Style { text: ctypes, size: |name| format!("ctypes.sizeof({name})") };

/// What is to be known of a buffer that its struct does not say.
fn write_root(out: &mut dyn Write, plan: &Plan<'_>, root: &Root, style: &Style) -> io::Result<()> {
    let (name, upper) = (&root.name, &root.constant);
    writeln!(out, "\n# {}.", root.title)?;
    match (&root.ty, &root.tail) {
        (Some(HostType::Struct(index)), _) if plan.structs[*index].name == *name => {}
        (Some(ty), None) => writeln!(out, "{name} = {}", (style.text)(plan, ty))?,
        _ => {}
    }
    writeln!(out, "{upper}_SIZE = {}", root.size)?;
    if let Some(stride) = root.stride {
        writeln!(out, "{upper}_STRIDE = {stride}")?;
    }
    let Some(tail) = &root.tail else { return Ok(()) };
    let name = format!("{name}_tail");
    writeln!(out, "# One of the elements of {}, which follow one another without end.", tail.what())?;
    writeln!(out, "{name} = {}", (style.text)(plan, &tail.element))?;
    writeln!(out, "{upper}_TAIL_OFFSET = {}", tail.offset)?;
    writeln!(out, "assert {} == {}", (style.size)(&name), tail.stride)
}

fn numpy_field(plan: &Plan<'_>, field: &HostField) -> String {
    match &field.content {
        Content::Value(ty) => numpy(plan, ty),
        Content::Bits { unit: Some(unit), .. } => format!("{:?}", format!("<{}", numpy_number(*unit))),
        Content::Padding | Content::Bits { unit: None, .. } => format!("(\"u1\", ({},))", field.size),
    }
}

/// `"<f4"`, `("<f4", (3, 4))`, `Light`.
fn numpy(plan: &Plan<'_>, ty: &HostType) -> String {
    let mut dims = Vec::new();
    let mut ty = ty;
    while let HostType::Array { element, count } = ty {
        dims.push(count.to_string());
        ty = element;
    }
    let base = match ty {
        HostType::Number(scalar) => format!("\"<{}\"", numpy_number(*scalar)),
        HostType::Struct(index) => plan.structs[*index].name.clone(),
        HostType::Library(_) => unreachable!("Python has none of these libraries"),
        HostType::Array { .. } => unreachable!("arrays were peeled off"),
    };
    match dims.as_slice() {
        [] => base,
        [one] => format!("({base}, ({one},))"),
        many => format!("({base}, ({}))", many.join(", ")),
    }
}

fn ctypes_field(plan: &Plan<'_>, field: &HostField) -> String {
    match &field.content {
        Content::Value(ty) => ctypes(plan, ty),
        Content::Bits { unit: Some(unit), .. } => format!("ctypes.{}", ctypes_number(*unit)),
        Content::Padding | Content::Bits { unit: None, .. } => format!("ctypes.c_uint8 * {}", field.size),
    }
}

/// `ctypes.c_float * 4 * 3`, the innermost dimension first.
fn ctypes(plan: &Plan<'_>, ty: &HostType) -> String {
    match ty {
        HostType::Number(scalar) => format!("ctypes.{}", ctypes_number(*scalar)),
        HostType::Array { element, count } => format!("{} * {count}", ctypes(plan, element)),
        HostType::Library(_) => unreachable!("Python has none of these libraries"),
        HostType::Struct(index) => plan.structs[*index].name.clone(),
    }
}

const fn numpy_number(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Int8 => "i1",
        Scalar::Uint8 => "u1",
        Scalar::Int16 => "i2",
        Scalar::Uint16 => "u2",
        Scalar::Int32 => "i4",
        Scalar::Int64 => "i8",
        Scalar::Uint64 => "u8",
        Scalar::Float16 => "f2",
        Scalar::Float32 => "f4",
        Scalar::Float64 => "f8",
        _ => "u4",
    }
}

/// A number; that of 16 bits of floating point as its bits, which ctypes has no type for.
const fn ctypes_number(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Int8 => "c_int8",
        Scalar::Uint8 => "c_uint8",
        Scalar::Int16 => "c_int16",
        Scalar::Uint16 | Scalar::Float16 => "c_uint16",
        Scalar::Int32 => "c_int32",
        Scalar::Int64 => "c_int64",
        Scalar::Uint64 => "c_uint64",
        Scalar::Float32 => "c_float",
        Scalar::Float64 => "c_double",
        _ => "c_uint32",
    }
}
