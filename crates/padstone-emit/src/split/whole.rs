//! The global structs that are declared whole, because separate variables for their members would change an offset.

use std::collections::HashSet;

use padstone_bind::{Leaf, LeafKind, ProgramLayout, TypeStructure, Variable, leaves};
use padstone_model::Module;

use super::{is_inside, is_mixed};
use crate::reflect::Reflection;

/// Ordinary data in the implicit buffer of the globals.
struct LooseData {
    /// Whether it is a struct with resources, whose members can be variables.
    can_split: bool,
    /// In bytes.
    offset: u64,
    /// In bytes, after the last byte.
    end: u64,
    /// In bytes.
    align: u64,
    /// A variable cannot be a bit-field.
    is_bit_field: bool,
}

/// The positions of the parameters to declare whole. A variable gets the first aligned offset after the previous one; if that is not
/// the offset in the program, then the last struct before it that is split is declared whole instead, and the search continues with the parameters
/// after it.
pub(super) fn whole_parameters(reflection: &Reflection<'_>) -> HashSet<usize> {
    let Reflection { module, layout, .. } = *reflection;
    let parameters: Vec<Vec<LooseData>> = layout.globals.iter().map(|variable| loose_data(module, layout, variable)).collect();
    let mut unsplit = HashSet::new();
    // The parameters that are split so far, each with the end of the data before it.
    let mut split: Vec<(usize, u64)> = Vec::new();
    let (mut index, mut end) = (0, 0);
    while let Some(data) = parameters.get(index) {
        let is_whole = unsplit.contains(&index);
        if !is_whole && data.iter().any(|data| data.can_split) {
            split.push((index, end));
        }
        let variables = data.iter().filter(|data| is_whole || !data.can_split).take(if is_whole { 1 } else { usize::MAX });
        let mut is_moved = false;
        for data in variables {
            is_moved |= data.is_bit_field || end.checked_next_multiple_of(data.align.max(1)) != Some(data.offset);
            end = data.end;
        }
        match split.pop_if(|_| is_moved) {
            Some(last) => {
                unsplit.insert(last.0);
                (index, end) = last;
            }
            None => index += 1,
        }
    }
    unsplit
}

/// The data of a parameter, in the order of the offsets: of a struct that can be split, first the whole and then its parts.
fn loose_data(module: &Module, layout: &ProgramLayout, variable: &Variable) -> Vec<LooseData> {
    let mut found = Vec::new();
    // Already declared: aggregates in the implicit buffer, and separate buffers.
    let mut declared: Vec<(String, usize)> = Vec::new();
    leaves(module, layout, variable, &mut |leaf| {
        declared.retain(|(path, depth)| is_inside(leaf.path, path) && leaf.depth >= *depth);
        let Leaf { layout: Some(id), kind, path, depth, source, .. } = leaf else { return };
        let type_layout = layout.get(id);
        match kind {
            LeafKind::Object(_) if matches!(type_layout.shape, TypeStructure::Group(_)) => declared.push((path.to_owned(), depth + 1)),
            LeafKind::Bytes { offset, size, .. } | LeafKind::Aggregate { offset, size } => {
                let (Some(offset), true) = (offset.finite(), declared.is_empty()) else { return };
                let can_split = is_mixed(type_layout) && matches!(type_layout.shape, TypeStructure::Struct(_));
                found.push(LooseData {
                    can_split,
                    offset,
                    end: offset.saturating_add(size.finite().unwrap_or(0)),
                    align: type_layout.align,
                    is_bit_field: source.field(module).is_some_and(|field| !field.written.bit_fields.is_empty()),
                });
                if !can_split {
                    declared.push((path.to_owned(), depth));
                }
            }
            LeafKind::Object(_) | LeafKind::Address { .. } | LeafKind::Space(_) => {}
        }
    });
    found
}
