//! Members with an explicit offset: `packoffset`, `register(c…)`, and their effect on the others.

use padstone_model::{Annotation, Field, Offset, Register, RegisterClass, Size, Struct, StructKind, Type, TypeId};

use crate::profiles::{ConstantRegisters, ExplicitOrder, Occurrence};
use crate::result::{ExplicitPlace, FieldLayout, Unlaid, Why};
use crate::rules::Resources;
use crate::types::{Pass, Registers};
use crate::{Profile, members::Run};

/// Lays out the members of a cbuffer, tbuffer or `$Globals`.
pub(crate) fn lay_out_buffer(pass: &mut Pass<'_>, ty: TypeId, fields: &[Field]) -> Result<Run, Unlaid> {
    let globals = pass.owners.registers(ty) == Some(Registers::Globals);
    // In the standard layout the members are those of a struct, which has no registers.
    let place_of = |field| if pass.layouts.standard { None } else { place_of(pass, field, globals) };
    let places: Vec<Option<(Offset, ExplicitPlace)>> = fields.iter().map(place_of).collect();
    lay_out_at(pass, Run::new(ty, pass.rules().buffer_members), fields, &places)
}

/// Lays out the members of a struct, some of which have a `packoffset`.
pub(crate) fn lay_out_struct(pass: &mut Pass<'_>, ty: TypeId, declared: &Struct) -> Result<Run, Unlaid> {
    let places: Vec<Option<(Offset, ExplicitPlace)>> = declared.fields.iter().map(|field| place_of(pass, field, false)).collect();
    let placement = if declared.kind == StructKind::BufferMembers { pass.rules().buffer_members } else { pass.rules().members };
    lay_out_at(pass, Run::new(ty, placement), &declared.fields, &places)
}

/// Lays out members, some of which have a place.
fn lay_out_at(pass: &mut Pass<'_>, mut run: Run, fields: &[Field], places: &[Option<(Offset, ExplicitPlace)>]) -> Result<Run, Unlaid> {
    let mut placed: Vec<Option<FieldLayout>> = vec![None; fields.len()];
    if let Some(unknown) = fields.iter().position(|field| is_unknown(pass, field)) {
        let why = pass.layouts.get(fields[unknown].ty).err().unwrap_or(Unlaid::Unknown);
        return lay_out_leading(pass, run, &fields[..unknown], places).and(Err(why));
    }
    let mut highest = Offset::ZERO;
    let mut begun_behind = false;
    let after_last = pass.profile.explicit.order == ExplicitOrder::AnywhereAfterLast;
    for index in order(pass.profile.explicit.order, places) {
        let field = &fields[index];
        if is_resource(pass, field) {
            continue;
        }
        let mut explicit = places[index];
        if pass.profile.explicit.order == ExplicitOrder::Sorted {
            // clang leaves out what has no bytes, whatever its offset.
            let takes_bytes = pass.layouts.get(field.ty)?.extent.as_size() > Size::ZERO;
            explicit = explicit.filter(|_| takes_bytes).map(|(offset, place)| (offset.max(run.cursor.at), place));
        }
        let behind =
            pass.profile.explicit.order != ExplicitOrder::Sequential && explicit.is_none() && highest > Offset::ZERO && !begun_behind;
        if behind && !after_last {
            run.cursor.at = run.cursor.at.max(highest);
        }
        let mut layout = run.add(pass, field, explicit)?;
        if explicit.is_some() {
            highest = highest.max(run.cursor.at);
            run.cursor.min_precision = false;
        }
        if behind && layout.why != Why::NoBytes {
            layout.why = if after_last { Why::AfterLastExplicit } else { Why::BehindExplicit };
            begun_behind = true;
        }
        placed[index] = Some(layout);
    }
    run.cursor.at = run.cursor.at.max(highest);
    if pass.profile.explicit.order != ExplicitOrder::Sequential && highest > Offset::ZERO {
        // Members were not placed in order, so the last of them does not say how far all of them reach.
        run.recount_at_least(run.cursor.at);
    }
    // A resource takes a register of its own, not bytes of the buffer.
    let without_bytes = run.without_bytes();
    pass.layouts.fields.extend(placed.into_iter().map(|layout| layout.unwrap_or(without_bytes)));
    Ok(run)
}

