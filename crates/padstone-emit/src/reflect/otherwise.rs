//! Where the documentation of Slang has a parameter otherwise: a note for each, about the first thing in it that differs.

use std::collections::HashMap;
use std::io::{self, Write};

use padstone_bind::program::{Kind, Leaf, ProgramLayout, What, entry_leaves, leaves};
use padstone_model::Module;

use super::text::place_in_space;

/// Writes the notes, if there are any.
pub(super) fn write(module: &Module, layout: &ProgramLayout, documented: &ProgramLayout, out: &mut dyn Write) -> io::Result<()> {
    let there: HashMap<Key, What> = places(module, documented).into_iter().collect();
    let mut notes: Vec<[String; 3]> = Vec::new();
    let mut told = String::new();
    for (key, here) in places(module, layout) {
        let Some(&documented_place) = there.get(&key) else { continue };
        let root = key.path.split(['.', '[']).next().unwrap_or_default();
        let (one, other) = (words(layout, here), words(documented, documented_place));
        if one != other && told != root {
            root.clone_into(&mut told);
            notes.push([key.path, one, other]);
        }
    }
    if notes.is_empty() {
        return Ok(());
    }
    let width = |column: usize| notes.iter().map(|note| note[column].len()).max().unwrap_or(0);
    let (paths, places) = (width(0), width(1));
    writeln!(out, "note: the documentation of Slang has these parameters otherwise (--policy documented)")?;
    for [path, here, there] in &notes {
        writeln!(out, "    {path:paths$}  {here:places$}  documented: {there}")?;
    }
    writeln!(out)
}

/// What a place is the place of.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    path: String,
    /// Which of the objects that one thing may be: a texture with its sampler is two on D3D.
    sort: u8,
}

/// All places of a program, in the order of its parameters.
fn places(module: &Module, layout: &ProgramLayout) -> Vec<(Key, What)> {
    let mut found = Vec::new();
    let mut add = |prefix: &str, leaf: &Leaf<'_>| {
        let sort = match leaf.what {
            What::Bytes { .. } => 0,
            // Their parts follow.
            What::Whole { .. } | What::Address { .. } => return,
            What::Space(_) => 1,
            What::Object(slot) if slot.kind == Kind::SamplerState => 2,
            What::Object(slot) if slot.kind == Kind::InputAttachmentIndex => 3,
            What::Object(_) => 4,
        };
        found.push((Key { path: format!("{prefix}{}", leaf.path), sort }, leaf.what));
    };
    for variable in &layout.globals {
        leaves(module, layout, variable, &mut |leaf| add("", &leaf));
    }
    for entry in &layout.entries {
        let prefix = format!("{}:", module.name(module.entry_points[entry.index].name));
        entry_leaves(module, layout, entry, &mut |leaf| add(&prefix, &leaf));
    }
    found
}

/// A place in words, of which two are compared: `set 0, binding 2`, `+12`, `140 bytes in space 0, b2`.
fn words(layout: &ProgramLayout, what: What) -> String {
    match what {
        What::Bytes { offset, stride: 0, .. } => format!("+{offset}"),
        What::Bytes { offset, stride, .. } => format!("+{offset}, {stride} apart"),
        What::Whole { .. } | What::Address { .. } => String::new(),
        What::Space(space) => format!("all of {space}"),
        What::Object(slot) => match slot.bytes {
            Some(bytes) => format!("{}, {bytes} bytes", place_in_space(layout, &slot)),
            None => place_in_space(layout, &slot),
        },
    }
}
