//! Tables for people: what a root signature or a descriptor set layout is written from.

use std::fmt::Write as _;
use std::io::{self, Write};

use padstone_bind::program::{
    Amount, EntryLayout, Explicit, Kind, LayoutId, Leaf, ProgramLayout, Shape, Slot, UNKNOWN_SPACE, What, element_leaves, entry_leaves,
    globals_leaf, leaves, object,
};
use padstone_diag::Diagnostics;
use padstone_model::{Count, Language, Module, Stage};

use super::{EntryPoint, Reflection, otherwise, reflect};

/// Writes the tables, and returns what could not be listed.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(reflection: &Reflection<'_>, out: &mut dyn Write) -> io::Result<Diagnostics> {
    let Reflection { module, layout, .. } = *reflection;
    let (program, diagnostics) = reflect(reflection);
    if diagnostics.has_errors() {
        return Ok(diagnostics);
    }
    let mut tables = Tables { module, layout, rows: Vec::new(), open: Vec::new() };
    if let Some(leaf) = layout.globals_buffer.as_ref().and_then(globals_leaf) {
        tables.add("(loose globals)", &leaf);
    }
    for variable in &layout.globals {
        leaves(module, layout, variable, &mut |leaf| tables.add("", &leaf));
    }
    tables.write("parameters of the program", out)?;
    for (entry, varyings) in layout.entries.iter().zip(&program.entry_points) {
        entry_point(module, layout, entry, varyings, out)?;
    }
    if let Some(space) = layout.bindless_space {
        writeln!(out, "{} {space} is kept for descriptors that are reached by number", space_word(layout))?;
    }
    if let Some(documented) = reflection.documented {
        otherwise::write(module, layout, documented, out)?;
    }
    Ok(diagnostics)
}

/// One line of a table.
struct Row {
    /// What the tables are told apart by, and lines ordered by: the sort of table, the space, the register class, the number.
    key: (u8, u64, char, u64),
    place: String,
    name: String,
    what: String,
    /// What lies in it: offset, size, name, type.
    members: Vec<[String; 4]>,
}

struct Tables<'a> {
    module: &'a Module,
    layout: &'a ProgramLayout,
    rows: Vec<Row>,
    /// By depth: the row of the buffer that is open there.
    open: Vec<Option<usize>>,
}

