//! Classes over a `DataView`: accessors for numbers, typed-array views for what lies side by side.

use std::io::{self, Write};

use padstone_model::Scalar;
use padstone_source::printable;

use super::plan::Plan;
use super::structs::{BitPart, Content, HostField, HostStruct, HostType, Role, Root};

/// What no member or class may be called: ECMAScript, 12.7.2, and the names that the text itself uses.
pub(super) const KEYWORDS: &[&str] = &[
    "DataView",
    "Math",
    "Object",
    "RangeError",
    "any",
    "as",
    "async",
    "at",
    "await",
    "base",
    "bigint",
    "boolean",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "constructor",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "get",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "let",
    "new",
    "null",
    "number",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "set",
    "static",
    "string",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "var",
    "view",
    "void",
    "while",
    "with",
    "yield",
];

pub(super) fn write(out: &mut dyn Write, plan: &Plan<'_>) -> io::Result<()> {
    writeln!(out, "// Made by padstone from {}. Changes are lost when it is made again.\n", printable(plan.file))?;
    writeln!(out, "/** The offset of an element of an array. */")?;
    writeln!(out, "function at(index: number, count: number, stride: number): number {{")?;
    writeln!(out, "  if (!(index >= 0 && index < count)) throw new RangeError(`index ${{index}} of ${{count}}`);")?;
    writeln!(out, "  return index * stride;\n}}")?;
    // Structs made for arrays have no class: an index is enough to skip the padding.
    for host in plan.structs.iter().filter(|host| host.role == Role::Declared) {
        write_class(out, plan, host)?;
    }
    plan.roots.iter().try_for_each(|root| write_root(out, plan, root))
}

fn write_class(out: &mut dyn Write, plan: &Plan<'_>, host: &HostStruct) -> io::Result<()> {
    writeln!(out, "\n/** {}: {} bytes. */\nexport class {} {{", host.title, host.size, host.name)?;
    writeln!(out, "  static readonly SIZE = {};\n  view: DataView;\n  base: number;\n", host.size)?;
    writeln!(out, "  /** Over the bytes of a view, from `base` on. */")?;
    writeln!(out, "  constructor(view: DataView, base = 0) {{\n    this.view = view;\n    this.base = base;\n  }}")?;
    for field in &host.fields {
        match &field.content {
            Content::Padding => {}
            Content::Value(ty) => write_member(out, plan, field, ty)?,
            Content::Bits { unit, parts } => {
                if let Some(unit) = unit {
                    parts.iter().try_for_each(|part| write_bits(out, field, *unit, part))?;
                }
            }
        }
    }
    writeln!(out, "}}")
}

fn write_member(out: &mut dyn Write, plan: &Plan<'_>, field: &HostField, ty: &HostType) -> io::Result<()> {
    let name = &field.name;
    let access = Access::new(plan, ty);
    let (parameters, steps) = (access.parameters(), access.steps());
    let note = if field.note.is_empty() { String::new() } else { format!("{}, ", field.note) };
    writeln!(out, "\n  /** {note}at byte {}. */", field.offset)?;
    let place = format!("this.base + {}{steps}", field.offset);
    match access.leaf {
        Leaf::Struct(index) => {
            let class = &plan.structs[index].name;
            let head = if access.dims.is_empty() { format!("get {name}()") } else { format!("{name}({parameters})") };
            writeln!(out, "  {head}: {class} {{\n    return new {class}(this.view, {place});\n  }}")
        }
        Leaf::Numbers(scalar, 1) => {
            let (js, ty) = (accessor(scalar), if is_big(scalar) { "bigint" } else { "number" });
            let endian = if scalar.bytes(true) == 1 { "" } else { ", true" };
            let (getter, setter) = match access.dims.is_empty() {
                true => (format!("get {name}()"), format!("set {name}(value: {ty})")),
                false => (format!("{name}({parameters})"), format!("set_{name}({parameters}, value: {ty})")),
            };
            let result = if access.dims.is_empty() { String::new() } else { ": void".to_owned() };
            writeln!(out, "  {getter}: {ty} {{\n    return this.view.get{js}({place}{endian});\n  }}")?;
            writeln!(out, "  {setter}{result} {{\n    this.view.set{js}({place}, value{endian});\n  }}")
        }
        Leaf::Numbers(scalar, count) => {
            let array = format!("{}Array", accessor(scalar));
            let head = if access.dims.is_empty() { format!("get {name}()") } else { format!("{name}({parameters})") };
            writeln!(out, "  {head}: {array} {{")?;
            writeln!(out, "    return new {array}(this.view.buffer, this.view.byteOffset + {place}, {count});\n  }}")
        }
    }
}

/// How to reach what a field holds.
struct Access {
    /// Count and stride of each index, outermost first.
    dims: Vec<(u64, u64)>,
    leaf: Leaf,
}

enum Leaf {
    /// That many numbers side by side.
    Numbers(Scalar, u64),
    Struct(usize),
}

