//! Tables with the information for root signatures and descriptor set layouts.

mod entry;
mod unspecialized;

use std::fmt::Write as _;
use std::io::{self, Write};

use padstone_bind::{
    Amount, LayoutId, Leaf, LeafKind, ProgramLayout, TypeStructure, VariableDeclaration, element_leaves, globals_leaf, leaves, object,
};
use padstone_diag::Diagnostics;
use padstone_model::{BitField, Count, Module, UnspecializedTypeOwner};

use super::build::{counter_offset, is_address_of_elements, matrix, slot_arrays, specialization_constant};
use super::location_text::{key, location_text, stride_text, table_heading};
use super::{Reflection, doc_divergence, names, reflect_parameters};
use crate::uniforms::uniforms;

/// Writes the tables, and returns diagnostics about omitted parts.
///
/// # Errors
///
/// Those of `out`.
pub(super) fn write(reflection: &Reflection<'_>, out: &mut dyn Write) -> io::Result<Diagnostics> {
    let Reflection { module, layout, .. } = *reflection;
    let (program, diagnostics) = reflect_parameters(reflection);
    if diagnostics.has_errors() {
        return Ok(diagnostics);
    }
    let mut tables = Tables { module, layout, rows: Vec::new(), enclosing: Vec::new() };
    if let Some(leaf) = layout.globals_buffer.as_ref().and_then(globals_leaf) {
        tables.add("($Globals)", &leaf);
    }
    for variable in &layout.globals {
        leaves(module, layout, variable, &mut |leaf| tables.add("", &leaf));
    }
    tables.add_uniforms();
    tables.add_unspecialized(UnspecializedTypeOwner::Program, layout.globals.iter());
    tables.write("parameters of the program", out)?;
    for (entry, varyings) in layout.entries.iter().zip(&program.entry_points) {
        entry::write(module, layout, entry, varyings, out)?;
    }
    if let Some(space) = layout.bindless_space {
        writeln!(out, "{} {space} is reserved for the bindless resource heap", layout.target.space_noun())?;
    }
    if let Some(documented) = reflection.documented {
        doc_divergence::write(module, layout, documented, out)?;
    }
    Ok(diagnostics)
}

/// One line of a table.
struct ReflectionRow {
    /// The sort key: kind of table, space, register class, number.
    key: (u8, u64, char, u64),
    location: String,
    name: String,
    description: String,
    /// The number of enclosing arrays.
    arrays: usize,
    /// The members: offset, size, name, type.
    members: Vec<[String; 4]>,
}

struct Tables<'a> {
    module: &'a Module,
    layout: &'a ProgramLayout,
    rows: Vec<ReflectionRow>,
    /// By depth: the row of the enclosing buffer.
    enclosing: Vec<Option<usize>>,
}

