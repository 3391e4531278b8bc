//! Notes on parameters that Slang's documentation binds differently, each about the first difference, and the documentation's errors.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io::{self, Write};

use padstone_bind::{Amount, LayoutUnit, Leaf, LeafKind, LeafSlot, ProgramLayout, Variable, VariableDeclaration, entry_leaves, leaves};
use padstone_diag::{Diagnostic, Severity};
use padstone_model::Module;

use super::build::{namespaces, slot_arrays};
use super::location_text::place_in_space;

/// Writes the notes, if there are any.
pub(super) fn write(module: &Module, layout: &ProgramLayout, documented: &ProgramLayout, out: &mut dyn Write) -> io::Result<()> {
    let notes = differences(module, layout, documented);
    if !notes.is_empty() {
        let width = |column: usize| notes.iter().map(|note| note[column].len()).max().unwrap_or(0);
        let (paths, places) = (width(0), width(1));
        writeln!(out, "note: Slang's documentation assigns these parameters differently (--policy documented)")?;
        for [path, actual, documented_place] in &notes {
            writeln!(out, "    {path:paths$}  {actual:places$}  documented: {documented_place}")?;
        }
        writeln!(out)?;
    }
    let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
    let known: Vec<&str> = layout.diagnostics.iter().filter(is_error).map(|found| &*found.message).collect();
    let rejected: Vec<&str> = documented.diagnostics.iter().filter(is_error).map(|found| &*found.message).collect();
    let rejected: Vec<&str> = rejected.into_iter().filter(|message| !known.contains(message)).collect();
    if !rejected.is_empty() {
        writeln!(out, "note: an error according to Slang's documentation (--policy documented)")?;
        rejected.iter().try_for_each(|message| writeln!(out, "    {message}"))?;
        writeln!(out)?;
    }
    Ok(())
}

/// The parameter, its location here, and its location in the documentation.
fn differences(module: &Module, layout: &ProgramLayout, documented: &ProgramLayout) -> Vec<[String; 3]> {
    let theirs = placed_leaves(module, documented);
    let mut documented_place: HashMap<LeafKey, Vec<usize>> = HashMap::new();
    for (index, found) in theirs.iter().enumerate() {
        if found.key.parameter.is_some() {
            documented_place.entry(found.key.clone()).or_default().push(index);
        }
        documented_place.entry(found.key.by_name()).or_default().push(index);
    }
    let bound: HashSet<usize> = theirs.iter().filter_map(|found| found.key.parameter).collect();
    let without_root = without_roots(&theirs);
    let mut notes: Vec<[String; 3]> = Vec::new();
    let mut last_root = (None, String::new());
    let mut note = |found: &PlacedLeaf, actual: String, documented_place: String| {
        let root = (found.key.parameter, found.path[found.root..].split(['.', '[']).next().unwrap_or_default().to_owned());
        if actual != documented_place && last_root != root {
            last_root = root;
            notes.push([found.path.clone(), actual, documented_place]);
        }
    };
    let (mut met, mut seen): (HashMap<LeafKey, usize>, Vec<bool>) = (HashMap::new(), vec![false; theirs.len()]);
    for actual in placed_leaves(module, layout) {
        // The documentation merges parameters of several units.
        let is_merged = actual.key.parameter.is_some_and(|parameter| !bound.contains(&parameter));
        let key = if is_merged { actual.key.by_name() } else { actual.key.clone() };
        let same_key = documented_place.get(&key).or_else(|| without_root.get(&key)).map_or(&[][..], |same_key| same_key);
        // Each element of an array may be listed separately.
        let elements = LeafKey { path: actual.path.clone(), ..actual.key };
        let nth = met.entry(elements).and_modify(|count| *count += 1).or_insert(0);
        let actual_words = unit_text(layout, actual.kind);
        match (same_key.get(*nth).filter(|_| !is_merged), same_key.first()) {
            (Some(&index), _) => {
                seen[index] = true;
                note(&actual, actual_words, theirs[index].element(documented, &actual.indices));
            }
            (None, Some(&first)) => {
                let first = theirs[first].element(documented, &actual.indices);
                note(&actual, actual_words, format!("merged with the first, {first}"));
            }
            (None, None) if actual.is_object() => note(&actual, actual_words, "none".to_owned()),
            (None, None) => {}
        }
    }
    for (found, _) in theirs.iter().zip(&seen).filter(|(found, seen)| !**seen && found.is_object()) {
        note(found, "none".to_owned(), unit_text(documented, found.kind));
    }
    notes
}

/// The subject of a location.
#[derive(Clone, PartialEq, Eq, Hash)]
struct LeafKey {
    /// The index of the global parameter, if it is one.
    parameter: Option<usize>,
    /// The path, with `[]` for every element.
    path: String,
    /// The resource, if one subject has several: a texture with its sampler is two on D3D.
    sort: u8,
}

impl LeafKey {
    /// The key for all parameters of that name.
    fn by_name(&self) -> LeafKey {
        LeafKey { parameter: None, ..self.clone() }
    }
}

/// A location with its resource.
struct PlacedLeaf {
    /// The path, with the name of the entry point, or with the namespaces.
    path: String,
    /// The number of bytes of the namespaces.
    root: usize,
    key: LeafKey,
    /// The index in each pair of brackets of the path.
    indices: Vec<Option<u64>>,
    kind: LeafKind,
    /// The stride of each pair of brackets.
    strides: Vec<u64>,
}

