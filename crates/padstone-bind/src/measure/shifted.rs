//! `-fvk-*-shift`: Vulkan bindings are counted as registers until they are shifted.

use padstone_model::{ResourceAccess, ResourceKind, ResourceType};

use crate::content_rules::ContentRules;
use crate::layout_unit::{Counter, LayoutUnit};
use crate::options::Options;

/// The register class of a resource on D3D; `None` for those that have two there.
pub(crate) fn register_kind(resource: &ResourceType) -> Option<LayoutUnit> {
    let written = resource.shape.access != ResourceAccess::Read;
    match resource.kind {
        ResourceKind::ConstantBuffer | ResourceKind::ParameterBlock => Some(LayoutUnit::ConstantBuffer),
        ResourceKind::CombinedSampler | ResourceKind::SubpassInput => None,
        ResourceKind::Texture if written => Some(LayoutUnit::UnorderedAccess),
        ResourceKind::StorageBlock => Some(LayoutUnit::UnorderedAccess),
        kind => kind.class().map(LayoutUnit::of_class),
    }
}

/// A binding counted as a register.
pub(crate) fn as_register(counter: Counter, kind: LayoutUnit) -> Counter {
    match counter.kind {
        LayoutUnit::DescriptorTableSlot => Counter { kind, ..counter },
        _ => counter,
    }
}

/// The usage of the buffer of a scope.
pub(crate) fn constant_buffer(rules: &ContentRules, options: &Options) -> Vec<Counter> {
    let counters = rules.objects.constant_buffer.iter().copied();
    if options.shifts_kind(LayoutUnit::ConstantBuffer) {
        counters.map(|counter| as_register(counter, LayoutUnit::ConstantBuffer)).collect()
    } else {
        counters.collect()
    }
}