impl Tables<'_> {
    fn add(&mut self, name: &str, leaf: &Leaf<'_>) {
        let name = if leaf.path.is_empty() { name } else { leaf.path };
        match leaf.kind {
            LeafKind::Object(slot) => {
                let strides: Vec<u64> = slot_arrays(leaf.dims, &slot).iter().map(|array| array.stride).collect();
                let description = self.describe_leaf(leaf, slot.bytes, &strides);
                self.rows.push(ReflectionRow {
                    key: key(self.layout, &slot),
                    location: location_text(self.layout, &slot),
                    name: name.to_owned(),
                    description,
                    arrays: leaf.dims.len(),
                    members: self.elements(leaf, name),
                });
                self.enclosing(leaf.depth);
            }
            LeafKind::Bytes { offset, .. } => {
                let index = self.enclosing_row(leaf);
                let members = self.members(leaf, name, self.rows[index].arrays);
                self.rows[index].members.extend(members);
                if is_address_of_elements(self.module, self.layout, leaf) {
                    self.address(leaf, name, offset, self.describe_leaf(leaf, None, &[]));
                }
            }
            LeafKind::Address { offset, size, bytes } => {
                let index = self.enclosing_row(leaf);
                let ty = leaf.ty.map_or(String::new(), |ty| self.module.type_name(ty).to_string());
                let strides: Vec<u64> = leaf.dims.iter().skip(self.rows[index].arrays).map(|dim| dim.stride).collect();
                self.rows[index].members.push([offset.to_string(), size.to_string(), name.to_owned(), with(ty, stride_text(&strides))]);
                self.address(leaf, name, offset, self.describe_leaf(leaf, bytes, &[]));
                self.enclosing(leaf.depth);
            }
            LeafKind::Aggregate { .. } | LeafKind::Space(_) => {}
        }
    }

    /// The uniforms in the default uniform block of OpenGL, which the linker gives locations if the source does not specify them.
    fn add_uniforms(&mut self) {
        for (index, uniform) in uniforms(self.module).enumerate() {
            self.rows.push(ReflectionRow {
                key: (5, 0, ' ', index as u64),
                location: uniform.location.map_or("no location".to_owned(), |location| format!("location {location}")),
                name: uniform.name.to_owned(),
                description: uniform.to_string(),
                arrays: 0,
                members: Vec::new(),
            });
        }
    }

    /// The row of the buffer that contains a leaf.
    fn enclosing_row(&mut self, leaf: &Leaf<'_>) -> usize {
        let around = leaf.depth.checked_sub(1).and_then(|depth| self.enclosing.get(depth).copied().flatten());
        around.unwrap_or_else(|| self.buffer_of_loose_bytes())
    }

    /// A row for a buffer whose address is stored in the enclosing buffer.
    fn address(&mut self, leaf: &Leaf<'_>, name: &str, offset: Amount, description: String) {
        let members = self.elements(leaf, name);
        let (location, arrays) = (format!("address +{offset}"), leaf.dims.len());
        self.rows.push(ReflectionRow { key: (3, 0, 'a', 0), location, name: name.to_owned(), description, arrays, members });
    }

    /// A leaf with bytes as a line of its buffer; an integer that contains bit-fields as one line for each. `outside`: the number of
    /// arrays that are outside the buffer.
    fn members(&self, leaf: &Leaf<'_>, name: &str, outside: usize) -> Vec<[String; 4]> {
        let LeafKind::Bytes { offset, size, .. } = leaf.kind else { return Vec::new() };
        let field = leaf.source.field(self.module);
        let line = |name: String, description: String| [offset.to_string(), size.to_string(), name, description];
        let strides = self.strides(leaf, outside);
        if let Some(bit_fields) = field.map(|field| &field.written.bit_fields).filter(|bit_fields| !bit_fields.is_empty()) {
            let around = name.rsplit_once('.').map_or(String::new(), |(around, _)| format!("{around}."));
            let bit_field = |bit_field: &BitField| {
                let ty = self.module.type_name(bit_field.ty);
                let description = format!("{ty}, bits {}..{}", bit_field.first, bit_field.first.saturating_add(bit_field.bits));
                line(format!("{around}{} : {}", self.module.name(bit_field.name), bit_field.bits), with(description, stride_text(&strides)))
            };
            return bit_fields.iter().map(bit_field).collect();
        }
        let width = field.and_then(|field| field.bitfield).map(|bits| bits.width);
        let first = self.layout.bits.get(&leaf.source);
        let bits = first.zip(width).map(|(&first, width)| format!("bits {first}..{}", first.saturating_add(width)));
        let ty = leaf.ty.map_or(String::new(), |ty| names::readable(self.module, field, ty));
        let description = with(with(with(ty, bits), stride_text(&strides)), leaf.layout.and_then(|id| self.vectors(id)));
        vec![line(width.map_or(name.to_owned(), |width| format!("{name} : {width}")), description)]
    }

    /// The strides in bytes, outermost first: of the arrays around a leaf, then of its own arrays.
    fn strides(&self, leaf: &Leaf<'_>, outside: usize) -> Vec<u64> {
        let mut strides: Vec<u64> = leaf.dims.iter().skip(outside).map(|dim| dim.stride).collect();
        let mut inner = leaf.layout;
        while let Some(id) = inner
            && let TypeStructure::Array { element, stride } = self.layout.get(id).shape
        {
            strides.push(stride);
            inner = Some(element);
        }
        strides
    }

    /// How the scalars of a matrix are stored: `row-major, matrix stride 16`.
    fn vectors(&self, id: LayoutId) -> Option<String> {
        let (stride, majorness) = matrix(self.module, self.layout, id);
        let majorness = majorness?;
        Some(match stride {
            Some(stride) => format!("{majorness}-major, matrix stride {stride}"),
            None => format!("{majorness}-major"),
        })
    }

    /// The members of each element of a structured buffer, as lines.
    fn elements(&self, leaf: &Leaf<'_>, name: &str) -> Vec<[String; 4]> {
        let mut members = Vec::new();
        if let Some(element) = self.element(leaf) {
            element_leaves(self.module, self.layout, element, &format!("{name}[]"), &mut |leaf| {
                members.extend(self.members(&leaf, leaf.path, 0));
            });
        }
        members
    }

    /// The content of a structured buffer.
    fn element(&self, leaf: &Leaf<'_>) -> Option<LayoutId> {
        match self.layout.get(leaf.layout?).shape {
            TypeStructure::Elements(element) => Some(element),
            _ => None,
        }
    }

    /// Makes the last row the enclosing buffer, or resource, at a depth.
    fn enclosing(&mut self, depth: usize) {
        self.enclosing.truncate(depth);
        self.enclosing.resize(depth, None);
        self.enclosing.push(Some(self.rows.len() - 1));
    }

    /// The row of the implicit buffer, without a location if it has no binding.
    fn buffer_of_loose_bytes(&mut self) -> usize {
        let found = self.rows.iter().position(|row| row.name.starts_with('('));
        found.unwrap_or_else(|| {
            let row = ReflectionRow {
                key: (3, 0, ' ', 0),
                location: "bytes".to_owned(),
                name: "(passed by address)".to_owned(),
                description: String::new(),
                arrays: 0,
                members: Vec::new(),
            };
            self.rows.push(row);
            self.rows.len() - 1
        })
    }

    /// A resource: its type, its size, and its stride.
    fn describe_leaf(&self, leaf: &Leaf<'_>, bytes: Option<Amount>, strides: &[u64]) -> String {
        let mut text = match leaf.ty {
            Some(ty) => match object(self.module, ty) {
                Some(resource) => self.module.name(resource.spelling()).to_owned(),
                None => self.module.type_name(ty).to_string(),
            },
            None if matches!(leaf.source, VariableDeclaration::Bound(_)) => "descriptor heap".to_owned(),
            None => "constant buffer".to_owned(),
        };
        for dim in leaf.dims {
            let _ = match dim.count {
                Count::Known(count) => write!(text, "[{count}]"),
                Count::Runtime => write!(text, "[]"),
                Count::LinkTime => write!(text, "[unknown]"),
            };
        }
        if specialization_constant(self.module, self.layout, leaf).is_some_and(|constant| !constant.has_value) {
            text.push_str(", needs a value");
        }
        if let Some(offset) = counter_offset(self.module, leaf) {
            let _ = write!(text, ", offset {}", offset.bytes());
        }
        if let Some(bytes) = bytes.filter(|&bytes| bytes != Amount::Unbounded) {
            let _ = write!(text, ", {bytes} bytes");
        }
        if let Some(stride) = stride_text(strides) {
            let _ = write!(text, ", {stride}");
        }
        if let Some(stride) = self.element(leaf).and_then(|element| self.layout.get(element).stride()) {
            let _ = write!(text, ", stride {stride}");
        }
        text
    }

    fn write(mut self, heading: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        writeln!(out, "{heading}")?;
        self.rows.sort_by_key(|row| row.key);
        let location_width = self.rows.iter().map(|row| row.location.len()).max().unwrap_or(0);
        let names = self.rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
        let mut table = None;
        for row in &self.rows {
            let key = (row.key.0, if row.key.0 == 0 { row.key.1 } else { 0 });
            if table.replace(key) != Some(key) {
                match row.key.0 {
                    0 => writeln!(out, "  {}", table_heading(self.layout, row.key.1))?,
                    1 => writeln!(out, "  outside any set, space, or group")?,
                    4 => writeln!(out, "  unspecialized: pass types with `-specialize`")?,
                    5 => writeln!(out, "  default uniform block")?,
                    _ => writeln!(out, "  bytes")?,
                }
            }
            writeln!(out, "{}", format!("    {:location_width$}  {:names$}  {}", row.location, row.name, row.description).trim_end())?;
            let width = |column: usize| row.members.iter().map(|member| member[column].len()).max().unwrap_or(0);
            let (offsets, sizes, members) = (width(0), width(1), width(2));
            for [offset, size, name, ty] in &row.members {
                writeln!(out, "    {:location_width$}    +{offset:<offsets$} {size:>sizes$} bytes  {name:members$}  {ty}", "")?;
            }
        }
        writeln!(out)
    }
}

/// A text followed by another.
fn with(text: String, more: Option<String>) -> String {
    match more {
        Some(more) => format!("{text}, {more}"),
        None => text,
    }
}
