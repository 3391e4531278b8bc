//! The tables of an entry point: its uniform parameters, and its varyings.

use std::io::{self, Write};

use padstone_bind::{Amount, EntryLayout, ProgramLayout, entry_leaves};
use padstone_model::{Module, Stage, UnspecializedTypeOwner};

use super::{ReflectionRow, Tables};
use crate::reflect::EntryPoint;
use crate::reflect::location_text::stride_text;

/// Writes the tables of an entry point.
pub(super) fn write(
    module: &Module,
    layout: &ProgramLayout,
    entry: &EntryLayout,
    varyings: &EntryPoint,
    out: &mut dyn Write,
) -> io::Result<()> {
    let declared = &module.entry_points[entry.index];
    let mut about: Vec<String> = declared.stage.into_iter().map(|stage| stage_words(stage).to_owned()).collect();
    about.extend(varyings.thread_group_size.map(|[x, y, z]| format!("{x} × {y} × {z} threads")));
    let about = if about.is_empty() { String::new() } else { format!(" ({})", about.join(", ")) };
    let heading = format!("entry point {}{about}", module.name(declared.name));
    let mut tables = Tables { module, layout, rows: Vec::new(), enclosing: Vec::new() };
    entry_leaves(module, layout, entry, &mut |leaf| tables.add("(uniform parameters)", &leaf));
    if let Ok(index) = u32::try_from(entry.index) {
        tables.add_unspecialized(UnspecializedTypeOwner::EntryPoint(index), entry.parameters.iter());
    }
    for (varyings, order, word) in [(&varyings.inputs, 0, "in"), (&varyings.outputs, 1, "out")] {
        for varying in varyings {
            let first = varying.location.and_then(Amount::finite).unwrap_or(u64::MAX);
            let count = varying.locations.map_or(Some(1), Amount::finite);
            let last = first.saturating_add(count.unwrap_or(1).saturating_sub(1));
            let location_text = match varying.location {
                Some(Amount::Finite(_)) if count.is_none() => format!("{word} {first} and unknown"),
                Some(Amount::Finite(_)) if last > first => format!("{word} {first} to {last}"),
                Some(location) => format!("{word} {location}"),
                None if varying.builtin.is_some() => format!("{word} (system)"),
                None if varying.semantic.as_ref().is_some_and(|name| name.starts_with("SV_")) => format!("{word} (system)"),
                None => word.to_owned(),
            };
            let index = varying.semantic_index.filter(|&index| index > 0).map_or(String::new(), |index| index.to_string());
            let semantic = varying.semantic.as_ref().map_or(String::new(), |name| format!(" : {name}{index}"));
            let builtin = varying.builtin.as_ref().map_or(String::new(), |name| format!(", built-in value {name}"));
            let within = [(varying.component, "component"), (varying.index, "index")];
            let within: String = within.iter().filter_map(|(number, word)| number.map(|number| format!(", {word} {number}"))).collect();
            // The elements of a stream use the same locations.
            let arrays = varying.arrays.iter().filter(|array| varying.location.is_some() && array.count != Amount::Unbounded);
            let strides: Vec<u64> = arrays.map(|array| array.stride).filter(|&stride| stride > 0).collect();
            let stride = stride_text(&strides).map_or(String::new(), |stride| format!(", {stride}"));
            tables.rows.push(ReflectionRow {
                key: (1, order, ' ', first),
                location: location_text,
                name: if varying.path.starts_with('.') || varying.path.is_empty() {
                    format!("(result){}", varying.path)
                } else {
                    varying.path.clone()
                },
                description: format!("{}{semantic}{builtin}{within}{stride}", varying.ty),
                arrays: 0,
                members: Vec::new(),
            });
        }
    }
    if tables.rows.is_empty() {
        return writeln!(out, "{heading}\n");
    }
    tables.write(&heading, out)
}

/// The name of a stage.
fn stage_words(stage: Stage) -> &'static str {
    match stage {
        Stage::RayGeneration => "ray generation",
        Stage::AnyHit => "any hit",
        Stage::ClosestHit => "closest hit",
        other => other.name(),
    }
}
