//! D3D descriptor heaps, which DXC lowers to variables for Vulkan.

use padstone_model::{Count, Module};

use crate::bindings::Binding;
use crate::layout_unit::{Amount, LayoutUnit};
use crate::numbering::Numbering;
use crate::reserve::parameters::Reservations;
use crate::{BoundResource, Options, ParameterRules, VkSlot};

/// The bindings of the heaps that the entry point uses; if none was requested, of those that an option binds. Each is an unbounded array.
///
/// They follow all other bindings, in set 0: `RWStructuredBuffer<uint> a` with its counter gets 0 and 1, and `ResourceDescriptorHeap` 2; an
/// option binds a heap exactly there, without reserving that binding (tests of DXC: `sm6_6.descriptorheap.*` of CodeGenSPIRV).
pub(crate) fn allocate(
    module: &Module,
    rules: &ParameterRules,
    options: &Options,
    reservations: &mut Reservations,
) -> Vec<(BoundResource, Binding)> {
    if rules.numbering != Numbering::Sets || !rules.fills() {
        return Vec::new();
    }
    let names =
        |requested: &str| module.reached.as_ref().map(|names| module.names.lookup(requested).is_some_and(|name| names.contains(&name)));
    let mut heaps = Vec::new();
    let mut add = |heap, slot: Option<VkSlot>| {
        let binding = match slot {
            Some(slot) => Some((slot.set, slot.binding)),
            None => reservations.take((0, LayoutUnit::DescriptorTableSlot), Amount::Finite(1)).map(|range| (0, *range.start())),
        };
        heaps.extend(binding.map(|(set, binding)| (heap, Binding::Vulkan { set, binding, count: Some(Count::Runtime) })));
    };
    for (name, slot) in [("ResourceDescriptorHeap", options.heaps.resources), ("SamplerDescriptorHeap", options.heaps.samplers)] {
        if names(name).unwrap_or(slot.is_some()) {
            add(BoundResource::new(name), slot);
        }
    }
    // The declarations do not show whether a counter is used: without an option, its binding is unknown.
    let counted = names("ResourceDescriptorHeap").unwrap_or(true);
    if let (Some(slot), true) = (options.heaps.counters, counted) {
        add(BoundResource::counter_of("ResourceDescriptorHeap"), Some(slot));
    }
    heaps
}
