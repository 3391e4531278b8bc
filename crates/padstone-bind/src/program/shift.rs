//! `-fvk-*-shift`: bindings of Vulkan that are registers until the end, where they are moved.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{RegisterClass, ResourceAccess, ResourceClass, ResourceKind, ResourceType};

use super::allocate::Used;
use super::kind::{Amount, Counter, Kind};
use super::require::Parameter;
use super::rules::ContentRules;
use super::{ProgramOptions, Request};

/// The register that an object would have on D3D; `None` for those that have two there.
pub(crate) fn register_kind(resource: &ResourceType) -> Option<Kind> {
    let written = resource.shape.access != ResourceAccess::Read;
    match resource.kind {
        ResourceKind::ConstantBuffer | ResourceKind::ParameterBlock => Some(Kind::ConstantBuffer),
        ResourceKind::CombinedSampler | ResourceKind::SubpassInput => None,
        ResourceKind::Texture if written => Some(Kind::UnorderedAccess),
        ResourceKind::StorageBlock => Some(Kind::UnorderedAccess),
        kind => kind.class().map(of_class),
    }
}

pub(crate) fn of_class(class: ResourceClass) -> Kind {
    match class {
        ResourceClass::ConstantBuffer => Kind::ConstantBuffer,
        ResourceClass::ShaderResource => Kind::ShaderResource,
        ResourceClass::UnorderedAccess => Kind::UnorderedAccess,
        ResourceClass::Sampler => Kind::SamplerState,
    }
}

/// The kind that a letter stands for; none for `c` and `i`.
pub(crate) fn of_letter(class: RegisterClass) -> Option<Kind> {
    Some(match class {
        RegisterClass::B => Kind::ConstantBuffer,
        RegisterClass::T => Kind::ShaderResource,
        RegisterClass::U => Kind::UnorderedAccess,
        RegisterClass::S => Kind::SamplerState,
        RegisterClass::C | RegisterClass::I => return None,
    })
}

/// A binding counted as a register.
pub(crate) fn as_register(counter: Counter, kind: Kind) -> Counter {
    match counter.kind {
        Kind::DescriptorTableSlot => Counter { kind, ..counter },
        _ => counter,
    }
}

/// What the buffer of a scope takes.
pub(crate) fn constant_buffer(rules: &ContentRules, options: &ProgramOptions) -> Vec<Counter> {
    let counters = rules.objects.constant_buffer.iter().copied();
    if options.shifts_kind(Kind::ConstantBuffer) {
        counters.map(|counter| as_register(counter, Kind::ConstantBuffer)).collect()
    } else {
        counters.collect()
    }
}

impl ProgramOptions {
    /// Whether bindings of a kind are moved in some space.
    pub(crate) fn shifts_kind(&self, kind: Kind) -> bool {
        self.shifts.iter().any(|shift| of_class(shift.class) == kind)
    }

    /// How far registers of a kind are moved in a space.
    pub(crate) fn shift(&self, kind: Kind, space: u64) -> Option<i64> {
        let of = |wanted: Option<u64>| {
            let mut found = self.shifts.iter().rev().filter(|shift| of_class(shift.class) == kind);
            found.find(|shift| shift.space.map(u64::from) == wanted).map(|shift| shift.by)
        };
        of(Some(space)).or_else(|| of(None))
    }
}

/// Moves what is to be moved, and looks for bindings that are taken there. Returns which parameter was moved onto which.
pub(crate) fn apply(
    request: &Request,
    parameters: &mut [Parameter],
    used: &Used,
    names: &[String],
    diagnostics: &mut Diagnostics,
) -> Vec<(usize, usize)> {
    let mut onto = Vec::new();
    if request.options.shifts.is_empty() {
        return onto;
    }
    for index in 0..parameters.len() {
        let usage = parameters[index].usage.clone();
        let span = parameters[index].span;
        for place in parameters[index].variable.places.iter_mut() {
            let is_register =
                matches!(place.kind, Kind::ConstantBuffer | Kind::ShaderResource | Kind::UnorderedAccess | Kind::SamplerState);
            // One of which none is taken, as the register of a texture on Metal can be, stays where it is.
            if !is_register || usage.get(place.kind).is_some_and(Amount::is_zero) {
                continue;
            }
            if let Some(by) = request.options.shift(place.kind, place.space) {
                place.index = place.index.moved(by);
            }
            let (Some(count), Some(first)) = (usage.get(place.kind), place.index.finite()) else { continue };
            let bindings = used.of(place.space, Kind::DescriptorTableSlot);
            if let Some(Some(other)) = bindings.and_then(|bindings| bindings.owner_of(first, count.end(first))) {
                onto.push((index, other));
                let message = format!("`{}` is moved to binding {first}, where `{}` lies", names[index], names[other]);
                diagnostics.push(
                    Diagnostic::error(&codes::SHIFTED_ONTO_ANOTHER, message, span)
                        .label(span, "moved by a `-fvk-…-shift` option")
                        .help("give the two different bindings, or shift further"),
                );
            }
        }
    }
    onto
}
