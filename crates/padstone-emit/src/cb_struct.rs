//! Constant buffers as structs: `padstone emit cb-struct`.
//!
//! The members are in the order of their offsets, and every gap between them is a padding field, numbered
//! throughout; whole registers are `float4 paddingN[k]`. A table after each struct maps the constants, in declaration order,
//! to its fields.
//!
//! ```text
//! struct CBLayout {
//!   float4 padding0[2]; // c0/c1
//!   float a;            // c2.x
//!   float padding1;     // c2.y
//!   float2 c;           // c2.zw
//!   float4 padding2;    // c3
//!   float b;            // c4.x
//! } cbuffer_CB;
//! ```

mod shader;

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::{Layout, ModuleLayout, Subject};
use padstone_model::{Buffer, BufferKind, Field, FieldRole, Major, Module, Offset, Size, Type, TypeId};

use padstone_source::SourceFile;

use crate::registers::registers;
use shader::Replacement;

/// Writes every constant buffer. A buffer whose members share bytes is skipped, with a diagnostic.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, module: &Module, layouts: &ModuleLayout) -> io::Result<Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let mut taken = HashMap::new();
    for layout in &layouts.layouts {
        let Subject::Buffer(id) = layout.subject else { continue };
        let buffer = &module.buffers[id];
        if matches!(buffer.kind, BufferKind::Structured | BufferKind::PushConstant | BufferKind::ShaderRecord) {
            continue;
        }
        match members(module, layouts, layout) {
            Ok(members) => {
                if !taken.is_empty() {
                    writeln!(out)?;
                }
                let name = free_name(module, buffer, &mut taken);
                Writer { module, name, size: layout.size }.write(out, &members)?;
            }
            Err(overlap) => diagnostics.push(overlap.report(module, buffer)),
        }
    }
    Ok(diagnostics)
}

/// Writes a whole file, in which each `cbuffer` and `tbuffer` is replaced by the struct and its variable, and each use of a constant
/// by its field: `a + b` is `cbuffer_A.a + cbuffer_A.b`.
///
/// # Errors
/// Those of `out`.
pub fn write_shader(out: &mut dyn Write, module: &Module, layouts: &ModuleLayout, file: &SourceFile) -> io::Result<Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let (mut taken, mut fields, mut replacements) = (HashMap::new(), HashMap::new(), Vec::new());
    for layout in &layouts.layouts {
        let Subject::Buffer(id) = layout.subject else { continue };
        let buffer = &module.buffers[id];
        let start = buffer.span.start.checked_sub(file.base()).map(|start| start as usize);
        let name = start.map(|start| start..start + buffer.span.len() as usize).filter(|name| name.end <= file.text.len());
        // Other declarations are unchanged: variables, and declarations in other files.
        let Some(name) = name.filter(|_| matches!(buffer.kind, BufferKind::CBuffer | BufferKind::TBuffer)) else { continue };
        let members = match members(module, layouts, layout) {
            Ok(members) => members,
            Err(overlap) => {
                diagnostics.push(overlap.report(module, buffer));
                continue;
            }
        };
        let writer = Writer { module, name: free_name(module, buffer, &mut taken), size: layout.size };
        let mut text = Vec::new();
        writer.write_struct(&mut text, &members)?;
        for member in &members {
            let constant = module.name(member.field.name);
            let unqualified = constant.rsplit("::").next().unwrap_or(constant).to_owned();
            let field = format!("cbuffer_{}.{}", writer.name, identifier(constant));
            if let Some(earlier) = fields.insert(unqualified.clone(), field.clone()).filter(|earlier| *earlier != field) {
                let message = format!("`{unqualified}` is ambiguous: both `{earlier}` and `{field}` would replace it");
                let found = Diagnostic::error(&codes::STRUCT_USE_AMBIGUOUS, message, member.field.span);
                diagnostics.push(found.help("rename one of them in the source"));
            }
        }
        replacements.push(Replacement { name, text: String::from_utf8_lossy(&text).trim_end().to_owned() });
    }
    if !diagnostics.has_errors() {
        diagnostics.append(shader::write(out, file, &replacements, &fields)?);
    }
    Ok(diagnostics)
}

/// A constant that has bytes, with its offset.
struct PlacedConstant<'m> {
    field: &'m Field,
    declared: usize,
    offset: Offset,
    size: Size,
}

