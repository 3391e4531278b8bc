//! `register(…)` on constants.

use std::collections::BTreeSet;

use padstone_diag::{Diagnostic, Severity, codes};
use padstone_model::{Align, Field, FieldRole, Offset, Register, RegisterClass, Type};

use super::free_offsets::{TakenBytes, fits_registers};
use super::packoffset::{ExplicitMember, Suggestions, explicit_size, rejected_overlaps};
use super::{Check, Content};
use crate::explicit::{effective_register, register_offset};
use crate::profiles::{BindingModel, ExplicitOrder, Overlaps};
use crate::ranges::collisions;
use crate::result::{ExplicitOffset, PlacementReason};

/// Checks members of structs.
pub(super) fn on_struct_members(check: &mut Check<'_>, fields: &[Field]) {
    let strict = check.profile.explicit.strict_registers;
    for field in fields {
        if check.nesting[field.ty.index()].contains_resource && !strict {
            continue;
        }
        for register in field.registers() {
            let message = format!("`register` on `{}`, a member of a struct", check.module.name(field.name));
            let severity = check.profile.explicit.register_on_struct_member;
            check.report(
                Diagnostic::new(severity, &codes::REGISTER_ON_STRUCT_MEMBER, message, register.span)
                    .note("it does not move the member")
                    .help("remove it; members of structs have no registers"),
            );
        }
    }
}

/// Checks members of a cbuffer or tbuffer.
pub(super) fn on_members(check: &mut Check<'_>, fields: &[Field]) {
    for field in fields {
        let is_resource = matches!(innermost(check, field), Type::Resource(_));
        let contains_resource = check.nesting[field.ty.index()].contains_resource;
        for register in field.registers() {
            let is_error = !is_resource && is_rejected(check, field, register);
            if contains_resource && !is_error {
                continue;
            }
            let name = check.module.name(field.name);
            let severity = if is_error { Severity::Error } else { Severity::Warning };
            let message = format!("`register` on `{name}` has no effect");
            let mut diagnostic = Diagnostic::new(severity, &codes::REGISTER_ON_MEMBER, message, register.span)
                .note("only global constants can have a register");
            if let (Some((RegisterClass::C, number)), Some(offset)) = (register.slot, register_offset(register))
                && fits_registers(offset, explicit_size(check, field))
            {
                diagnostic = diagnostic.help(format!("write `packoffset(c{number})` to place `{name}` at offset {offset}"));
            }
            check.report(diagnostic);
        }
    }
}

/// Whether a compiler with strict registers rejects one on a member of a buffer (clang 22, measured).
fn is_rejected(check: &Check<'_>, field: &Field, register: Register) -> bool {
    let Some((class, _)) = register.slot else { return false };
    let is_struct = matches!(innermost(check, field), Type::Struct(_)) && field.role != FieldRole::GroupShared;
    check.profile.explicit.strict_registers && (class == RegisterClass::I || !is_struct)
}

fn innermost(check: &Check<'_>, field: &Field) -> Type {
    check.module.types[check.nesting[field.ty.index()].innermost]
}

/// Checks the registers of global constants. Returns the members whose overlap is an error.
pub(super) fn on_globals(check: &mut Check<'_>, fields: &[Field], content: Content) -> BTreeSet<usize> {
    for field in fields {
        one_global(check, field);
    }
    if check.profile.explicit.order == ExplicitOrder::Sequential {
        return sequential_overlaps(check, fields, content);
    }
    if check.profile.explicit.overlaps != Overlaps::InUse {
        return BTreeSet::new();
    }
    let explicit_member = |field: &Field| {
        let register = effective_register(check.profile, field, check.nesting[field.ty.index()].contains_resource)?;
        Some(ExplicitMember { at: register_offset(register)?, span: register.span })
    };
    let placed: Vec<_> = fields.iter().map(explicit_member).collect();
    rejected_overlaps(check, fields, &placed, &codes::REGISTER_OVERLAP, &mut Suggestions::default(), content)
}

