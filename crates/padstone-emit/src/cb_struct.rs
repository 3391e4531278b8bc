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

mod fields;
mod scopes;
mod shader;
pub(crate) mod tokens;
mod type_members;
mod uses;

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::ops::Range;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::{Layout, ModuleLayout, Subject};
use padstone_model::{Buffer, BufferId, BufferKind, Field, FieldRole, Major, Module, Offset, Size, Type, TypeId};

use padstone_source::{SourceFile, Span};

use crate::registers::registers;
use fields::{ConstantField, StructField};
use shader::{Replacement, ShaderFile};
use tokens::ShaderMacros;
use type_members::TypeMembers;
use uses::ShaderNames;

/// Writes every constant buffer. A buffer whose members share bytes is skipped, with a diagnostic.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, module: &Module, layouts: &ModuleLayout) -> io::Result<Diagnostics> {
    let is_written = |buffer: &Buffer| !matches!(buffer.kind, BufferKind::Structured | BufferKind::PushConstant | BufferKind::ShaderRecord);
    let (structs, diagnostics) = structs(module, layouts, is_written, &HashSet::new());
    for (index, writer) in structs.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writer.write(out)?;
    }
    Ok(diagnostics)
}

/// Writes a whole file, in which each `cbuffer` and `tbuffer` is replaced by the struct and its variable, and each use of a constant
/// by its field: `a + b` is `cbuffer_A.a + cbuffer_A.b`. Other declarations in the buffer remain. Uses in the files that it includes
/// are errors, and so are names that may be other declarations; the output is empty then.
///
/// # Errors
/// Those of `out`.
pub fn write_shader<'f>(
    out: &mut dyn Write,
    module: &Module,
    layouts: &ModuleLayout,
    file: &'f SourceFile,
    included: impl Iterator<Item = &'f SourceFile>,
) -> io::Result<Diagnostics> {
    // Other declarations are unchanged: variables, and declarations in other files.
    let is_written =
        |buffer: &Buffer| matches!(buffer.kind, BufferKind::CBuffer | BufferKind::TBuffer) && range_in(file, buffer.span).is_some();
    let of_file = |file: &'f SourceFile| ShaderFile { file, tokens: tokens::tokens(&file.text) };
    let (main, included) = (of_file(file), included.map(of_file).collect::<Vec<_>>());
    let mut types = TypeMembers::of_module(module);
    let (mut macros, mut words) = (ShaderMacros::new(), HashSet::new());
    for ShaderFile { file, tokens } in included.iter().chain([&main]) {
        types.add(&file.text, tokens);
        tokens::add_macros(&mut macros, &file.text, tokens);
        words.extend(tokens::words(&file.text, tokens));
    }
    let (structs, mut diagnostics) = structs(module, layouts, is_written, &words);
    let (mut constants, mut replacements) = (HashMap::<String, ConstantField>::new(), Vec::new());
    for writer in &structs {
        let mut text = Vec::new();
        writer.write_struct(&mut text)?;
        // The struct of the members has the qualified name of the buffer.
        let qualified = module.as_struct(module.buffers[writer.buffer].content).map_or("", |content| module.name(content.name));
        let namespace = qualified.rsplit_once("::").map_or("", |(namespace, _)| namespace);
        for member in writer.constants() {
            let constant = module.name(member.field.name);
            let unqualified = constant.rsplit("::").next().unwrap_or(constant);
            let field = format!("cbuffer_{}.{}", writer.name, identifier(constant));
            let replaced = ConstantField { field: field.clone(), namespace: namespace.to_owned() };
            if let Some(earlier) = constants.insert(unqualified.to_owned(), replaced).filter(|earlier| earlier.field != field) {
                let message = format!("`{unqualified}` is ambiguous: both `{}` and `{field}` would replace it", earlier.field);
                let found = Diagnostic::error(&codes::STRUCT_USE_AMBIGUOUS, message, member.field.span);
                diagnostics.push(found.help("rename one of them in the source"));
            }
        }
        let mut names: Vec<Range<usize>> = writer.constants().filter_map(|member| range_in(file, member.field.span)).collect();
        names.sort_by_key(|name| name.start);
        let text = String::from_utf8_lossy(&text).trim_end().to_owned();
        replacements.extend(range_in(file, module.buffers[writer.buffer].span).map(|name| Replacement { name, constants: names, text }));
    }
    if !diagnostics.has_errors() {
        let names = ShaderNames { fields: &constants, types, macros, loop_variables_stay: module.options.loop_variables_stay };
        diagnostics.append(shader::write(out, (&main, &included), &names, &replacements)?);
    }
    Ok(diagnostics)
}

/// The range of a name in a file, if it is in that file.
fn range_in(file: &SourceFile, name: Span) -> Option<Range<usize>> {
    let start = name.start.checked_sub(file.base())? as usize;
    let range = start..start + name.len() as usize;
    (range.end <= file.text.len()).then_some(range)
}