impl Access {
    fn new(plan: &Plan<'_>, ty: &HostType) -> Access {
        let mut dims = Vec::new();
        let mut ty = ty;
        loop {
            match ty {
                HostType::Array { element, count } => {
                    dims.push((*count, plan.size(element)));
                    ty = element;
                }
                HostType::Struct(index) => match (plan.structs[*index].role, plan.structs[*index].fields.first()) {
                    (Role::Element, Some(HostField { content: Content::Value(value), .. })) => ty = value,
                    (Role::Peeled { count }, Some(HostField { content: Content::Value(HostType::Array { element, .. }), .. })) => {
                        dims.push((count, plan.size(element)));
                        ty = element;
                    }
                    _ => return Access { dims, leaf: Leaf::Struct(*index) },
                },
                HostType::Number(scalar) => return Access::numbers(dims, *scalar),
                HostType::Library(_) => unreachable!("TypeScript has none of these libraries"),
            }
        }
    }

    /// The last dimensions, as far as numbers lie side by side, are one typed array; but one of 8-byte numbers would have
    /// to lie at a multiple of 8, which the buffer may not.
    fn numbers(mut dims: Vec<(u64, u64)>, scalar: Scalar) -> Access {
        let bytes = scalar.bytes(true);
        let mut count = 1;
        while bytes < 8
            && let Some(&(inner, stride)) = dims.last()
            && stride == bytes * count
        {
            count *= inner;
            dims.pop();
        }
        Access { dims, leaf: Leaf::Numbers(scalar, count) }
    }

    /// `i: number, j: number`.
    fn parameters(&self) -> String {
        (0..self.dims.len()).map(|level| format!("{}: number", index(level))).collect::<Vec<_>>().join(", ")
    }

    /// ` + at(i, 4, 16)`, for each index.
    fn steps(&self) -> String {
        let step = |(level, (count, stride)): (usize, &(u64, u64))| format!(" + at({}, {count}, {stride})", index(level));
        self.dims.iter().enumerate().map(step).collect()
    }
}

fn index(level: usize) -> String {
    match level {
        0 => "i".into(),
        1 => "j".into(),
        2 => "k".into(),
        more => format!("i{more}"),
    }
}

fn write_bits(out: &mut dyn Write, field: &HostField, unit: Scalar, part: &BitPart) -> io::Result<()> {
    let (name, first, js) = (&part.name, part.first, accessor(unit));
    let endian = if unit.bytes(true) == 1 { "" } else { ", true" };
    let place = format!("this.base + {}", field.offset);
    let ones = if part.width >= 64 { u64::MAX } else { (1u64 << part.width) - 1 };
    writeln!(out, "\n  /** {} bits from bit {first} of byte {}. */", part.width, field.offset)?;
    if is_big(unit) {
        writeln!(out, "  get {name}(): bigint {{\n    return this.view.get{js}({place}{endian}) >> {first}n & {ones:#x}n;\n  }}")?;
        writeln!(out, "  set {name}(value: bigint) {{\n    const rest = this.view.get{js}({place}{endian}) & ~({ones:#x}n << {first}n);")?;
        return writeln!(out, "    this.view.set{js}({place}, rest | (value & {ones:#x}n) << {first}n{endian});\n  }}");
    }
    writeln!(out, "  get {name}(): number {{\n    return (this.view.get{js}({place}{endian}) >>> {first} & {ones:#x}) >>> 0;\n  }}")?;
    writeln!(out, "  set {name}(value: number) {{\n    const rest = this.view.get{js}({place}{endian}) & ~({ones:#x} << {first});")?;
    writeln!(out, "    this.view.set{js}({place}, (rest | (value & {ones:#x}) << {first}) >>> 0{endian});\n  }}")
}

/// What is to be known of a buffer that its class does not say.
fn write_root(out: &mut dyn Write, plan: &Plan<'_>, root: &Root) -> io::Result<()> {
    let upper = &root.constant;
    writeln!(out, "\n/** Bytes of {}. */\nexport const {upper}_SIZE = {};", root.title, root.size)?;
    if let Some(stride) = root.stride {
        writeln!(out, "/** From one element to the next, in bytes: {}. */\nexport const {upper}_STRIDE = {stride};", root.title)?;
    }
    if let Some(tail) = &root.tail {
        let of = match Access::new(plan, &tail.element).leaf {
            Leaf::Struct(index) => format!("`{}`", plan.structs[index].name),
            Leaf::Numbers(scalar, count) => format!("{count} of {}", accessor(scalar)),
        };
        writeln!(out, "/** Where the elements of {} begin, which follow one another without end, each {of}. */", tail.what())?;
        writeln!(out, "export const {upper}_TAIL_OFFSET = {};", tail.offset)?;
        writeln!(out, "/** From one of them to the next, in bytes. */\nexport const {upper}_TAIL_STRIDE = {};", tail.stride)?;
    }
    Ok(())
}

const fn is_big(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Int64 | Scalar::Uint64)
}

/// The number in the names of `DataView`'s accessors and of typed arrays; that of 16 bits of floating point as its bits,
/// which not every engine has.
const fn accessor(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Int8 => "Int8",
        Scalar::Uint8 => "Uint8",
        Scalar::Int16 => "Int16",
        Scalar::Uint16 | Scalar::Float16 => "Uint16",
        Scalar::Int32 => "Int32",
        Scalar::Int64 => "BigInt64",
        Scalar::Uint64 => "BigUint64",
        Scalar::Float32 => "Float32",
        Scalar::Float64 => "Float64",
        _ => "Uint32",
    }
}