impl Tables<'_> {
    fn add(&mut self, name: &str, leaf: &Leaf<'_>) {
        let name = if leaf.path.is_empty() { name } else { leaf.path };
        match leaf.what {
            What::Object(slot) => {
                let what = self.what(leaf, &slot);
                self.rows.push(Row {
                    key: key(self.layout, &slot),
                    place: place(self.layout, &slot),
                    name: name.to_owned(),
                    what,
                    members: self.elements(leaf, name),
                });
                self.open(leaf.depth);
            }
            What::Bytes { .. } => {
                let around = leaf.depth.checked_sub(1).and_then(|depth| self.open.get(depth).copied().flatten());
                let at = around.unwrap_or_else(|| self.buffer_of_loose_bytes());
                let member = self.member(leaf, name);
                self.rows[at].members.extend(member);
            }
            What::Address { bytes, .. } => {
                let what = leaf.ty.map_or(String::new(), |ty| self.module.type_name(ty).to_string());
                let bytes = bytes.map_or(String::new(), |bytes| format!(", {bytes} bytes"));
                self.rows.push(Row {
                    key: (3, 0, 'a', 0),
                    place: "address".to_owned(),
                    name: name.to_owned(),
                    what: what + &bytes,
                    members: Vec::new(),
                });
                self.open(leaf.depth);
            }
            What::Whole { .. } | What::Space(_) => {}
        }
    }

    /// A leaf with bytes as a line of the buffer that it is in.
    fn member(&self, leaf: &Leaf<'_>, name: &str) -> Option<[String; 4]> {
        let What::Bytes { offset, size, stride } = leaf.what else { return None };
        let ty = leaf.ty.map_or(String::new(), |ty| self.module.type_name(ty).to_string());
        let stride = if stride > 0 { format!("{ty}, {stride} apart") } else { ty };
        Some([offset.to_string(), size.to_string(), name.to_owned(), stride])
    }

    /// What lies in each element of a structured buffer, as lines.
    fn elements(&self, leaf: &Leaf<'_>, name: &str) -> Vec<[String; 4]> {
        let mut members = Vec::new();
        if let Some(element) = self.element(leaf) {
            element_leaves(self.module, self.layout, element, &format!("{name}[]"), &mut |leaf| {
                members.extend(self.member(&leaf, leaf.path));
            });
        }
        members
    }

    /// What a structured buffer holds.
    fn element(&self, leaf: &Leaf<'_>) -> Option<LayoutId> {
        match self.layout.get(leaf.layout?).shape {
            Shape::Elements(element) => Some(element),
            _ => None,
        }
    }

    /// The last row is a buffer that is open at a depth, or an object.
    fn open(&mut self, depth: usize) {
        self.open.truncate(depth);
        self.open.resize(depth, None);
        self.open.push(Some(self.rows.len() - 1));
    }

    /// The row of the implicit buffer; where bytes are passed otherwise, one without a place.
    fn buffer_of_loose_bytes(&mut self) -> usize {
        let found = self.rows.iter().position(|row| row.name.starts_with('('));
        found.unwrap_or_else(|| {
            let row = Row {
                key: (3, 0, ' ', 0),
                place: "bytes".to_owned(),
                name: "(passed by address)".to_owned(),
                what: String::new(),
                members: Vec::new(),
            };
            self.rows.push(row);
            self.rows.len() - 1
        })
    }

    fn what(&self, leaf: &Leaf<'_>, slot: &Slot) -> String {
        let mut text = match leaf.ty {
            Some(ty) => match object(self.module, ty) {
                Some(resource) => self.module.name(resource.name).to_owned(),
                None => self.module.type_name(ty).to_string(),
            },
            None => "constant buffer".to_owned(),
        };
        for dim in leaf.dims {
            let _ = match dim.count {
                Count::Known(count) => write!(text, "[{count}]"),
                Count::Runtime => write!(text, "[]"),
                Count::Open => write!(text, "[unknown]"),
            };
        }
        if let Some(bytes) = slot.bytes.filter(|&bytes| bytes != Amount::Infinite) {
            let _ = write!(text, ", {bytes} bytes");
        }
        if slot.stride > 0 {
            let _ = write!(text, ", elements {} apart", slot.stride);
        }
        if let Some(stride) = self.element(leaf).and_then(|element| self.layout.get(element).stride()) {
            let _ = write!(text, ", {stride} bytes each");
        }
        text
    }

    fn write(mut self, heading: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        writeln!(out, "{heading}")?;
        self.rows.sort_by_key(|row| row.key);
        let places = self.rows.iter().map(|row| row.place.len()).max().unwrap_or(0);
        let names = self.rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
        let mut table = None;
        for row in &self.rows {
            let this = (row.key.0, if row.key.0 == 0 { row.key.1 } else { 0 });
            if table.replace(this) != Some(this) {
                match row.key.0 {
                    0 => writeln!(out, "  {} {}", space_word(self.layout), space(row.key.1))?,
                    1 => writeln!(out, "  beside the spaces")?,
                    _ => writeln!(out, "  bytes")?,
                }
            }
            writeln!(out, "{}", format!("    {:places$}  {:names$}  {}", row.place, row.name, row.what).trim_end())?;
            let width = |column: usize| row.members.iter().map(|member| member[column].len()).max().unwrap_or(0);
            let (offsets, sizes, members) = (width(0), width(1), width(2));
            for [offset, size, name, ty] in &row.members {
                writeln!(out, "    {:places$}    +{offset:<offsets$} {size:>sizes$} bytes  {name:members$}  {ty}", "")?;
            }
        }
        writeln!(out)
    }
}

fn entry_point(module: &Module, layout: &ProgramLayout, entry: &EntryLayout, varyings: &EntryPoint, out: &mut dyn Write) -> io::Result<()> {
    let declared = &module.entry_points[entry.index];
    let mut heading = format!("entry point {}", module.name(declared.name));
    if let Some(stage) = declared.stage {
        let _ = write!(heading, " ({})", stage_words(stage));
    }
    let mut tables = Tables { module, layout, rows: Vec::new(), open: Vec::new() };
    entry_leaves(module, layout, entry, &mut |leaf| tables.add("(uniform parameters)", &leaf));
    for (varyings, order, word) in [(&varyings.inputs, 0, "in"), (&varyings.outputs, 1, "out")] {
        for varying in varyings {
            let first = varying.location.and_then(Amount::finite).unwrap_or(u64::MAX);
            let count = varying.locations.map_or(Some(1), Amount::finite);
            let last = first.saturating_add(count.unwrap_or(1).saturating_sub(1));
            let place = match varying.location {
                Some(Amount::Finite(_)) if count.is_none() => format!("{word} {first} and unknown"),
                Some(Amount::Finite(_)) if last > first => format!("{word} {first} to {last}"),
                Some(location) => format!("{word} {location}"),
                None if varying.semantic.as_ref().is_some_and(|name| name.starts_with("SV_")) => format!("{word} (system)"),
                None => word.to_owned(),
            };
            let index = varying.semantic_index.filter(|&index| index > 0).map_or(String::new(), |index| index.to_string());
            let semantic = varying.semantic.as_ref().map_or(String::new(), |name| format!(" : {name}{index}"));
            tables.rows.push(Row {
                key: (1, order, ' ', first),
                place,
                name: if varying.path.starts_with('.') || varying.path.is_empty() {
                    format!("(result){}", varying.path)
                } else {
                    varying.path.clone()
                },
                what: format!("{}{semantic}", varying.ty),
                members: Vec::new(),
            });
        }
    }
    if tables.rows.is_empty() {
        return writeln!(out, "{heading}\n");
    }
    tables.write(&heading, out)
}

