//! Members with an explicit offset: `packoffset`, `register(c…)`, and their effect on the others.

use padstone_model::{Annotation, Field, Offset, Register, RegisterClass, Size, Struct, StructKind, Type, TypeId};

use crate::profiles::{ConstantRegisters, ExplicitOrder, Occurrence, Profile};
use crate::result::{ExplicitOffset, FieldLayout, LayoutError, PlacementReason};
use crate::rules::Resources;
use crate::struct_placement::StructPlacement;
use crate::types::{RegisterBlock, TypeLayouter};

/// Lays out the members of a cbuffer, tbuffer or `$Globals`.
pub(crate) fn lay_out_buffer(layouter: &mut TypeLayouter<'_>, ty: TypeId, fields: &[Field]) -> Result<StructPlacement, LayoutError> {
    let globals = layouter.owners.registers(ty) == Some(RegisterBlock::Globals);
    // In the standard layout, the members are those of an ordinary struct, which has no registers.
    let place_of = |field| if layouter.layouts.standard { None } else { explicit_offset(layouter, field, globals) };
    let places: Vec<Option<(Offset, ExplicitOffset)>> = fields.iter().map(place_of).collect();
    lay_out_at(layouter, StructPlacement::new(ty, layouter.rules().buffer_members), fields, &places)
}

/// Lays out the members of a struct, some of which have a `packoffset`.
pub(crate) fn lay_out_struct(layouter: &mut TypeLayouter<'_>, ty: TypeId, declared: &Struct) -> Result<StructPlacement, LayoutError> {
    let places: Vec<Option<(Offset, ExplicitOffset)>> =
        declared.fields.iter().map(|field| explicit_offset(layouter, field, false)).collect();
    let placement = if declared.kind == StructKind::BufferMembers { layouter.rules().buffer_members } else { layouter.rules().members };
    lay_out_at(layouter, StructPlacement::new(ty, placement), &declared.fields, &places)
}

/// Lays out members, some of which have an explicit offset.
fn lay_out_at(
    layouter: &mut TypeLayouter<'_>,
    mut run: StructPlacement,
    fields: &[Field],
    places: &[Option<(Offset, ExplicitOffset)>],
) -> Result<StructPlacement, LayoutError> {
    let mut placed: Vec<Option<FieldLayout>> = vec![None; fields.len()];
    if let Some(unknown) = fields.iter().position(|field| is_unknown(layouter, field)) {
        let reason = layouter.layouts.get(fields[unknown].ty).err().unwrap_or(LayoutError::Unknown);
        return lay_out_leading(layouter, run, &fields[..unknown], places).and(Err(reason));
    }
    let mut highest = Offset::ZERO;
    let mut displaced_start = false;
    let after_last = layouter.profile.explicit.order == ExplicitOrder::AnywhereAfterLast;
    for index in order(layouter.profile.explicit.order, places) {
        let field = &fields[index];
        if is_resource(layouter, field) {
            continue;
        }
        let mut explicit = places[index];
        if layouter.profile.explicit.order == ExplicitOrder::Sorted {
            // clang ignores members without bytes, even if they have an offset.
            let takes_bytes = layouter.layouts.get(field.ty)?.extent.as_size() > Size::ZERO;
            explicit = explicit.filter(|_| takes_bytes).map(|(offset, place)| (offset.max(run.cursor.at), place));
        }
        let is_after = layouter.profile.explicit.order != ExplicitOrder::Sequential
            && explicit.is_none()
            && highest > Offset::ZERO
            && !displaced_start;
        if is_after && !after_last {
            run.cursor.at = run.cursor.at.max(highest);
        }
        let mut layout = run.add(layouter, field, explicit)?;
        if explicit.is_some() {
            highest = highest.max(run.cursor.at);
            run.cursor.min_precision = false;
        }
        if is_after && layout.reason != PlacementReason::NoBytes {
            layout.reason = if after_last { PlacementReason::AfterLastExplicit } else { PlacementReason::AfterExplicit };
            displaced_start = true;
        }
        placed[index] = Some(layout);
    }
    run.cursor.at = run.cursor.at.max(highest);
    if layouter.profile.explicit.order != ExplicitOrder::Sequential && highest > Offset::ZERO {
        // Members were not placed in order, so the last of them does not determine the size.
        run.recount_at_least(run.cursor.at);
    }
    // A resource takes a register, not bytes of the buffer.
    let without_bytes = run.without_bytes();
    layouter.layouts.fields.extend(placed.into_iter().map(|layout| layout.unwrap_or(without_bytes)));
    Ok(run)
}

