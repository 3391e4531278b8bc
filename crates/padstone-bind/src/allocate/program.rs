//! Assigns the first free slots to the parameters of a program without a binding.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::Annotation;

use crate::allocate::shift;
use crate::binding_rules::{DefaultSpace, UnboundedBytes};
use crate::diagnose::displaced::{BaselineAllocation, ImplicitOwner};
use crate::layout_unit::{Amount, Counter, LayoutUnit, UnitCounters, UnitOffset, UnitOffsets};
use crate::measure::program::{AllocationStep, ExplicitRange, Parameter, Required};
use crate::measure::scope::ScopeBytes;
use crate::measure::types::TypeMeasurer;
use crate::reserve::{Used, explicit};
use crate::target::DefaultBuffers;

/// The implicit buffer of the global constants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GlobalsBuffer {
    pub(crate) place: Option<UnitOffset>,
    pub(crate) bytes: Amount,
    /// Whether space 0 is reserved for parameters without an explicit space.
    pub(crate) has_default_space: bool,
    /// Whether an option binds it.
    pub(crate) is_explicit: bool,
}

pub(crate) fn allocate(
    types: &mut TypeMeasurer<'_>,
    required: &mut Required,
    used: &mut Used,
    diagnostics: &mut Diagnostics,
) -> GlobalsBuffer {
    let mut buffer = bound_globals(types, used);
    let is_explicit = buffer.is_some();
    let needs_buffer = buffer.is_none()
        && types.request.target.default_buffers == DefaultBuffers::WithData
        && report_loose_globals(types, required, diagnostics);
    let needs_default_space = needs_buffer || needs_default_space(types, required);
    if needs_default_space && !used.spaces.contains(0) {
        used.spaces.allocate(None, 1);
    }
    let mut baseline = BaselineAllocation::default();
    if needs_default_space || is_in_default_space(required) {
        baseline.reserve_default_space();
    }
    if needs_buffer {
        buffer = types.scope_buffer(types.request.target.family.constants).first().map(|counter| {
            let ranges = used.ranges(0, counter.kind);
            let index = ranges.allocate(None, 1);
            baseline.note(ImplicitOwner::Globals, (counter.kind, 1), index, ranges, required);
            UnitOffset { kind: counter.kind, index: index.into(), space: 0 }
        });
    }
    let unbounded_bytes = types.rules.unbounded_bytes;
    for step in required.order.clone() {
        match step {
            AllocationStep::Parameter(index) => {
                let parameter = &required.parameters[index];
                let found = allocated_location(unbounded_bytes, &parameter.usage, &parameter.explicit, Some(index), used);
                note_places(&mut baseline, ImplicitOwner::Parameter(index), &found, used, required);
                required.parameters[index].variable.places = found.places;
            }
            AllocationStep::Entry(index) => {
                let found = allocated_location(unbounded_bytes, &required.entries[index].usage, &[], None, used);
                note_places(&mut baseline, ImplicitOwner::Entry(index), &found, used, required);
                required.entries[index].places = found.places;
            }
        }
    }
    baseline.report(types, required, diagnostics);
    report_shader_records(types, required, used, diagnostics);
    move_bindings(types, required, used, &mut buffer, diagnostics);
    GlobalsBuffer { place: buffer, bytes: bytes_of_globals(types, required), has_default_space: needs_default_space, is_explicit }
}

/// `-fvk-bind-globals`.
fn bound_globals(types: &TypeMeasurer<'_>, used: &mut Used) -> Option<UnitOffset> {
    let slot = types.request.options.bind_globals?;
    let counter = *types.scope_buffer(types.request.target.family.constants).first()?;
    let (index, space) = (u64::from(slot.binding), u64::from(slot.set));
    used.spaces.take(None, space, space.saturating_add(1));
    used.ranges(space, counter.kind).take(None, index, index.saturating_add(1));
    Some(UnitOffset { kind: counter.kind, index: index.into(), space })
}