fn stage_words(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vertex",
        Stage::Hull => "hull",
        Stage::Domain => "domain",
        Stage::Geometry => "geometry",
        Stage::Fragment => "fragment",
        Stage::Compute => "compute",
        Stage::RayGeneration => "ray generation",
        Stage::Intersection => "intersection",
        Stage::AnyHit => "any hit",
        Stage::ClosestHit => "closest hit",
        Stage::Miss => "miss",
        Stage::Callable => "callable",
        Stage::Mesh => "mesh",
        Stage::Amplification => "amplification",
        Stage::Dispatch => "node",
    }
}

fn space_word(layout: &ProgramLayout) -> &'static str {
    match layout.target.explicit {
        _ if layout.policy.languages.contains(&Language::Wgsl) => "group",
        Explicit::Bindings => "set",
        _ => "space",
    }
}

/// What the tables are told apart by, and lines ordered by.
fn key(layout: &ProgramLayout, slot: &Slot) -> (u8, u64, char, u64) {
    let index = slot.index.finite().unwrap_or(u64::MAX);
    match slot.kind {
        Kind::ConstantBuffer | Kind::ShaderResource | Kind::UnorderedAccess | Kind::SamplerState
            if layout.target.explicit != Explicit::Bindings =>
        {
            (0, slot.space, letter(slot.kind), index)
        }
        Kind::DescriptorTableSlot | Kind::ConstantBuffer | Kind::ShaderResource | Kind::UnorderedAccess | Kind::SamplerState => {
            (0, slot.space, ' ', index)
        }
        _ => (1, 0, ' ', index),
    }
}

/// `t3`, `t0 to t7`, `binding 2`, `push constants 0`.
fn place(layout: &ProgramLayout, slot: &Slot) -> String {
    let word = match slot.kind {
        Kind::ConstantBuffer | Kind::ShaderResource | Kind::UnorderedAccess | Kind::SamplerState
            if layout.target.explicit != Explicit::Bindings =>
        {
            letter(slot.kind).to_string()
        }
        Kind::DescriptorTableSlot | Kind::ConstantBuffer | Kind::ShaderResource | Kind::UnorderedAccess | Kind::SamplerState => {
            "binding ".to_owned()
        }
        Kind::PushConstantBuffer => "push constants ".to_owned(),
        Kind::ShaderRecord => "shader record ".to_owned(),
        Kind::SpecializationConstant => "constant id ".to_owned(),
        Kind::InputAttachmentIndex => "input attachment ".to_owned(),
        Kind::MetalArgumentBufferElement => "id ".to_owned(),
        Kind::RayPayload => "payload ".to_owned(),
        Kind::HitAttributes => "hit attributes ".to_owned(),
        Kind::CallablePayload => "call data ".to_owned(),
        _ => String::new(),
    };
    match (slot.index, slot.count) {
        (Amount::Finite(index), Amount::Finite(count @ 2..)) => {
            let last = index.saturating_add(count - 1);
            let again = if word.len() == 1 { &*word } else { "" };
            format!("{word}{index} to {again}{last}")
        }
        (Amount::Finite(index), Amount::Infinite) => format!("{word}{index} and all behind it"),
        (Amount::Finite(index), Amount::Unknown) => format!("{word}{index} and unknown"),
        (Amount::Finite(index), _) => format!("{word}{index}"),
        _ => format!("{} unknown", word.trim_end()),
    }
}

/// A place with the space that it is in: `set 0, binding 2`.
pub(super) fn place_in_space(layout: &ProgramLayout, slot: &Slot) -> String {
    match key(layout, slot).0 {
        0 => format!("{} {}, {}", space_word(layout), space(slot.space), place(layout, slot)),
        _ => place(layout, slot),
    }
}

fn space(number: u64) -> String {
    if number == UNKNOWN_SPACE { "unknown".to_owned() } else { number.to_string() }
}

fn letter(kind: Kind) -> char {
    match kind {
        Kind::ConstantBuffer => 'b',
        Kind::ShaderResource => 't',
        Kind::UnorderedAccess => 'u',
        _ => 's',
    }
}
