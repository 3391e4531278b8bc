//! `padding-fits-member`: padding that could contain a later member of the same struct.

use padstone_layout::{BytePiece, FieldLayout, Padding, PaddingCause, pieces};
use padstone_model::{Field, Type, TypeId};

use super::context::BufferLayout;
use super::{LintContext, LintFindings};

/// The number of members after the padding that are tried.
const NEAR: usize = 256;

pub(super) fn check(context: &LintContext<'_>, findings: &mut LintFindings) {
    context.for_each_struct(|buffer_layout, ty, size| {
        for piece in pieces(context.module, buffer_layout.types, ty, size) {
            if let BytePiece::Padding(padding @ Padding { cause: PaddingCause::Before { field, .. }, .. }) = piece {
                report(context, buffer_layout, ty, &padding, field, findings);
            }
        }
    });
}

fn report(
    context: &LintContext<'_>,
    buffer_layout: BufferLayout<'_>,
    ty: TypeId,
    padding: &Padding,
    after: usize,
    findings: &mut LintFindings,
) {
    let mut fields = buffer_layout.types.fields(context.module, ty).skip(after);
    let Some((before, _)) = fields.next() else { return };
    let fits = |&(field, place): &(&Field, &FieldLayout)| {
        let small = matches!(context.module.types[field.ty], Type::Scalar(_) | Type::Vector { .. });
        let aligned = buffer_layout.types.get(field.ty).is_ok_and(|layout| padding.offset.is_aligned(layout.align));
        let free = !field.is_annotated() && field.bitfield.is_none();
        small && aligned && free && place.size.bytes() > 0 && place.size <= padding.size
    };
    let Some((field, place)) = fields.take(NEAR).find(fits) else { return };
    let (name, before_name) = (context.module.name(field.name), context.module.name(before.name));
    let message = format!("`{name}` would fit into the {} bytes of padding before `{before_name}`", padding.size);
    findings.report(field.span, message, |found| {
        let found = found.label(field.span, format!("{} bytes", place.size)).label(before.span, "padding before this member");
        found.help(format!("declare `{name}` before `{before_name}`"))
    });
}