/// Reports each global constant as a parameter (E39019 and related). Returns whether there are any.
fn report_loose_globals(types: &TypeMeasurer<'_>, required: &Required, diagnostics: &mut Diagnostics) -> bool {
    let mut has_assigned = false;
    for parameter in required.parameters.iter().filter(|parameter| parameter.usage.get(LayoutUnit::Uniform).is_some()) {
        has_assigned = true;
        let Some(field) = parameter.declaration(types.module) else { continue };
        let name = types.module.name(field.name);
        if !field.annotations.contains(&Annotation::Uniform) {
            diagnostics.push(
                Diagnostic::warning(&codes::LOOSE_GLOBAL, format!("`{name}` is a parameter of the program, not a variable"), field.span)
                    .label(field.span, "in the implicit constant buffer")
                    .help("write `uniform` before it if this is intended, otherwise `static`"),
            );
        }
        if let Some(binding) = explicit::binding_span(field, &types.request.target) {
            diagnostics.push(explicit::binding_of_loose_data(
                &codes::BINDING_ON_LOOSE_GLOBAL,
                name,
                binding,
                explicit::has_resources(parameter),
            ));
        }
    }
    has_assigned
}

/// Whether any parameter will be bound in space 0.
fn needs_default_space(types: &TypeMeasurer<'_>, required: &Required) -> bool {
    let is_bound = types.request.options.bind_globals.is_some();
    let reserves = |amount| types.rules.default_space == DefaultSpace::ForAll || amount != Amount::Unbounded;
    let of_parameter = required.parameters.iter().any(|parameter| {
        parameter.usage.iter().any(|counter| {
            parameter.explicit(counter.kind).is_none()
                && match counter.kind {
                    LayoutUnit::RegisterSpace
                    | LayoutUnit::SubElementRegisterSpace
                    | LayoutUnit::PushConstantBuffer
                    | LayoutUnit::SpecializationConstant => false,
                    LayoutUnit::Uniform => !is_bound,
                    _ => reserves(counter.amount),
                }
        })
    });
    let not_counted = [
        LayoutUnit::PushConstantBuffer,
        LayoutUnit::RegisterSpace,
        LayoutUnit::SubElementRegisterSpace,
        LayoutUnit::VaryingInput,
        LayoutUnit::VaryingOutput,
        LayoutUnit::HitAttributes,
        LayoutUnit::RayPayload,
    ];
    let counts = |counter: Counter| !not_counted.contains(&counter.kind) && reserves(counter.amount);
    of_parameter || required.entries.iter().any(|entry| entry.usage.iter().any(counts))
}

/// Whether the source binds any parameter in space 0.
fn is_in_default_space(required: &Required) -> bool {
    let explicit_for = |place: &ExplicitRange| place.space == 0 && place.kind.is_slot() && !place.count.is_zero();
    required.parameters.iter().any(|parameter| parameter.explicit.iter().any(explicit_for))
}

/// Records the implicit bindings of a parameter or an entry point.
fn note_places(
    baseline: &mut BaselineAllocation,
    implicit_owner: ImplicitOwner,
    found: &AllocatedLocation,
    used: &Used,
    required: &Required,
) {
    let (usage, explicit) = match implicit_owner {
        ImplicitOwner::Parameter(index) => (&required.parameters[index].usage, Some(&required.parameters[index])),
        ImplicitOwner::Entry(index) => (&required.entries[index].usage, None),
        ImplicitOwner::Globals => return,
    };
    let is_explicit = |kind| explicit.is_some_and(|parameter| parameter.explicit(kind).is_some());
    for place in found.places.iter().filter(|place| place.space == 0 && place.kind.is_slot() && !is_explicit(place.kind)) {
        let count = usage.amount(place.kind).finite().unwrap_or(0);
        if let (Some(index), Some(ranges)) = (place.index.finite(), used.of(0, place.kind)) {
            baseline.note(implicit_owner, (place.kind, count), index, ranges, required);
        }
    }
    let (first, count) = found.spaces;
    baseline.note(implicit_owner, (LayoutUnit::SubElementRegisterSpace, count), first, &used.spaces, required);
}

/// The location of a parameter or an entry point, with its first space and the number of its spaces.
struct AllocatedLocation {
    places: UnitOffsets,
    spaces: (u64, u64),
}

