//! The layout of a whole program has the same bindings and offsets as the layout of its buffers.

use padstone_read::bind::{LayoutUnit, LeafKind, Numbering, ParameterRules, ProgramLayout, Request, SlotRules, leaves};
use serde_json::{Value, json};

use crate::common::layouts::Compiled;
use crate::golden::compare::{rows, text};

/// The differences between a program and `answer`, the JSON of its layouts; adds the number of compared values to `values`.
pub(crate) fn differences(compiled: &Compiled, answer: &Value, values: &mut usize) -> Vec<String> {
    let layout = lay_out(compiled);
    let found = found(compiled, &layout);
    let mut differences = Vec::new();
    for buffer in answer["layouts"].as_array().into_iter().flatten().filter(|buffer| !buffer["binding"].is_null()) {
        let (name, binding) = (text(&buffer["name"]), &buffer["binding"]);
        let is_object = |object: &&Object| {
            object.name == name && object.location.as_object().is_some_and(|keys| keys.iter().all(|(key, value)| binding[key] == *value))
        };
        let Some(object) = found.iter().find(is_object) else {
            differences.push(format!("{name} at {binding}: not in the program"));
            continue;
        };
        *values += 1;
        let rows = rows(buffer);
        // A type other than a struct has no member.
        for (path, offset, size) in object.bytes.iter().filter(|(path, ..)| !path.is_empty()) {
            *values += 1;
            let row = rows.iter().find(|(other, _)| other == path).map(|(_, row)| row);
            // For bit-fields in one allocation unit, the program contains the unit.
            let sized = |row: &&Value| row["bits"].is_null();
            let size_differs = row.copied().filter(sized).zip(*size).is_some_and(|(row, size)| row["size"] != size);
            let same = row.is_some_and(|row| offset.is_some_and(|offset| row["offset"] == offset)) && !size_differs;
            if !same {
                differences.push(format!("{name}: {path}: at {offset:?} with {size:?} bytes in the program, {row:?} in the layout"));
            }
        }
    }
    differences
}

/// A buffer in a program.
struct Object {
    name: String,
    path: String,
    location: Value,
    /// Path in the buffer, offset and size.
    bytes: Vec<(String, Option<u64>, Option<u64>)>,
}

fn lay_out(compiled: &Compiled) -> ProgramLayout {
    let profile = compiled.layouts.profile;
    let rules = *compiled.rules;
    let options = compiled.bind.clone();
    compiled.unit.program(&Request { target: *rules.targets[0].1, rules, options, profile: Some(profile) })
}

fn found(compiled: &Compiled, layout: &ProgramLayout) -> Vec<Object> {
    let mut found: Vec<Object> = Vec::new();
    let SlotRules::OfParameters(ParameterRules { numbering, .. }) = layout.rules.slots else { panic!("a file has parameters") };
    for variable in &layout.globals {
        leaves(&compiled.unit.module, layout, variable, &mut |leaf| match leaf.kind {
            LeafKind::Object(slot) => {
                let (space, index) = (slot.space, slot.index.finite());
                let location = match slot.kind {
                    LayoutUnit::DescriptorTableSlot if numbering == Numbering::Groups => json!({ "group": space, "binding": index }),
                    LayoutUnit::DescriptorTableSlot => json!({ "set": space, "binding": index }),
                    kind => json!({ "class": letter(kind), "register": index, "space": space }),
                };
                found.push(Object {
                    name: leaf.path.trim_end_matches("[]").to_owned(),
                    path: leaf.path.to_owned(),
                    location,
                    bytes: Vec::new(),
                });
            }
            LeafKind::Bytes { offset, size, .. } => {
                let object = found.last_mut().expect("bytes are in a buffer");
                let path = leaf.path.strip_prefix(&*object.path).expect("and are named after it");
                object.bytes.push((path.trim_start_matches('.').to_owned(), offset.finite(), size.finite()));
            }
            LeafKind::Aggregate { .. } | LeafKind::Address { .. } | LeafKind::Space(_) => {}
        });
    }
    found
}

fn letter(kind: LayoutUnit) -> &'static str {
    match kind {
        LayoutUnit::ConstantBuffer => "b",
        LayoutUnit::ShaderResource => "t",
        LayoutUnit::UnorderedAccess => "u",
        _ => "s",
    }
}
