//! `packoffset`.

use std::collections::BTreeSet;

use padstone_diag::{Diagnostic, Edit, Severity, codes};
use padstone_model::{Align, Annotation, Buffer, Field, Offset, PackOffset, Size, Type};
use padstone_source::Span;

use super::{Check, bytes, register_of};
use crate::place::misplaced;
use crate::profiles::{BindingModel, Crossing, ExplicitOrder, Occurrence};
use crate::result::{ExplicitPlace, FieldLayout, Layout, Why};

/// On what is no member of a cbuffer or tbuffer.
pub(super) fn outside(check: &mut Check<'_>, fields: &[Field], what: &str) {
    for field in fields {
        for offset in packoffsets(field) {
            let message = format!("packoffset on `{}`, {what}", check.module.name(field.name));
            let mut diagnostic = Diagnostic::error(&codes::PACKOFFSET_OUTSIDE, message, offset.span)
                .label(offset.span, "only members of a cbuffer or tbuffer have a place in its registers");
            if what.contains("global") && offset.component == 0 {
                let register = format!("register(c{})", offset.register);
                diagnostic = diagnostic
                    .help(format!("`{register}` places a global constant at byte {}", offset.bytes()))
                    .fix(format!("write {register}"), vec![Edit { span: offset.span, text: register }]);
            }
            check.report(diagnostic);
        }
    }
}

/// On members of a cbuffer or tbuffer. Returns the members for which an error says that they overlap others.
pub(super) fn members(check: &mut Check<'_>, buffer: &Buffer, fields: &[Field], layout: &Layout) -> BTreeSet<usize> {
    if !fields.iter().any(|field| packoffsets(field).next().is_some()) {
        return BTreeSet::new();
    }
    let placed: Vec<FieldLayout> = check.types(layout).fields(check.module, layout.content).map(|(_, placed)| *placed).collect();
    for (field, placed) in fields.iter().zip(&placed) {
        twice(check, field);
        capital(check, field);
        if let (Some(offset), Why::Explicit(ExplicitPlace::PackOffset)) = (counting(check, field), placed.why) {
            range(check, field, offset);
            component(check, field, offset, layout);
        }
    }
    let mixed = mixing(check, buffer, fields, &placed);
    let mut rejected = overlap(check, fields, mixed, layout);
    rejected.extend(order(check, fields, &placed, layout, &rejected));
    rejected
}

fn packoffsets(field: &Field) -> impl DoubleEndedIterator<Item = PackOffset> + '_ {
    field.annotations.iter().filter_map(|annotation| match annotation {
        Annotation::PackOffset(offset) => Some(*offset),
        _ => None,
    })
}

/// The packoffset that counts.
fn counting(check: &Check<'_>, field: &Field) -> Option<PackOffset> {
    match check.profile.explicit.packoffset_that_counts {
        Occurrence::First => packoffsets(field).next(),
        Occurrence::Last => packoffsets(field).next_back(),
    }
}

/// The registers of a constant buffer: Direct3D 11.3 Functional Specification, 7.5, D3D10_REQ_CONSTANT_BUFFER_ELEMENT_COUNT.
const REGISTERS: u64 = 4096;

/// Whether a constant buffer has that byte.
fn exists(offset: Offset) -> bool {
    offset.bytes() < REGISTERS * 16
}

fn move_to(span: Span, offset: Offset) -> (String, Vec<Edit>) {
    let text = format!("packoffset({})", register_of(offset));
    (format!("write {text}, byte {offset}"), vec![Edit { span, text }])
}

fn capital(check: &mut Check<'_>, field: &Field) {
    let Some(severity) = check.profile.explicit.capital_register else { return };
    for offset in packoffsets(field).filter(|offset| offset.capital) {
        let (what, fix) = move_to(offset.span, Offset::new(offset.bytes()));
        let message = format!("{} knows no register class `C`", check.profile.name);
        check.report(Diagnostic::new(severity, &codes::PACKOFFSET_CLASS, message, offset.span).fix(what, fix));
    }
}

fn twice(check: &mut Check<'_>, field: &Field) {
    let Some(counts) = counting(check, field) else { return };
    for ignored in packoffsets(field).filter(|offset| offset.span != counts.span) {
        let (name, profile) = (check.module.name(field.name), check.profile.name);
        check.report(
            Diagnostic::warning(
                &codes::PACKOFFSET_TWICE,
                format!("`{name}` has two packoffsets; {profile} puts it at byte {}", counts.bytes()),
                ignored.span,
            )
            .label(ignored.span, format!("ignored: byte {}", ignored.bytes()))
            .label(counts.span, format!("counts: byte {}", counts.bytes()))
            .note("DXC takes the last for DXIL and the first for SPIR-V; clang takes the first")
            .fix("remove the one that is ignored", vec![Edit { span: ignored.with_colon, text: String::new() }]),
        );
    }
}

