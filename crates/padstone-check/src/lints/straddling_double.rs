//! `straddling-double`: a 64-bit scalar whose offset is not a multiple of 8. Hosts align it, and some compilers read it from another offset.

use padstone_layout::Shape;
use padstone_model::{Align, Scalar};

use super::{LintContext, LintFindings};

pub(super) fn check(context: &LintContext<'_>, findings: &mut LintFindings) {
    context.for_each_row(|buffer_layout, row| {
        let Some((field, place)) = row.field else { return };
        let scalar = context.scalar(context.innermost(row.ty));
        let wide = scalar.is_some_and(|scalar| matches!(scalar, Scalar::Float64 | Scalar::Int64 | Scalar::Uint64));
        let stride = match buffer_layout.types.get(row.ty).map(|layout| layout.shape) {
            Ok(Shape::Array { stride } | Shape::Matrix { stride, .. }) => stride.is_aligned(Align::EIGHT),
            _ => true,
        };
        if !wide || (row.offset.is_aligned(Align::EIGHT) && stride) || place.bits.is_some() {
            return;
        }
        let name = context.module.name(field.name);
        findings.report(field.span, format!("`{name}` contains a 64-bit scalar whose offset is not a multiple of 8"), |found| {
            let found = found.label(field.span, format!("`{}` is at offset {}", row.path, row.offset));
            found.help("move it before 32-bit members, or declare 4 bytes of padding before it")
        });
    });
}
