//! `padding-fits-member`: padding that a later member of the same struct would fit into.

use padstone_layout::{FieldLayout, PaddingCause};
use padstone_model::{Field, Offset, Type};

use super::{Findings, View};

pub(super) fn check(view: &View<'_>, findings: &mut Findings) {
    view.each_padding(|laid, padding, parent| {
        let PaddingCause::Before { field: index, .. } = padding.cause else { return };
        let fields: Vec<(&Field, &FieldLayout)> = laid.types.fields(view.module, parent).collect();
        let Some(&(behind, place)) = fields.get(index) else { return };
        // From the start of the struct, as the alignment of its members is.
        let Some(gap) = place.offset.bytes().checked_sub(padding.size.bytes()).map(Offset::new) else { return };
        let fits = |&&(field, place): &&(&Field, &FieldLayout)| {
            let small = matches!(view.module.types[field.ty], Type::Scalar(_) | Type::Vector { .. });
            let align = laid.types.get(field.ty).map(|layout| layout.align);
            let aligned = align.is_ok_and(|align| gap.is_aligned(align));
            let free = field.annotations.is_empty() && field.bitfield.is_none();
            small && aligned && free && place.size.bytes() > 0 && place.size <= padding.size
        };
        let Some(&(field, _)) = fields.iter().skip(index + 1).find(fits) else { return };
        let (name, before) = (view.module.name(field.name), view.module.name(behind.name));
        let message = format!("`{name}` would fit into the {} bytes of padding before `{before}`", padding.size);
        findings.report(field.span, message, |found| {
            let found = found.label(field.span, "this").label(behind.span, "padding before this");
            found.help(format!("declare `{name}` before `{before}`"))
        });
    });
}