/// Compilers count bytes in 32 bits.
fn range(check: &mut Check<'_>, field: &Field, offset: PackOffset) {
    let Ok(wrapped) = u32::try_from(offset.bytes() & u64::from(u32::MAX)) else { return };
    if u64::from(wrapped) == offset.bytes() {
        return;
    }
    let name = check.module.name(field.name);
    check.report(
        Diagnostic::error(
            &codes::PACKOFFSET_WRAPS,
            format!("`{name}` would lie at byte {}, beyond 32 bits; compilers wrap that to {wrapped}", offset.bytes()),
            offset.span,
        )
        .help("a constant buffer has 4096 registers, c0 to c4095"),
    );
}

/// Whether the component suits the member: x for aggregates; for others, such that no register is crossed and the
/// alignment is right.
fn component(check: &mut Check<'_>, field: &Field, offset: PackOffset, layout: &Layout) {
    let module = check.module;
    let (name, ty) = (module.name(field.name), check.type_name(field.ty));
    let at = Offset::new(offset.bytes());
    let next = Offset::new((u64::from(offset.register) + 1) * 16);
    let (scalar, elements) = match module.types[field.ty] {
        Type::Scalar(scalar) => (scalar, 1),
        Type::Enum(id) => (module.enums[id].scalar, 1),
        Type::Vector { scalar, width } => (scalar, u64::from(width)),
        _ if offset.component == 0 => return,
        // clang 22 takes a matrix for a vector of all its numbers.
        Type::Matrix { scalar, rows, columns, .. } if check.profile.explicit.crossing == Crossing::PaddedBytes => {
            (scalar, u64::from(rows) * u64::from(columns))
        }
        _ => {
            let (title, edits) = move_to(offset.span, Offset::new(u64::from(offset.register) * 16));
            check.report(
                Diagnostic::error(
                    &codes::PACKOFFSET_COMPONENT,
                    format!("`{name}` is of type `{ty}` and cannot begin at byte {at}: structs, arrays and matrices begin a register"),
                    offset.span,
                )
                .help(format!("leave the component away: c{} is byte {}", offset.register, u64::from(offset.register) * 16))
                .fix(title, edits),
            );
            return;
        }
    };
    let number = module.scalar_bytes(scalar);
    let size = number * elements;
    let component = u64::from(offset.component);
    let crosses = match check.profile.explicit.crossing {
        Crossing::Elements => component + elements > 4,
        Crossing::Bytes => component > 0 && component * 4 + size > 16,
        Crossing::PaddedBytes => {
            let padded = if matches!(module.types[field.ty], Type::Vector { width: 3, .. }) { 4 } else { elements };
            component > 0 && component * 4 + number * padded > 16
        }
    };
    if crosses {
        let diagnostic = Diagnostic::error(
            &codes::PACKOFFSET_CROSSES,
            format!("`{name}` at byte {at} would cross the border of a register at byte {next}"),
            offset.span,
        )
        .label(field.span, format!("`{ty}` has {elements} components and takes {}", bytes(size)));
        check.report(match (exists(next), move_to(offset.span, next)) {
            (true, (title, edits)) => diagnostic.fix(title, edits),
            (false, _) => diagnostic.help("move it to a lower register: a constant buffer has c0 to c4095"),
        });
        return;
    }
    let types = check.types(layout);
    let Ok(item) = types.item(module, check.nesting, field.ty) else { return };
    let clang = check.profile.explicit.crossing == Crossing::PaddedBytes;
    let suits = match check.view(layout.set) {
        // clang asks for the alignment of one number only: packoffset at 'y' does not match alignment 64 required by 'double'.
        _ if clang => Align::new(number).filter(|&align| !at.is_aligned(align)).and_then(|align| at.align_to(align)),
        Some(view) => view.refuses(&item, field.ty, at),
        None => misplaced(types.rules.buffer_members, at, &item, module),
    };
    let Some(suits) = suits else { return };
    let read = types.first_read(module, field.ty, at);
    let note = match check.profile.binding {
        _ if clang => format!("clang 22 wants a `{ty}` at a multiple of {number} bytes"),
        BindingModel::D3d if read != at => format!("DXC reports byte {at}, but the code that it generates reads from byte {read}"),
        BindingModel::D3d | BindingModel::WebGpu => {
            "DXC places it there all the same; the code that reads it may be wrong, or DXC crash".to_owned()
        }
        BindingModel::Vulkan => "DXC places it there all the same; Vulkan's validator refuses the result".to_owned(),
    };
    let severity = if clang { Severity::Error } else { Severity::Warning };
    let (title, edits) = move_to(offset.span, suits);
    check.report(
        Diagnostic::new(
            severity,
            &codes::PACKOFFSET_MISALIGNED,
            format!("`{name}`, a `{ty}`, must not lie at byte {at}; byte {suits} would do"),
            field.span,
        )
        .label(offset.span, format!("byte {at}"))
        .note(note)
        .fix(title, edits),
    );
}