/// The location of a parameter or an entry point: the explicit one, otherwise the first free one.
fn allocated_location(
    unbounded_bytes: UnboundedBytes,
    usage: &UnitCounters,
    explicit: &[ExplicitRange],
    owner: Option<usize>,
    used: &mut Used,
) -> AllocatedLocation {
    let explicit_for = |kind: LayoutUnit| explicit.iter().find(|place| place.kind == kind && !place.count.is_zero());
    let mut places = UnitOffsets::default();
    for place in explicit.iter().filter(|place| !place.count.is_zero()) {
        places.set(place.kind, Amount::numbered(place.index), place.space);
    }
    let open = || usage.iter().filter(|counter| explicit_for(counter.kind).is_none());
    let spaces = open().fold(0_u64, |sum, counter| {
        sum.saturating_add(match (counter.kind, counter.amount) {
            (LayoutUnit::Uniform | LayoutUnit::Generic, _) => 0,
            (LayoutUnit::SubElementRegisterSpace, amount) => amount.finite().unwrap_or(0),
            (_, Amount::Unbounded) => 1,
            _ => 0,
        })
    });
    let first_space = if spaces > 0 { used.spaces.allocate(None, spaces) } else { 0 };
    let mut space = first_space;
    for counter in open() {
        match (counter.kind, counter.amount) {
            (LayoutUnit::SubElementRegisterSpace, amount) => {
                places.set(counter.kind, space, 0);
                space = space.saturating_add(amount.finite().unwrap_or(0));
            }
            (LayoutUnit::Generic, _) | (_, Amount::Unknown) => places.set(counter.kind, 0, 0),
            // No space is counted for them above.
            (LayoutUnit::Uniform, Amount::Unbounded) => {
                places.set(counter.kind, 0, 0);
                space = space.saturating_add(u64::from(unbounded_bytes == UnboundedBytes::SkipOneSpace));
            }
            (_, Amount::Unbounded) => {
                places.set(counter.kind, 0, space);
                space = space.saturating_add(1);
            }
            (kind, amount) => {
                let index = used.ranges(0, kind).allocate(owner, amount.finite().unwrap_or(0));
                places.set(kind, Amount::numbered(index), 0);
            }
        }
    }
    AllocatedLocation { places, spaces: (first_space, spaces) }
}

/// E39020 of slangc.
fn report_shader_records(types: &TypeMeasurer<'_>, required: &Required, used: &Used, diagnostics: &mut Diagnostics) {
    if used.count(LayoutUnit::ShaderRecord) < 2 {
        return;
    }
    let mut records = required.parameters.iter().filter(|parameter| parameter.usage.get(LayoutUnit::ShaderRecord).is_some());
    let (Some(first), Some(second)) = (records.next(), records.next()) else { return };
    let name = second.declaration(types.module).map_or("", |field| types.module.name(field.name));
    diagnostics.push(
        Diagnostic::error(
            &codes::SHADER_RECORDS_TWICE,
            format!("`{name}` is a second shader record; a program has at most one"),
            second.span,
        )
        .label(second.span, "second shader record")
        .label(first.span, "first shader record")
        .help("move the members of both into one struct"),
    );
}

/// `-fvk-*-shift`.
fn move_bindings(
    types: &TypeMeasurer<'_>,
    required: &mut Required,
    used: &Used,
    buffer: &mut Option<UnitOffset>,
    diagnostics: &mut Diagnostics,
) {
    let options = &types.request.options;
    if let (Some(place), None) = (buffer.as_mut(), options.bind_globals)
        && let Some(by) = options.shift(LayoutUnit::ConstantBuffer, place.space)
    {
        place.index = place.index.shifted(by);
    }
    let name = |parameter: &Parameter| parameter.declaration(types.module).map_or("", |field| types.module.name(field.name)).to_owned();
    let names: Vec<String> = if options.shifts.is_empty() { Vec::new() } else { required.parameters.iter().map(name).collect() };
    required.shifted_onto = shift::apply(types.request, &mut required.parameters, used, &names, diagnostics);
}

/// Determines the offsets of the globals in their buffer.
fn bytes_of_globals(types: &TypeMeasurer<'_>, required: &mut Required) -> Amount {
    let mut bytes = ScopeBytes::new(types.request.target.family.constants);
    for parameter in &mut required.parameters {
        let Some(amount) = parameter.usage.get(LayoutUnit::Uniform) else { continue };
        let offset = bytes.add(amount, types.get(parameter.variable.layout).align);
        parameter.variable.places.set(LayoutUnit::Uniform, offset, 0);
    }
    if bytes.is_unknown() { Amount::Unknown } else { bytes.end() }
}
