//! `-fvk-*-shift`: bindings of Vulkan that are to be moved are counted as registers until they are.

use padstone_model::{ResourceAccess, ResourceKind, ResourceType};

use crate::content_rules::ContentRules;
use crate::kind::{Counter, Kind};
use crate::options::Options;

/// The register that an object would have on D3D; `None` for those that have two there.
pub(crate) fn register_kind(resource: &ResourceType) -> Option<Kind> {
    let written = resource.shape.access != ResourceAccess::Read;
    match resource.kind {
        ResourceKind::ConstantBuffer | ResourceKind::ParameterBlock => Some(Kind::ConstantBuffer),
        ResourceKind::CombinedSampler | ResourceKind::SubpassInput => None,
        ResourceKind::Texture if written => Some(Kind::UnorderedAccess),
        ResourceKind::StorageBlock => Some(Kind::UnorderedAccess),
        kind => kind.class().map(Kind::of_class),
    }
}

/// A binding counted as a register.
pub(crate) fn as_register(counter: Counter, kind: Kind) -> Counter {
    match counter.kind {
        Kind::DescriptorTableSlot => Counter { kind, ..counter },
        _ => counter,
    }
}

/// What the buffer of a scope takes.
pub(crate) fn constant_buffer(rules: &ContentRules, options: &Options) -> Vec<Counter> {
    let counters = rules.objects.constant_buffer.iter().copied();
    if options.shifts_kind(Kind::ConstantBuffer) {
        counters.map(|counter| as_register(counter, Kind::ConstantBuffer)).collect()
    } else {
        counters.collect()
    }
}
