//! Overlapping members that the compiler accepts.

use std::collections::BTreeSet;

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Buffer, BufferKind, Field, Size, Struct, StructKind, Type, TypeId};

use super::{Check, bytes};
use crate::profiles::{BindingModel, Overlaps};
use crate::ranges::collisions;
use crate::result::{Layout, PlacementReason, TypeLayouts};

/// Warns of overlapping members of a cbuffer, tbuffer or `$Globals`; `rejected` contains members whose overlap is already an error.
pub(super) fn of_buffer(check: &mut Check<'_>, layout: &Layout, rejected: &BTreeSet<usize>) {
    if let Some(members) = check.module.as_struct(layout.content).filter(|content| content.kind == StructKind::BufferMembers) {
        report(check, check.types(layout), layout.content, members, rejected);
    }
}

/// Warns of a structured buffer whose elements overlap, because `[[vk::offset]]` makes them larger than DXC's stride.
pub(super) fn of_elements(check: &mut Check<'_>, buffer: &Buffer, layout: &Layout) {
    let is_structured = buffer.kind == BufferKind::Structured;
    let Some(stride) = layout.stride.filter(|stride| is_structured && stride.bytes() > 0 && stride.bytes() < layout.size.bytes()) else {
        return;
    };
    let name = check.module.name(buffer.name);
    let message = format!("elements of `{name}` overlap: each is {}, stride {stride}", bytes(layout.size.bytes()));
    let note = match check.profile.validator {
        Some(_) => "Vulkan's validator rejects the result",
        None => "writing one element changes the next",
    };
    let found = Diagnostic::warning(&codes::STRIDE_TOO_SMALL, message, buffer.span);
    check.report(found.note(note).help("add a member that ends at the same byte as the last one"));
}

/// Warns of an array whose elements overlap.
fn elements(check: &mut Check<'_>, types: &TypeLayouts, field: &Field) {
    let mut ty = field.ty;
    while let (Type::Array { element, .. }, Ok(layout)) = (check.module.types[ty], types.get(ty)) {
        if let Some(shared) = types.elements_collide(&check.module.types[ty], layout.shape) {
            let found = elements_too_close(check, field, shared.end.as_size(), shared.start.bytes());
            return check.report_once(found);
        }
        ty = element;
    }
}

/// The warning about an array whose elements are larger than its stride.
pub(super) fn elements_too_close(check: &Check<'_>, field: &Field, size: Size, stride: u64) -> Diagnostic {
    let name = check.module.name(field.name);
    let message = format!("elements of `{name}` overlap: each is {}, stride {stride}", bytes(size.bytes()));
    let note = match check.profile.validator {
        Some(_) => "Vulkan's validator rejects the result",
        None => "writing one element changes the next",
    };
    Diagnostic::warning(&codes::STRIDE_TOO_SMALL, message, field.span).note(note).help("use an array of vectors, or a single matrix")
}

/// Warns of overlapping members of a struct.
pub(super) fn of_struct(check: &mut Check<'_>, types: &TypeLayouts, ty: TypeId, declared: &Struct) {
    if declared.kind != StructKind::BufferMembers {
        report(check, types, ty, declared, &BTreeSet::new());
    }
}

fn report(check: &mut Check<'_>, types: &TypeLayouts, ty: TypeId, declared: &Struct, rejected: &BTreeSet<usize>) {
    if !types.crowded[ty.index()] {
        return;
    }
    for field in &declared.fields {
        elements(check, types, field);
    }
    let module = check.module;
    let placed: Vec<_> = types.fields(module, ty).map(|(_, placed)| *placed).collect();
    for collision in collisions(module, types, ty) {
        let (other, index, bytes) = (collision.below, collision.above, collision.extent());
        if rejected.contains(&index) || rejected.contains(&other) {
            continue;
        }
        let (field, below) = (&declared.fields[index], &declared.fields[other]);
        let (name, other_name) = (module.name(field.name), module.name(below.name));
        let message = format!("`{name}` and `{other_name}` overlap in bytes {}..{}", bytes.start, bytes.end);
        let explicit =
            matches!(placed[index].reason, PlacementReason::Explicit(_)) || matches!(placed[other].reason, PlacementReason::Explicit(_));
        let note = if explicit && check.profile.explicit.overlaps == Overlaps::InUse {
            "FXC rejects an entry point that uses both (X4019); writing one changes the other".to_owned()
        } else if explicit {
            format!("{} accepts it; writing one changes the other", check.profile.name)
        } else {
            let result = if check.profile.binding == BindingModel::Vulkan {
                "Vulkan's validator rejects the result"
            } else {
                "writing one changes the other"
            };
            format!("{} underestimates the size of `{other_name}`; {result}", check.profile.name)
        };
        let help = if explicit { "move one of them" } else { "move the member, or pad before it" };
        let at = |position: usize| {
            format!("bytes {}..{}", placed[position].offset, placed[position].offset.bytes() + placed[position].size.bytes())
        };
        check.report_once(
            Diagnostic::warning(&codes::MEMBERS_OVERLAP, message, field.span)
                .label(field.span, at(index))
                .label(below.span, at(other))
                .note(note)
                .help(help),
        );
    }
}