/// Two constants that share bytes, or one of which is in padding of the other: a struct cannot contain both.
struct Overlap<'m> {
    first: &'m Field,
    second: &'m Field,
    at: Offset,
    /// Whether values share bytes.
    of_values: bool,
}

/// The constants in the order of their offsets.
fn members<'m>(module: &'m Module, layouts: &'m ModuleLayout, layout: &Layout) -> Result<Vec<PlacedConstant<'m>>, Overlap<'m>> {
    let fields = layouts.types(layout).fields(module, layout.content).enumerate();
    let with_bytes = fields.filter(|(_, (_, place))| place.size > Size::ZERO);
    let mut members: Vec<PlacedConstant<'m>> =
        with_bytes.map(|(declared, (field, place))| PlacedConstant { field, declared, offset: place.offset, size: place.size }).collect();
    members.sort_by_key(|member| member.offset);
    for pair in members.windows(2) {
        if pair[0].offset.plus(pair[0].size).is_none_or(|end| pair[1].offset < end) {
            let end = pair[1].offset.plus(pair[1].size);
            let of_values = layout.overlaps.iter().any(|shared| shared.end > pair[1].offset && end.is_none_or(|end| shared.start < end));
            return Err(Overlap { first: pair[0].field, second: pair[1].field, at: pair[1].offset, of_values });
        }
    }
    Ok(members)
}

impl Overlap<'_> {
    fn report(&self, module: &Module, buffer: &Buffer) -> Diagnostic {
        let (first, second) = (module.name(self.first.name), module.name(self.second.name));
        let relation = match self.of_values {
            true => format!("`{first}` and `{second}` share bytes"),
            false => format!("`{second}` is in padding of `{first}`"),
        };
        let message = format!("`{}` has no layout struct: {relation}", module.name(buffer.name));
        Diagnostic::error(&codes::STRUCT_OVERLAP, message, self.second.span)
            .label(self.second.span, format!("starts at offset {}, before `{first}` ends", self.at))
            .label(self.first.span, if self.of_values { "also occupies that byte" } else { "has padding in that byte" })
            .help("move one of them: in a struct, each byte belongs to one field")
    }
}

/// The name of a buffer as an identifier that no other struct of the output has: `C`, `C_1`, …
fn free_name(module: &Module, buffer: &Buffer, taken: &mut HashMap<String, u64>) -> String {
    let requested = identifier(module.name(buffer.name).trim_start_matches('$'));
    let mut suffix = taken.get(&requested).copied().unwrap_or(0);
    let mut name = requested.clone();
    // Maps each name in use to the next number to append.
    while taken.contains_key(&name) {
        suffix += 1;
        name = format!("{requested}_{suffix}");
    }
    taken.insert(requested, suffix);
    taken.entry(name.clone()).or_insert(0);
    name
}

fn identifier(qualified: &str) -> String {
    qualified.replace("::", "_")
}

/// Writes one struct.
struct Writer<'m> {
    module: &'m Module,
    name: String,
    size: Size,
}

/// A line of the struct: the declaration, and its registers.
struct StructLine {
    declaration: String,
    registers: String,
}

