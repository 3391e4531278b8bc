//! Descriptors by set and binding, for Vulkan and WebGPU.

use std::collections::BTreeMap;

use padstone_bind::Amount;
use padstone_diag::{Diagnostics, Severity, codes};
use padstone_model::Language;

use super::{BoundSlot, at, bound, called, report_unplaced};
use crate::reflect::{BindingLocation, ObjectKind, Program, Reflection, ResourceSlot};

/// One binding of a set.
#[derive(Clone, Debug)]
pub(super) struct Descriptor<'p> {
    pub(super) binding: u64,
    pub(super) part: SlotPart,
    /// The first resource at this binding.
    pub(super) slot: &'p ResourceSlot,
    /// The texture or sampler that shares a combined image sampler with it.
    pub(super) partner: Option<&'p ResourceSlot>,
    /// The number of descriptors, including all arrays; `None` if unbounded.
    pub(super) count: Option<u64>,
    pub(super) stages: Vec<&'static str>,
}

/// The part of a slot that a binding contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SlotPart {
    /// The whole slot.
    DeclaredAggregate,
    /// The counter of an append or consume buffer.
    Counter,
    /// The sampler of a combined texture, if it takes a separate binding.
    Sampler,
}

/// Whether a texture and a sampler may share a binding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CombinedSamplers {
    /// A combined image sampler: Vulkan 1.3, table "Shader Resource and Descriptor Type Correspondence".
    Allowed,
    /// WebGPU has none.
    Rejected,
}

/// The sets in order, with their bindings in order. If resources of the same kind share a binding, the first represents all.
pub(super) fn sets<'p>(
    reflection: &Reflection<'_>,
    program: &'p Program,
    combined: CombinedSamplers,
    diagnostics: &mut Diagnostics,
) -> BTreeMap<u64, Vec<Descriptor<'p>>> {
    let mut sets: BTreeMap<u64, BTreeMap<u64, Descriptor<'p>>> = BTreeMap::new();
    for BoundSlot { slot, stages, .. } in bound(reflection, program) {
        let (set, binding) = match slot.place {
            Some(BindingLocation::Vulkan { set, binding }) => (set, binding),
            Some(BindingLocation::WebGpu { group, binding }) => (group, binding),
            _ => {
                report_unplaced(reflection, slot, diagnostics);
                continue;
            }
        };
        // A global of ordinary data with a register for D3D takes an empty binding (libslang 2026.12).
        if slot.kind == ObjectKind::Value {
            continue;
        }
        let mut parts = vec![SlotPart::DeclaredAggregate];
        match (slot.count, slot.kind) {
            (Amount::Finite(2), ObjectKind::RwStructuredBuffer) => parts.push(SlotPart::Counter),
            (Amount::Finite(2), ObjectKind::CombinedSampler) => parts.push(SlotPart::Sampler),
            _ => {}
        }
        for (index, part) in (0..).zip(parts) {
            let binding = binding.saturating_add(index);
            let new = Descriptor { binding, part, slot, partner: None, count: count(slot), stages: stages.clone() };
            add(sets.entry(set).or_default(), new, set, combined, reflection, diagnostics);
        }
    }
    sets.into_iter().map(|(set, bindings)| (set, bindings.into_values().collect())).collect()
}

fn add<'p>(
    bindings: &mut BTreeMap<u64, Descriptor<'p>>,
    new: Descriptor<'p>,
    set: u64,
    combined: CombinedSamplers,
    reflection: &Reflection<'_>,
    diagnostics: &mut Diagnostics,
) {
    let Some(old) = bindings.get_mut(&new.binding) else {
        bindings.insert(new.binding, new);
        return;
    };
    let share_binding = if old.slot.kind == new.slot.kind {
        true
    } else if combined == CombinedSamplers::Allowed && [old.slot, new.slot].into_iter().all(is_in_combined) {
        old.partner.get_or_insert(new.slot);
        true
    } else {
        false
    };
    if !share_binding || (old.part, old.count) != (new.part, new.count) {
        let word = if reflection.module.language == Language::Wgsl { "group" } else { "set" };
        let message =
            format!("`{}` and `{}` differ, but both are at {word} {set}, binding {}", called(old.slot), called(new.slot), new.binding);
        let found = at(reflection, new.slot, &codes::DESCRIPTORS_COLLIDE, Severity::Error, message);
        // In WGSL, resources of different entry points may share a binding.
        diagnostics.push(found.help(match reflection.module.language {
            Language::Wgsl => "assign different bindings, or write the layout of one entry point: `-E NAME`",
            _ => "assign different bindings, or declare both with the same type",
        }));
        return;
    }
    for stage in new.stages {
        if !old.stages.contains(&stage) {
            old.stages.push(stage);
        }
    }
}

/// Whether a combined image sampler can be the descriptor of a resource.
fn is_in_combined(slot: &ResourceSlot) -> bool {
    let is_buffer = slot.shape.as_ref().is_some_and(|shape| shape.dimension == Some("buffer"));
    matches!(slot.kind, ObjectKind::Texture | ObjectKind::Sampler | ObjectKind::CombinedSampler) && !is_buffer
}

/// The number of descriptors of a slot, including all arrays.
fn count(slot: &ResourceSlot) -> Option<u64> {
    slot.arrays.iter().try_fold(1_u64, |product, array| Some(product.saturating_mul(array.count.finite()?)))
}
