//! `vec3-in-array`: arrays of three-component vectors. Their stride is 12 under some rule sets and 16 under others.

use padstone_model::{BufferKind, Type};

use super::{LintContext, LintFindings};

pub(super) fn check(context: &LintContext<'_>, findings: &mut LintFindings) {
    context.for_each_row(|buffer_layout, row| {
        let is_vec3 = |ty| matches!(context.module.types[ty], Type::Vector { width: 3, .. });
        let array = matches!(context.module.types[row.ty], Type::Array { .. }) && is_vec3(context.innermost(row.ty));
        let of_elements = buffer_layout.buffer.kind == BufferKind::Structured
            || matches!(context.module.types[buffer_layout.layout.content], Type::Array { .. });
        let element = row.field.is_none() && of_elements && row.depth == 0 && is_vec3(row.ty);
        if !array && !element {
            return;
        }
        let name = if element { context.module.name(buffer_layout.buffer.name) } else { row.path };
        let message = format!("`{name}` is an array of three-component vectors");
        findings.report(context.span_of(buffer_layout, row), message, |found| {
            let stride = row.stride.or(buffer_layout.layout.stride).map_or(String::new(), |stride| format!("stride {stride} here"));
            found.label(context.span_of(buffer_layout, row), stride).help("use four-component vectors, or an array of scalars")
        });
    });
}