fn one_global(check: &mut Check<'_>, field: &Field) {
    let name = check.module.name(field.name);
    let contains_resource = check.nesting[field.ty.index()].contains_resource;
    let ty = innermost(check, field);
    if matches!(ty, Type::Resource(_)) {
        return;
    }
    let is_ignored_on_structs = check.profile.explicit.strict_registers && matches!(ty, Type::Struct(_));
    let counts = effective_register(check.profile, field, contains_resource);
    let size = explicit_size(check, field);
    for register in field.registers() {
        let Some((class, number)) = register.slot else { continue };
        if let (Some(space), Some(severity), false) = (register.space, check.profile.explicit.register_space, contains_resource) {
            check.report(
                Diagnostic::new(severity, &codes::REGISTER_SPACE, format!("register space on the global constant `{name}`"), register.span)
                    .help(format!("remove `space{space}`: all global constants are in one buffer")),
            );
        }
        let position = register_offset(register).filter(|_| counts == Some(register));
        let start = Offset::new(16 * u64::from(number));
        let place = match fits_registers(start, size) {
            true => format!("write `register(c{number})` to place it at offset {start}"),
            false => "remove it".to_owned(),
        };
        if check.profile.explicit.strict_registers && matches!(ty, Type::Matrix { .. } | Type::Enum(_)) {
            let message = format!("`{name}`, a `{}`, cannot have a register", check.type_name(field.ty));
            check.report(
                Diagnostic::error(&codes::REGISTER_CLASS, message, register.span)
                    .note(format!("{} allows it only on scalars, vectors and structs, and arrays of them", check.profile.name))
                    .help(format!("put it into a cbuffer: `packoffset(c{number})` places it there")),
            );
            continue;
        }
        match (class, position) {
            (RegisterClass::B | RegisterClass::I, Some(position)) if !contains_resource => check.report(
                Diagnostic::warning(
                    &codes::REGISTER_LEGACY,
                    format!("`{name}` is at offset {position}: on a constant, `{}{number}` means c{number}", class.letter()),
                    register.span,
                )
                .help(format!("write `register(c{number})`")),
            ),
            (RegisterClass::T | RegisterClass::U | RegisterClass::S, Some(position)) => check.report(
                Diagnostic::warning(
                    &codes::REGISTER_PLACES_CONSTANTS,
                    format!("`{}{number}` also puts the constants of `{name}` at offset {position}", class.letter()),
                    register.span,
                )
                .note("DXC uses any register on a struct as the offset of its constants in $Globals")
                .help("declare the resources outside the struct"),
            ),
            // The register is that of the resource.
            (RegisterClass::B | RegisterClass::T | RegisterClass::U | RegisterClass::S, _)
                if is_ignored_on_structs && contains_resource => {}
            (RegisterClass::B | RegisterClass::T | RegisterClass::U | RegisterClass::S, _) if is_ignored_on_structs => {
                let message = format!("`{}{number}` does not place `{name}`", class.letter());
                check.report(Diagnostic::warning(&codes::REGISTER_IGNORED, message, register.span).help(place));
            }
            (RegisterClass::B | RegisterClass::I, _) if check.profile.explicit.strict_registers => check.report(
                Diagnostic::error(
                    &codes::REGISTER_CLASS,
                    format!("`{name}` is a constant, which registers of class `{}` cannot contain", class.letter()),
                    register.span,
                )
                .help(place),
            ),
            (RegisterClass::B | RegisterClass::I, None) if !contains_resource && check.profile.binding == BindingModel::D3d => check
                .report(
                    Diagnostic::warning(
                        &codes::REGISTER_IGNORED,
                        format!("`{}{number}` does not place `{name}`", class.letter()),
                        register.span,
                    )
                    .note("from shader model 4.0 on, FXC accepts only `c` registers; DXC also accepts this one (DXC issue 7640)")
                    .help(place),
                ),
            (RegisterClass::T | RegisterClass::U | RegisterClass::S, None) if !contains_resource => check.report(
                Diagnostic::error(
                    &codes::REGISTER_CLASS,
                    format!("`{name}` is a constant, which registers of class `{}` cannot contain", class.letter()),
                    register.span,
                )
                .help(place),
            ),
            _ => {}
        }
    }
}

/// If members are placed in order, those with a register must not overlap.
fn sequential_overlaps(check: &mut Check<'_>, fields: &[Field], content: Content) -> BTreeSet<usize> {
    let types = check.types_of(content);
    let placed: Vec<_> = types.fields(check.module, content.ty).map(|(_, placed)| *placed).collect();
    let mut rejected = BTreeSet::new();
    let mut taken = TakenBytes::default();
    for placed in &placed {
        if let Some(end) = placed.offset.plus(placed.size) {
            taken.take(placed.offset..end);
        }
    }
    for collision in collisions(check.module, types, content.ty) {
        let (other, index, over) = (collision.below, collision.above, collision.extent());
        let by_register = |position: usize| placed[position].reason == PlacementReason::Explicit(ExplicitOffset::Register);
        if check.profile.binding != BindingModel::Vulkan || !by_register(index) || !by_register(other) {
            continue;
        }
        let (field, below) = (&fields[index], &fields[other]);
        let (name, other_name) = (check.module.name(field.name), check.module.name(below.name));
        let span = field.registers().next().map_or(field.span, |register| register.span);
        let end = placed[other].offset.bytes() + placed[other].size.bytes();
        let size = placed[index].size;
        let free = taken.take_free(Offset::new(end), |position| {
            let start = position.align_to(Align::SIXTEEN)?;
            Some(start..start.plus(size)?)
        });
        let found = Diagnostic::error(
            &codes::REGISTER_OVERLAP,
            format!("`{name}` at offset {} overlaps `{other_name}` in bytes {}..{}", over.start, over.start, over.end),
            span,
        )
        .label(below.span, format!("bytes {}..{end}", placed[other].offset));
        check.report(match free.filter(|free| fits_registers(*free, size)) {
            Some(free) => found.help(format!("use c{}, the next free register after it", free.bytes() / 16)),
            None => found.help("move one of them"),
        });
        rejected.insert(index);
    }
    rejected
}