/// The structs of the selected buffers, without names in `words`, and a diagnostic for each buffer that no struct can represent.
fn structs<'m>(
    module: &'m Module,
    layouts: &'m ModuleLayout,
    is_written: impl Fn(&Buffer) -> bool,
    words: &HashSet<&str>,
) -> (Vec<Writer<'m>>, Diagnostics) {
    let (mut diagnostics, mut buffers) = (Diagnostics::new(), Vec::new());
    for layout in &layouts.layouts {
        let Subject::Buffer(id) = layout.subject else { continue };
        let buffer = &module.buffers[id];
        if !is_written(buffer) {
            continue;
        }
        match members(module, layouts, layout) {
            Ok(members) => buffers.push((id, layout, members)),
            Err(overlap) => diagnostics.push(overlap.report(module, buffer)),
        }
    }
    let (mut taken, mut writers) = (HashMap::new(), Vec::new());
    let fields = fields::of_buffers(module, layouts, &buffers);
    for ((id, layout, members), fields) in buffers.into_iter().zip(fields) {
        let buffer = &module.buffers[id];
        match fields {
            Ok(fields) => writers.push(Writer { module, buffer: id, name: free_name(module, buffer, words, &mut taken), fields, members }),
            Err(misplaced) => diagnostics.push(misplaced.report(module, buffer, layouts.rules(layout).name)),
        }
    }
    (writers, diagnostics)
}

/// A constant that has bytes, with its offset.
#[derive(Clone, Copy)]
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

/// The name of a buffer as an identifier that no other struct of the output has: `C`, `C_1`, … Neither the struct nor its variable has a name
/// in `words`.
fn free_name(module: &Module, buffer: &Buffer, words: &HashSet<&str>, taken: &mut HashMap<String, u64>) -> String {
    let requested = identifier(module.name(buffer.name).trim_start_matches('$'));
    let mut suffix = taken.get(&requested).copied().unwrap_or(0);
    let mut name = requested.clone();
    // Maps each name in use to the next number to append.
    let is_word = |name: &str| [format!("{name}Layout"), format!("cbuffer_{name}")].iter().any(|new| words.contains(new.as_str()));
    while taken.contains_key(&name) || is_word(&name) {
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
    buffer: BufferId,
    name: String,
    /// The fields of the struct, in their order.
    fields: Vec<StructField>,
    /// The constants in the order of their offsets.
    members: Vec<PlacedConstant<'m>>,
}

/// A line of the struct: the declaration, and its registers.
struct StructLine {
    declaration: String,
    registers: String,
}

impl<'m> Writer<'m> {
    fn constants(&self) -> impl Iterator<Item = &PlacedConstant<'m>> {
        self.members.iter()
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_struct(out)?;
        self.write_map(out)
    }

    fn write_struct(&self, out: &mut dyn Write) -> io::Result<()> {
        let lines: Vec<StructLine> = self.fields.iter().map(|field| self.line(field)).collect();
        let width = lines.iter().map(|line| line.declaration.chars().count()).max().unwrap_or(0);
        writeln!(out, "struct {}Layout {{", self.name)?;
        for line in &lines {
            writeln!(out, "  {:width$} // {}", line.declaration, line.registers)?;
        }
        writeln!(out, "}} cbuffer_{};", self.name)
    }

    fn line(&self, field: &StructField) -> StructLine {
        match field {
            StructField::Constant(index) => {
                let member = &self.members[*index];
                let name = identifier(self.module.name(member.field.name));
                let declaration = format!("{};", declaration(self.module, member.field.ty, &name));
                // The definition of a type in the buffer moves before the struct.
                let inside = format!("{}.", self.module.name(self.module.buffers[self.buffer].name));
                let declaration = declaration.strip_prefix(&inside).map_or_else(|| declaration.clone(), str::to_owned);
                StructLine { declaration, registers: covered(member.offset, member.size) }
            }
            StructField::Padding(padding) => StructLine {
                declaration: format!("{};", padding.declaration()),
                registers: covered(padding.offset, Size::new(padding.ty.bytes())),
            },
        }
    }

    /// Writes the table from each constant, in declaration order, to its field.
    fn write_map(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.members.is_empty() {
            return Ok(());
        }
        let mut members: Vec<_> = self.members.iter().collect();
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

/// The registers of a range, in the notation of the proposal: `c2.zw`, `c0/c1`, `c2-c11`.
fn covered(offset: Offset, size: Size) -> String {
    let text = registers(offset, size);
    let last = offset.bytes().saturating_add(size.bytes().saturating_sub(1));
    if last / 16 == offset.bytes() / 16 + 1 { text.replace('-', "/") } else { text }
}
