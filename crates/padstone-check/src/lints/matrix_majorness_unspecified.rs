//! `matrix-majorness-unspecified`: a matrix without row_major or column_major, where no pragma or option specifies it either.
//! Its majorness depends on how the file is compiled.

use padstone_diag::Edit;
use padstone_model::{Language, Major, Type};

use super::{LintContext, LintFindings};

pub(super) fn check(context: &LintContext<'_>, findings: &mut LintFindings) {
    if context.majorness_specified {
        return;
    }
    context.for_each_row(|_, row| {
        let Some((field, _)) = row.field else { return };
        let Type::Matrix { major, rows, columns, .. } = context.module.types[context.innermost(row.ty)] else { return };
        if rows == 1 || columns == 1 || !field.written.leaves_major_open {
            return;
        }
        let name = context.module.name(field.name);
        let word = if major == Major::Row { "row_major" } else { "column_major" };
        findings.report(field.span, format!("`{name}` has no explicit `row_major` or `column_major`"), |found| {
            let options = match context.module.language {
                Language::Slang => "-matrix-layout-row-major or -matrix-layout-column-major",
                _ => "-Zpr or -Zpc",
            };
            let found = found.label(field.span, format!("`{word}` by default"));
            let found = found.note(format!("{options}, or another compiler, may change the default"));
            match field.written.type_span.filter(|&span| context.sources.spelling(span) == span) {
                Some(span) => found.fix(format!("add `{word}`"), vec![Edit { span: span.before(), text: format!("{word} ") }]),
                None => found.help(format!("add `{word}`")),
            }
        });
    });
}