/// Lays out the members before one that was not understood. Where some have an explicit offset, those without one follow
/// after all that have: their offsets are as unknown as what the member that was not understood asks for.
fn lay_out_leading(pass: &mut Pass<'_>, mut run: Run, fields: &[Field], places: &[Option<(Offset, ExplicitPlace)>]) -> Result<(), Unlaid> {
    let is_explicit = places.iter().any(Option::is_some);
    for (field, &place) in fields.iter().zip(places).take_while(|(_, place)| place.is_some() || !is_explicit) {
        let layout = if is_resource(pass, field) { run.without_bytes() } else { run.add(pass, field, place)? };
        pass.layouts.fields.push(layout);
    }
    Ok(())
}

/// Whether nobody knows where a member is or how large it is.
fn is_unknown(pass: &Pass<'_>, field: &Field) -> bool {
    field.has_unknown_place() || pass.layouts.get(field.ty).is_err_and(Unlaid::is_partial)
}

/// The explicit offset of a member of a buffer, if it has one that counts.
fn place_of(pass: &Pass<'_>, field: &Field, globals: bool) -> Option<(Offset, ExplicitPlace)> {
    if globals {
        let holds_resource = pass.nesting[field.ty.index()].holds_resource;
        let register = register_that_counts(pass.profile, field, holds_resource)?;
        return Some((register_offset(register)?, ExplicitPlace::Register));
    }
    let mut packoffsets = field.annotations.iter().filter_map(|annotation| match annotation {
        Annotation::PackOffset(offset) => Some(offset),
        _ => None,
    });
    let packoffset = match pass.profile.explicit.packoffset_that_counts {
        Occurrence::First => packoffsets.next(),
        Occurrence::Last => packoffsets.next_back(),
    };
    packoffset.map(|offset| (Offset::new(offset.bytes()), ExplicitPlace::PackOffset))
}

/// The `register` that places a global constant.
pub(crate) fn register_that_counts(profile: &Profile, field: &Field, holds_resource: bool) -> Option<Register> {
    field.registers().find(|register| match (register.slot, profile.explicit.constant_registers) {
        (Some((RegisterClass::C, _)), _) => true,
        (Some((RegisterClass::B | RegisterClass::I, _)), ConstantRegisters::Old) => true,
        (Some(_), ConstantRegisters::Old) => holds_resource,
        _ => false,
    })
}

/// The offset of `register(c4)`, in bytes.
pub(crate) fn register_offset(register: Register) -> Option<Offset> {
    register.slot.map(|(_, number)| Offset::new(16 * u64::from(number)))
}

/// The members in the order in which they are placed.
fn order(order: ExplicitOrder, places: &[Option<(Offset, ExplicitPlace)>]) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..places.len()).collect();
    match order {
        ExplicitOrder::Anywhere | ExplicitOrder::AnywhereAfterLast => indices.sort_by_key(|&index| places[index].is_none()),
        ExplicitOrder::Sorted => indices.sort_by_key(|&index| places[index].map_or(Offset::new(u64::MAX), |(offset, _)| offset)),
        ExplicitOrder::Sequential => indices.sort_by_key(|&index| match places[index] {
            Some((offset, ExplicitPlace::Register)) => offset,
            _ => Offset::new(u64::MAX),
        }),
    }
    indices
}

/// Whether a member is a resource, which has no bytes in the struct.
fn is_resource(pass: &Pass<'_>, field: &Field) -> bool {
    let innermost = pass.nesting[field.ty.index()].innermost;
    matches!(pass.module.types[innermost], Type::Resource(_)) && !matches!(pass.rules().resources, Resources::Handles(_))
}