impl PlacedLeaf {
    fn new(prefix: &Prefix<'_>, sort: u8, leaf: &Leaf<'_>) -> PlacedLeaf {
        let path = format!("{}{}", prefix.text, leaf.path);
        let mut parts = path.split('[');
        let (mut general, mut indices) = (parts.next().unwrap_or_default().to_owned(), Vec::new());
        for part in parts {
            let (index, rest) = part.split_once(']').unwrap_or(("", part));
            indices.push(index.parse().ok());
            general.push_str("[]");
            general.push_str(rest);
        }
        let strides = match leaf.kind {
            LeafKind::Object(slot) => slot_arrays(leaf.dims, &slot).iter().map(|array| array.stride).collect(),
            _ => Vec::new(),
        };
        let (parameter, root) = (prefix.parameter, if prefix.parameter.is_some() { prefix.text.len() } else { 0 });
        PlacedLeaf { path, root, key: LeafKey { parameter, path: general, sort }, indices, kind: leaf.kind, strides }
    }

    fn is_object(&self) -> bool {
        matches!(self.kind, LeafKind::Object(_))
    }

    /// The location of the element with those indices, as text.
    fn element(&self, layout: &ProgramLayout, indices: &[Option<u64>]) -> String {
        let LeafKind::Object(slot) = self.kind else { return unit_text(layout, self.kind) };
        let (mut index, mut count, mut within) = (slot.index, slot.count, String::new());
        for (element, &stride) in indices.iter().zip(&self.strides) {
            match *element {
                Some(element) if stride > 0 => {
                    index = index.plus(Amount::Finite(element.saturating_mul(stride)));
                    count = Amount::Finite(stride);
                }
                Some(element) => within.push_str(&format!(", element {element}")),
                None => {}
            }
        }
        unit_text(layout, LeafKind::Object(LeafSlot { index, count, ..slot })) + &within
    }
}

/// The text before the path of a leaf: the namespaces of a global parameter, or the name of an entry point.
struct Prefix<'a> {
    text: Cow<'a, str>,
    /// The index of the global parameter.
    parameter: Option<usize>,
}

impl<'a> Prefix<'a> {
    fn of_global(module: &'a Module, variable: &Variable) -> Prefix<'a> {
        let VariableDeclaration::Global(index) = variable.source else { return Prefix { text: "".into(), parameter: None } };
        Prefix { text: namespaces(module, index).into(), parameter: Some(index) }
    }
}

/// All locations of a program, in the order of its parameters.
fn placed_leaves(module: &Module, layout: &ProgramLayout) -> Vec<PlacedLeaf> {
    let mut found = Vec::new();
    let mut add = |prefix: &Prefix<'_>, leaf: &Leaf<'_>| {
        let sort = match leaf.kind {
            LeafKind::Bytes { .. } => 0,
            // Its parts follow.
            LeafKind::Aggregate { .. } | LeafKind::Address { .. } => return,
            LeafKind::Space(_) => 1,
            LeafKind::Object(slot) if slot.kind == LayoutUnit::SamplerState => 2,
            LeafKind::Object(slot) if slot.kind == LayoutUnit::InputAttachmentIndex => 3,
            LeafKind::Object(_) => 4,
        };
        found.push(PlacedLeaf::new(prefix, sort, leaf));
    };
    for variable in &layout.globals {
        let prefix = Prefix::of_global(module, variable);
        leaves(module, layout, variable, &mut |leaf| add(&prefix, &leaf));
    }
    for entry in &layout.entries {
        let text = format!("{}:", module.name(module.entry_points[entry.index].name)).into();
        let prefix = Prefix { text, parameter: None };
        entry_leaves(module, layout, entry, &mut |leaf| add(&prefix, &leaf));
    }
    found
}

/// The resources in buffers by the names of the members: DXC binds `q.map` of `cbuffer C { Light q; }` separately.
fn without_roots(found: &[PlacedLeaf]) -> HashMap<LeafKey, Vec<usize>> {
    let mut short: HashMap<LeafKey, Vec<usize>> = HashMap::new();
    for (index, found) in found.iter().enumerate().filter(|(_, found)| found.is_object()) {
        if let Some((_, path)) = found.key.path.split_once('.') {
            short.entry(LeafKey { parameter: None, path: path.to_owned(), sort: found.key.sort }).or_default().push(index);
        }
    }
    short
}

/// A location as text, for comparison: `set 0, binding 2`, `+12`, `140 bytes in space 0, b2`.
fn unit_text(layout: &ProgramLayout, kind: LeafKind) -> String {
    match kind {
        LeafKind::Bytes { offset, stride: 0, .. } => format!("+{offset}"),
        LeafKind::Bytes { offset, stride, .. } => format!("+{offset}, stride {stride}"),
        LeafKind::Aggregate { .. } | LeafKind::Address { .. } => String::new(),
        LeafKind::Space(space) => format!("all of {space}"),
        LeafKind::Object(slot) => match slot.bytes {
            Some(bytes) => format!("{}, {bytes} bytes", place_in_space(layout, &slot)),
            None => place_in_space(layout, &slot),
        },
    }
}