/// Some members with a packoffset, some without. Returns whether it is so.
fn mixing(check: &mut Check<'_>, buffer: &Buffer, fields: &[Field], placed: &[FieldLayout]) -> bool {
    let without = fields.iter().zip(placed).filter(|(field, _)| {
        let resource = matches!(check.module.types[check.nesting[field.ty.index()].innermost], Type::Resource(_));
        !resource && packoffsets(field).next().is_none()
    });
    let without: Vec<_> = without.collect();
    let (Some((first, _)), Some(with)) = (without.first(), fields.iter().find_map(|field| packoffsets(field).next())) else {
        return false;
    };
    let name = check.module.name(buffer.name);
    let message = format!("some members of `{name}` have a packoffset, others do not");
    let mut diagnostic = Diagnostic::new(check.profile.explicit.mixing, &codes::PACKOFFSET_MIXED, message, first.span);
    for (field, placed) in without.iter().take(4) {
        diagnostic =
            diagnostic.label(field.span, format!("no packoffset; it would lie at byte {}, {}", placed.offset, register_of(placed.offset)));
    }
    diagnostic = diagnostic.label(with.span, "the first packoffset");
    let note = match check.profile.explicit.order {
        ExplicitOrder::Sequential => "for SPIR-V, DXC puts each of them behind the member before it",
        ExplicitOrder::Anywhere | ExplicitOrder::Sorted => "they go behind the member that ends last; for SPIR-V, DXC puts them elsewhere",
    };
    check.report(diagnostic.note(note).help("give every member a packoffset, or none"));
    true
}

/// The check that the compiler makes, by its own idea of the sizes.
fn overlap(check: &mut Check<'_>, fields: &[Field], mixed: bool, layout: &Layout) -> BTreeSet<usize> {
    if mixed && !check.profile.explicit.overlap_when_mixed {
        return BTreeSet::new();
    }
    let mut places: Vec<(usize, Offset, Offset)> = (fields.iter().enumerate())
        .filter_map(|(index, field)| {
            let start = Offset::new(counting(check, field)?.bytes());
            let size = check.overlap_sizes().get(field.ty).ok()?.size;
            Some((index, start, start.plus(size)?)).filter(|_| size.bytes() > 0)
        })
        .collect();
    places.sort_by_key(|&(index, start, _)| (start, index));
    let mut behind =
        check.types(layout).fields(check.module, layout.content).filter_map(|(_, placed)| placed.offset.plus(placed.size)).max();
    let mut rejected = BTreeSet::new();
    let mut furthest: Option<(usize, Offset)> = None;
    for (index, start, end) in places {
        if let Some((other, reach)) = furthest.filter(|&(_, reach)| start < reach) {
            // The later one in the source is at fault.
            let (later, earlier) = (index.max(other), index.min(other));
            let free = behind.and_then(|end| end.align_to(padstone_model::Align::SIXTEEN));
            report_overlap(check, &fields[later], &fields[earlier], start, end.min(reach), free);
            // The next one that has to move goes behind this one.
            let size = check.types(layout).get(fields[later].ty).map_or(Size::ZERO, |laid| laid.size);
            behind = free.and_then(|free| free.plus(size));
            rejected.insert(later);
        }
        if furthest.is_none_or(|(_, reach)| end > reach) {
            furthest = Some((index, end));
        }
    }
    rejected
}

fn report_overlap(check: &mut Check<'_>, later: &Field, earlier: &Field, from: Offset, to: Offset, free: Option<Offset>) {
    let Some(offset) = counting(check, later) else { return };
    let (name, other) = (check.module.name(later.name), check.module.name(earlier.name));
    let message = format!("`{name}` at byte {} lies over `{other}` in bytes {from} to {}", offset.bytes(), to.bytes() - 1);
    let mut diagnostic = Diagnostic::error(&codes::PACKOFFSET_OVERLAP, message, offset.span);
    if let Some(earlier) = counting(check, earlier) {
        diagnostic = diagnostic.label(earlier.span, format!("`{other}` begins at byte {}", earlier.bytes()));
    }
    if let Some(free) = free.filter(|free| exists(*free)) {
        let (title, edits) = move_to(offset.span, free);
        diagnostic = diagnostic.help(format!("byte {free}, {}, is free", register_of(free))).fix(title, edits);
    }
    check.report(diagnostic);
}

/// Where members are placed in order, no packoffset may lie before the end of the member before.
fn order(check: &mut Check<'_>, fields: &[Field], placed: &[FieldLayout], layout: &Layout, rejected: &BTreeSet<usize>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    if check.profile.explicit.order != ExplicitOrder::Sequential {
        return found;
    }
    let types = check.types(layout);
    let mut end = Offset::ZERO;
    for (index, (field, place)) in fields.iter().zip(placed).enumerate() {
        if let (Some(offset), true) = (counting(check, field), place.offset < end && !rejected.contains(&index)) {
            let name = check.module.name(field.name);
            check.report(
                Diagnostic::error(
                    &codes::PACKOFFSET_ORDER,
                    format!("`{name}` at byte {} lies before byte {end}, where the member before it ends", place.offset),
                    offset.span,
                )
                .note("for SPIR-V, DXC wants the members in the order of their offsets; DXIL does not")
                .help("declare the members in the order of their offsets; that moves no byte"),
            );
            found.insert(index);
        }
        if place.why != Why::NoBytes {
            end = types.get(field.ty).ok().and_then(|ty| ty.extent.behind(place.offset)).unwrap_or(end);
        }
    }
    found
}