/// Lays out the members before an unresolved one. Members without an explicit offset follow all that have one, so their offsets
/// are unknown if the unresolved member may have one.
fn lay_out_leading(
    layouter: &mut TypeLayouter<'_>,
    mut run: StructPlacement,
    fields: &[Field],
    places: &[Option<(Offset, ExplicitOffset)>],
) -> Result<(), LayoutError> {
    let is_explicit = places.iter().any(Option::is_some);
    for (field, &place) in fields.iter().zip(places).take_while(|(_, place)| place.is_some() || !is_explicit) {
        let layout = if is_resource(layouter, field) { run.without_bytes() } else { run.add(layouter, field, place)? };
        layouter.layouts.fields.push(layout);
    }
    Ok(())
}

/// Whether the offset or size of a member is unknown.
fn is_unknown(layouter: &TypeLayouter<'_>, field: &Field) -> bool {
    field.has_unknown_place() || layouter.layouts.get(field.ty).is_err_and(LayoutError::is_partial)
}

/// The effective explicit offset of a member of a buffer, if it has one.
fn explicit_offset(layouter: &TypeLayouter<'_>, field: &Field, globals: bool) -> Option<(Offset, ExplicitOffset)> {
    if globals {
        let contains_resource = layouter.nesting[field.ty.index()].contains_resource;
        let register = effective_register(layouter.profile, field, contains_resource)?;
        return Some((register_offset(register)?, ExplicitOffset::Register));
    }
    let mut packoffsets = field.annotations.iter().filter_map(|annotation| match annotation {
        Annotation::PackOffset(offset) => Some(offset),
        _ => None,
    });
    let packoffset = match layouter.profile.explicit.effective_packoffset {
        Occurrence::First => packoffsets.next(),
        Occurrence::Last => packoffsets.next_back(),
    };
    // Compilers count bytes in 32 bits, and wrap (P0409).
    packoffset.map(|offset| (Offset::new(offset.bytes() & u64::from(u32::MAX)), ExplicitOffset::PackOffset))
}

/// The `register` that places a global constant.
pub(crate) fn effective_register(profile: &Profile, field: &Field, contains_resource: bool) -> Option<Register> {
    field.registers().find(|register| match (register.slot, profile.explicit.constant_registers) {
        (Some((RegisterClass::C, _)), _) => true,
        (Some((RegisterClass::B | RegisterClass::I, _)), ConstantRegisters::Old) => true,
        (Some(_), ConstantRegisters::Old) => contains_resource,
        _ => false,
    })
}

/// The offset of `register(c4)`, in bytes.
pub(crate) fn register_offset(register: Register) -> Option<Offset> {
    register.slot.map(|(_, number)| Offset::new(16 * u64::from(number)))
}

/// The members in the order in which they are placed.
fn order(order: ExplicitOrder, places: &[Option<(Offset, ExplicitOffset)>]) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..places.len()).collect();
    match order {
        ExplicitOrder::Anywhere | ExplicitOrder::AnywhereAfterLast => indices.sort_by_key(|&index| places[index].is_none()),
        ExplicitOrder::Sorted => indices.sort_by_key(|&index| places[index].map_or(Offset::new(u64::MAX), |(offset, _)| offset)),
        ExplicitOrder::Sequential => indices.sort_by_key(|&index| match places[index] {
            Some((offset, ExplicitOffset::Register)) => offset,
            _ => Offset::new(u64::MAX),
        }),
    }
    indices
}

/// Whether a member is a resource, which has no bytes in the struct.
fn is_resource(layouter: &TypeLayouter<'_>, field: &Field) -> bool {
    let innermost = layouter.nesting[field.ty.index()].innermost;
    matches!(layouter.module.types[innermost], Type::Resource(_)) && !matches!(layouter.rules().resources, Resources::Handles(_))
}
