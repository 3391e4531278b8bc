//! `bool-in-host-shared`: a bool is 4 bytes in a buffer, and 1 byte in C++ and Rust.

use padstone_diag::Edit;
use padstone_model::{Language, Scalar};
use padstone_source::Span;

use super::{LintContext, LintFindings};

pub(super) fn check(context: &LintContext<'_>, findings: &mut LintFindings) {
    context.for_each_row(|buffer_layout, row| {
        let Some((field, _)) = row.field else { return };
        let name = context.module.name(field.name);
        // The bool of an `Optional` is not declared in the source, and its type cannot change.
        let wide = buffer_layout.types.rules.scalar_bytes(context.module, Scalar::Bool) > 1;
        if !wide || context.scalar(context.innermost(row.ty)) != Some(Scalar::Bool) || field.span == Span::default() {
            return;
        }
        findings.report(field.span, format!("`{name}` is a bool in host-shared memory"), |found| {
            let found = found.label(context.span_of(buffer_layout, row), "4 bytes here, 1 on most hosts");
            let written = field.written.type_span.filter(|_| context.module.language == Language::Hlsl);
            let text = written.map(|position| context.sources.text(position));
            // Another name that begins with `bool` is that of an alias.
            let dimensions = text.and_then(|text| text.strip_prefix("bool"));
            match (written, dimensions.filter(|rest| rest.chars().all(|c| c.is_ascii_digit() || c == 'x'))) {
                (Some(span), Some(rest)) if context.sources.spelling(span) == span => {
                    let instead = format!("uint{rest}");
                    found.fix(format!("change the type to `{instead}`"), vec![Edit { span, text: instead }])
                }
                _ => found.help("use an unsigned integer"),
            }
        });
    });
}
