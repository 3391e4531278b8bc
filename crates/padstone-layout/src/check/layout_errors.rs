//! Diagnostics for buffers and structs without a layout.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, Field, Module, Stride, TypeId};
use padstone_source::Span;

use super::rejections::{declared_field_that, field_that};
use crate::nesting::Nesting;
use crate::profiles::Profile;
use crate::result::{LayoutError, Subject, TypeLayouts};
use crate::{MAX_DEPTH, MAX_ROWS, MAX_ROWS_PER_MEMBER, max_rows};

/// The diagnostic for a type without a layout; `None` if the front end has reported it.
pub(crate) fn layout_error(
    module: &Module,
    profile: &Profile,
    types: &TypeLayouts,
    nesting: &[Nesting],
    subject: Subject,
    content: TypeId,
    reason: LayoutError,
) -> Option<Diagnostic> {
    let (name, span) = named(module, subject);
    let type_name = |ty: TypeId| module.type_name(ty);
    Some(match reason {
        LayoutError::Unknown => {
            // `vector<T, 3>`: the front end reports all other types that it does not understand.
            let is_unknown = |ty: TypeId| types.get(ty) == Err(LayoutError::Unknown);
            let is_dependent =
                |field: &&Field| field.annotations.iter().any(|annotation| matches!(annotation, Annotation::GenericDependence(_)));
            let field = declared_field_that(module, content, &is_unknown).filter(is_dependent)?;
            let message = format!("the size of `{name}` is unknown: it depends on a type that is unspecialized");
            Diagnostic::warning(&codes::UNSPECIALIZED, message, field.span).help("pass a type with `-specialize`")
        }
        LayoutError::NotInBuffers => return None,
        LayoutError::Unspecialized(ty) => {
            let is_unknown = |ty: TypeId| matches!(types.get(ty), Err(LayoutError::Unspecialized(_)));
            let span = field_that(module, content, &is_unknown).unwrap_or(span);
            let message = format!("the size of `{name}` is unknown: it depends on `{}`, which is unspecialized", type_name(ty));
            Diagnostic::warning(&codes::UNSPECIALIZED, message, span).help("pass a type with `-specialize`")
        }
        LayoutError::LinkTimeCount => {
            let is_link_time = |ty: TypeId| matches!(types.get(ty), Err(LayoutError::LinkTimeCount));
            let span = field_that(module, content, &is_link_time).unwrap_or(span);
            let message = format!("the length of an array in `{name}` is a link-time constant");
            Diagnostic::error(&codes::UNKNOWN_COUNT, message, span).help("define a value for that constant")
        }
        LayoutError::Unsized => {
            let is_unsized = |ty: TypeId| matches!(types.get(ty), Err(LayoutError::Unsized)) || nesting[ty.index()].runtime;
            let span = field_that(module, content, &is_unsized).unwrap_or(span);
            Diagnostic::error(&codes::ARRAY_UNSIZED, format!("an array in `{name}` has no size"), span).help("declare a constant length")
        }
        LayoutError::Overflow(ty) => {
            Diagnostic::error(&codes::LAYOUT_OVERFLOW, format!("a size or an offset in `{name}` cannot be represented"), span)
                .note(format!("`{}` is too large or has a negative extent", type_name(ty)))
        }
        LayoutError::TooDeep(ty) => {
            Diagnostic::error(&codes::TYPE_TOO_DEEP, format!("`{name}` nests more than {MAX_DEPTH} levels deep"), span)
                .note(format!("the first type that nests too deeply is `{}`", type_name(ty)))
        }
        LayoutError::StrideMismatch { ty, stated, by_rules } => stride_mismatch(module, profile, subject, ty, stated, by_rules),
    })
}

/// The diagnostic for a stride in a compiled file that differs from the rules.
pub(crate) fn stride_mismatch(
    module: &Module,
    profile: &Profile,
    subject: Subject,
    ty: TypeId,
    stated: Stride,
    by_rules: Stride,
) -> Diagnostic {
    let (name, span) = named(module, subject);
    let message = format!("the file's layout of `{name}` differs from `{}`", profile.name);
    Diagnostic::error(&codes::SPIRV_OTHER_RULES, message, span)
        .note(format!("a `{}` has stride {stated} in the file, {by_rules} under these rules", module.type_name(ty)))
        .help("omit --rules to print the file's own layout")
}

/// The diagnostic for a layout with more rows than [`max_rows`].
pub(crate) fn too_many_rows(module: &Module, subject: Subject, content: TypeId, rows: u64) -> Diagnostic {
    let (name, span) = named(module, subject);
    let count = if rows == u64::MAX { "more members than can be counted".to_owned() } else { format!("{rows} members on all levels") };
    let limit = max_rows(module);
    Diagnostic::error(&codes::TOO_MANY_ROWS, format!("`{name}` exceeds the limit of {limit} members for this file"), span)
        .note(format!("the limit is {MAX_ROWS} members, plus {MAX_ROWS_PER_MEMBER} for each member that the file declares"))
        .note(format!("`{}` has {count}", module.type_name(content)))
}

fn named(module: &Module, subject: Subject) -> (&str, Span) {
    match subject {
        Subject::Buffer(id) => (module.name(module.buffers[id].name), module.buffers[id].span),
        Subject::Struct(id) => (module.name(module.structs[id].name), module.structs[id].span),
    }
}
