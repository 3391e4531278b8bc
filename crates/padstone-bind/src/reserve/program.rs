//! The explicit bindings of a program's parameters.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_model::{Annotation, Field};

use crate::layout_unit::{Amount, LayoutUnit, UnitCounters};
use crate::measure::program::{ExplicitRange, Required};
use crate::measure::types::TypeMeasurer;
use crate::reserve::Used;
use crate::reserve::explicit;

pub(crate) fn reserve(types: &TypeMeasurer<'_>, required: &mut Required, diagnostics: &mut Diagnostics) -> Used {
    let mut used = Used::before(u64::MAX);
    for &(first, end) in &required.target_registers {
        used.ranges(0, LayoutUnit::UnorderedAccess).take(None, first, end);
    }
    for index in 0..required.parameters.len() {
        let Some(field) = required.parameters[index].placed_by.field(types.module) else { continue };
        for place in explicit::explicit_ranges(types, field, &mut required.parameters[index], diagnostics) {
            reserve_one(types, required, &mut used, (index, field), place, diagnostics);
        }
        if let Some(entry) = required.parameters[index].entry {
            separate_from_entry(types, required, (index, field), entry, diagnostics);
        }
    }
    used
}

/// Leaves to a parameter of an entry point only the layout units that the source binds; all others stay with the entry point.
fn separate_from_entry(
    types: &TypeMeasurer<'_>,
    required: &mut Required,
    (index, field): (usize, &Field),
    (entry, position): (usize, usize),
    diagnostics: &mut Diagnostics,
) {
    let parameter = &mut required.parameters[index];
    if let (Some(binding), Some(_)) = (explicit::binding_span(field, &types.request.target), parameter.usage.get(LayoutUnit::Uniform)) {
        let name = types.module.name(field.name);
        diagnostics.push(explicit::binding_of_loose_data(
            &codes::BINDING_ON_ENTRY_PARAMETER,
            name,
            binding,
            explicit::has_resources(parameter),
        ));
    }
    parameter.explicit.retain(|place| !place.count.is_zero());
    parameter.usage = UnitCounters::default();
    let entry = &mut required.entries[entry];
    for place in &parameter.explicit {
        parameter.usage.add(place.kind, place.count);
        entry.parameters[position].places.set(place.kind, Amount::numbered(place.index), place.space);
        entry.explicit.insert((parameter.variable.source, place.kind));
    }
}

fn reserve_one(
    types: &TypeMeasurer<'_>,
    required: &mut Required,
    used: &mut Used,
    (owner, field): (usize, &Field),
    place: ExplicitRange,
    diagnostics: &mut Diagnostics,
) {
    let name = types.module.name(field.name);
    let known = required.parameters[owner].explicit(place.kind).copied();
    if let Some(known) = known {
        if (known.index, known.space, known.count) != (place.index, place.space, place.count) {
            diagnostics.push(conflict(name, field));
        }
        return;
    }
    required.parameters[owner].explicit.push(place);
    let occupant = if matches!(place.kind, LayoutUnit::RegisterSpace | LayoutUnit::SubElementRegisterSpace) {
        used.spaces.take(Some(owner), place.index, place.index.saturating_add(1))
    } else {
        used.spaces.take(Some(owner), place.space, place.space.saturating_add(1));
        used.ranges(place.space, place.kind).take(Some(owner), place.index, place.count.end_of_explicit(place.index))
    };
    let Some(occupant) = occupant.and_then(|occupant| required.parameters[occupant].declaration(types.module)) else { return };
    if allows(field) && allows(occupant) {
        return;
    }
    let message = format!("the explicit bindings of `{name}` and `{}` overlap", types.module.name(occupant.name));
    diagnostics.push(
        Diagnostic::new(types.rules.overlap(&types.request.target), &codes::EXPLICIT_OVERLAP, message, field.span)
            .label(field.span, "second binding")
            .label(occupant.span, "first binding")
            .help("bind them differently, or write `[allow(\"overlapping-bindings\")]` on both"),
    );
}

fn allows(field: &Field) -> bool {
    field.annotations.contains(&Annotation::AllowOverlap)
}

/// E39000 of slangc.
fn conflict(name: &str, field: &Field) -> Diagnostic {
    let mut registers = field.registers();
    let found =
        Diagnostic::error(&codes::EXPLICIT_CONFLICT, format!("`{name}` has two explicit bindings of one resource class"), field.span);
    let found = found.label(field.span, "bound twice").help("remove one of them");
    match (registers.next(), registers.last()) {
        (Some(first), Some(last)) => found.label(first.span, "first binding").label(last.span, "last binding"),
        _ => found,
    }
}
