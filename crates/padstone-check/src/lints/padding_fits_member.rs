//! `padding-fits-member`: padding that a later member of the same struct would fit into.

use padstone_layout::{FieldLayout, Padding, PaddingCause, Piece, pieces};
use padstone_model::{Field, Type, TypeId};

use super::view::Laid;
use super::{Findings, View};

/// How many members after the padding are looked at.
const NEAR: usize = 256;

pub(super) fn check(view: &View<'_>, findings: &mut Findings) {
    view.each_struct(|laid, ty, size| {
        for piece in pieces(view.module, laid.types, ty, size) {
            if let Piece::Padding(padding @ Padding { cause: PaddingCause::Before { field, .. }, .. }) = piece {
                report(view, laid, ty, &padding, field, findings);
            }
        }
    });
}

fn report(view: &View<'_>, laid: Laid<'_>, ty: TypeId, padding: &Padding, after: usize, findings: &mut Findings) {
    let mut fields = laid.types.fields(view.module, ty).skip(after);
    let Some((before, _)) = fields.next() else { return };
    let fits = |&(field, place): &(&Field, &FieldLayout)| {
        let small = matches!(view.module.types[field.ty], Type::Scalar(_) | Type::Vector { .. });
        let aligned = laid.types.get(field.ty).is_ok_and(|layout| padding.offset.is_aligned(layout.align));
        let free = !field.is_annotated() && field.bitfield.is_none();
        small && aligned && free && place.size.bytes() > 0 && place.size <= padding.size
    };
    let Some((field, _)) = fields.take(NEAR).find(fits) else { return };
    let (name, before_name) = (view.module.name(field.name), view.module.name(before.name));
    let message = format!("`{name}` would fit into the {} bytes of padding before `{before_name}`", padding.size);
    findings.report(field.span, message, |found| {
        let found = found.label(field.span, "this").label(before.span, "padding before this member");
        found.help(format!("declare `{name}` before `{before_name}`"))
    });
}