impl Writer<'_> {
    fn write(&self, out: &mut dyn Write, members: &[PlacedConstant<'_>]) -> io::Result<()> {
        self.write_struct(out, members)?;
        self.write_map(out, members)
    }

    fn write_struct(&self, out: &mut dyn Write, members: &[PlacedConstant<'_>]) -> io::Result<()> {
        let lines = self.lines(members);
        let width = lines.iter().map(|line| line.declaration.chars().count()).max().unwrap_or(0);
        writeln!(out, "struct {}Layout {{", self.name)?;
        for line in &lines {
            writeln!(out, "  {:width$} // {}", line.declaration, line.registers)?;
        }
        writeln!(out, "}} cbuffer_{};", self.name)
    }

    fn lines(&self, members: &[PlacedConstant<'_>]) -> Vec<StructLine> {
        let names = members.iter().map(|member| self.module.name(member.field.name)).collect();
        let mut paddings = Paddings { names, next: 0, lines: Vec::new() };
        let mut cursor = Offset::ZERO;
        for member in members {
            paddings.fill(cursor, member.offset);
            let name = identifier(self.module.name(member.field.name));
            let declaration = format!("{};", declaration(self.module, member.field.ty, &name));
            paddings.lines.push(StructLine { declaration, registers: covered(member.offset, member.size) });
            cursor = member.offset.plus(member.size).unwrap_or(member.offset);
        }
        paddings.fill(cursor, Offset::from(self.size));
        paddings.lines
    }

    /// Writes the table from each constant, in declaration order, to its field.
    fn write_map(&self, out: &mut dyn Write, members: &[PlacedConstant<'_>]) -> io::Result<()> {
        if members.is_empty() {
            return Ok(());
        }
        let mut members: Vec<_> = members.iter().collect();
        members.sort_by_key(|member| member.declared);
        let rows = members.into_iter().map(|member| {
            let name = self.module.name(member.field.name);
            let registers = covered(member.offset, member.size);
            (name, registers, member.offset, member.size, format!("cbuffer_{}.{}", self.name, identifier(name)))
        });
        let rows: Vec<_> = rows.collect();
        let names = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0).max("constant".len());
        let registers = rows.iter().map(|row| row.1.len()).max().unwrap_or(0).max("register".len());
        writeln!(out, "// {:names$}  {:registers$}  {:>10}  {:>10}  field", "constant", "register", "offset", "size")?;
        for (name, register, offset, size, field) in rows {
            writeln!(out, "// {name:names$}  {register:registers$}  {offset:>10}  {size:>10}  {field}")?;
        }
        Ok(())
    }
}

/// A field as HLSL declares it: array dimensions follow the name, and unnamed structs are written in full.
fn declaration(module: &Module, ty: TypeId, name: &str) -> String {
    let inner = module.types.peel_arrays(ty);
    let full_name = module.type_name(ty).to_string();
    let unqualified = module.type_name(inner).to_string();
    let dims = full_name.strip_prefix(unqualified.as_str()).unwrap_or("");
    match module.types[inner] {
        Type::Matrix { major, .. } if major != module.options.default_major => match major {
            Major::Row => format!("row_major {unqualified} {name}{dims}"),
            Major::Column => format!("column_major {unqualified} {name}{dims}"),
        },
        Type::Struct(id) if module.structs[id].name.is_empty() => {
            let members = module.structs[id].fields.iter().filter(|field| field.role == FieldRole::Member);
            let members: Vec<String> =
                members.map(|field| format!("{}; ", declaration(module, field.ty, module.name(field.name)))).collect();
            format!("struct {{ {}}} {name}{dims}", members.concat())
        }
        _ => format!("{unqualified} {name}{dims}"),
    }
}

/// Creates padding fields with unused numbers.
struct Paddings<'m> {
    names: HashSet<&'m str>,
    next: u64,
    lines: Vec<StructLine>,
}

impl Paddings<'_> {
    /// Fields for all bytes between two offsets: up to the end of the register, whole registers, then the rest.
    fn fill(&mut self, from: Offset, to: Offset) {
        let mut position = from.bytes();
        while position < to.bytes() {
            let left = to.bytes() - position;
            let size = match (position % 16, position % 4) {
                (0, _) if left >= 16 => left / 16 * 16,
                (_, 0) if left >= 4 => (left / 4 * 4).min(16 - position % 16),
                (_, rest) => left.min(4 - rest),
            };
            let name = self.name();
            let declaration = match size {
                2 => format!("uint16_t {name};"),
                4 => format!("float {name};"),
                8 | 12 => format!("float{} {name};", size / 4),
                16 => format!("float4 {name};"),
                _ if size.is_multiple_of(16) => format!("float4 {name}[{}];", size / 16),
                _ => format!("uint8_t {name}[{size}];"),
            };
            self.lines.push(StructLine { declaration, registers: covered(Offset::new(position), Size::new(size)) });
            position += size;
        }
    }

    fn name(&mut self) -> String {
        loop {
            let name = format!("padding{}", self.next);
            self.next += 1;
            if !self.names.contains(name.as_str()) {
                return name;
            }
        }
    }
}

/// The registers of a range, in the notation of the proposal: `c2.zw`, `c0/c1`, `c2-c11`.
fn covered(offset: Offset, size: Size) -> String {
    let text = registers(offset, size);
    let last = offset.bytes().saturating_add(size.bytes().saturating_sub(1));
    if last / 16 == offset.bytes() / 16 + 1 { text.replace('-', "/") } else { text }
}
