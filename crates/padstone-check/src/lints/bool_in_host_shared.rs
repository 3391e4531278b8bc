//! `bool-in-host-shared`: a bool takes four bytes in a buffer, and one in C++ and Rust.

use padstone_diag::Edit;
use padstone_model::{Language, Scalar};
use padstone_source::Span;

use super::{Findings, View};

pub(super) fn check(view: &View<'_>, findings: &mut Findings) {
    view.each_row(|laid, row| {
        let Some((field, _)) = row.field else { return };
        let name = view.module.name(field.name);
        // That of an `Optional` is declared nowhere, and cannot be of another type.
        let wide = laid.types.rules.scalar_bytes(view.module, Scalar::Bool) > 1;
        if !wide || view.scalar(view.innermost(row.ty)) != Some(Scalar::Bool) || field.span == Span::default() {
            return;
        }
        findings.report(field.span, format!("`{name}` is a bool in host-shared memory"), |found| {
            let found = found.label(view.place(laid, row), "4 bytes here, 1 on most hosts");
            let written = field.written.type_span.filter(|_| view.module.language == Language::Hlsl);
            let text = written.map(|at| view.sources.text(at));
            match (written, text.and_then(|text| text.strip_prefix("bool"))) {
                (Some(span), Some(rest)) if view.sources.spelling(span) == span => {
                    let instead = format!("uint{rest}");
                    found.fix(format!("change the type to `{instead}`"), vec![Edit { span, text: instead }])
                }
                _ => found.help("use an unsigned integer"),
            }
        });
    });
}
