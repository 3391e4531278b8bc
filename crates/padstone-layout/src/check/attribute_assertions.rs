//! WGSL of 2020: `[[align]]`, `[[size]]`, `[[offset]]` and `[[stride]]`, with which developers assert the layout that they expect.

use padstone_diag::{Code, Diagnostic, Edit, codes};
use padstone_model::{Align, Field, Type, TypeId};
use padstone_source::Span;

use super::{Check, bytes};
use crate::profiles::Offsets;
use crate::result::{FieldLayout, PlacementReason, STANDARD, Shape, TypeLayouts};
use crate::rules::{MemberAlign, MemberSize, StructAlign};

/// Reports attributes of members that assert a wrong layout.
pub(super) fn members(check: &mut Check<'_>) {
    let types = &check.sets[STANDARD];
    for (_, declared) in check.module.structs.iter() {
        let Some(ty) = declared.ty else { continue };
        let mut before = None;
        for (field, placed) in types.known_fields(check.module, ty) {
            if !field.annotations.is_empty() {
                let member = AssertedMember { types, is_contiguous: declared.contiguous, owner: Some(ty), field };
                align(check, &member);
                size(check, &member);
                if let Some(placed) = placed {
                    offset(check, &member, placed, before);
                }
            }
            before = Some(field);
        }
    }
    // An attribute on a type is checked even if no member has the type.
    for claim in &check.module.type_claims {
        let member = AssertedMember { types, is_contiguous: false, owner: None, field: claim };
        align(check, &member);
        size(check, &member);
        stride(check, &member);
    }
}

/// An asserted member, or the name of an asserted type.
struct AssertedMember<'a> {
    types: &'a TypeLayouts,
    is_contiguous: bool,
    /// The struct.
    owner: Option<TypeId>,
    field: &'a Field,
}

/// The asserted and the actual value.
struct Assertion<'a> {
    code: &'static Code,
    /// The span of the attribute.
    span: Span,
    attribute: &'a str,
    verb: &'a str,
    stated: u64,
    actual: u64,
    reason: String,
    source: &'static str,
}

fn align(check: &mut Check<'_>, member: &AssertedMember<'_>) {
    let verified = check.module.language.attributes_verify() || member.types.rules.member_align == MemberAlign::Verified;
    let Some((stated, span)) = member.field.align().filter(|_| verified) else { return };
    let Ok(layout) = member.types.get(member.field.ty) else { return };
    let number = Align::new(check.nesting[member.field.ty.index()].number);
    let contiguous = member.is_contiguous && member.types.rules.has_contiguous_structs();
    let actual = number.filter(|_| contiguous).unwrap_or(layout.align);
    let ty = check.type_name(member.field.ty);
    let sources = &member.types.rules.sources;
    let (reason, source) = match &check.module.types[member.field.ty] {
        _ if contiguous => (format!("in a contiguous struct, `{ty}` is aligned like its scalar"), sources.explicit),
        Type::Struct(_) if matches!(member.types.rules.struct_align, StructAlign::Fixed(_)) => {
            (format!("structs are aligned to {actual}, whatever they contain"), sources.structs)
        }
        Type::Struct(_) => ("a struct has the largest alignment of its members".to_owned(), sources.structs),
        Type::Array { element, .. } => {
            (format!("an array has the alignment of its element, `{}`", check.type_name(*element)), sources.arrays)
        }
        Type::Matrix { .. } => (format!("`{ty}` has the alignment of its columns"), sources.matrices),
        _ => (format!("`{ty}` is aligned to {actual}"), sources.vectors),
    };
    let (stated, actual) = (stated.bytes(), actual.bytes());
    compare(
        check,
        member,
        Assertion { code: &codes::ALIGN_IS_NOT, span, attribute: "align", verb: "is aligned to", stated, actual, reason, source },
    );
}

fn size(check: &mut Check<'_>, member: &AssertedMember<'_>) {
    let verified = check.module.language.attributes_verify() || member.types.rules.member_size == MemberSize::Verified;
    let Some((stated, span)) = member.field.size().filter(|_| verified) else { return };
    let Ok(layout) = member.types.get(member.field.ty) else { return };
    let module = check.module;
    let sources = &member.types.rules.sources;
    let (reason, source) = match (layout.shape, &module.types[member.field.ty]) {
        (Shape::Array { stride }, Type::Array { count, .. }) => {
            (format!("elements: {}, stride {stride}", count.known().unwrap_or(1)), sources.arrays)
        }
        (Shape::Matrix { stride, vectors, .. }, _) => (format!("columns: {vectors}, stride {stride}"), sources.matrices),
        (Shape::Struct { .. }, _) => {
            let ends = member.types.fields(module, member.field.ty).last().map(|(last, placed)| {
                let (name, size) = (module.name(last.name), bytes(placed.size.bytes()));
                let ends = format!("its last member, `{name}`, is at offset {}, size {size}", placed.offset);
                match placed.offset.plus(placed.size) {
                    Some(end) if end.bytes() < layout.size.bytes() => {
                        format!("{ends}; that is rounded up to a multiple of {}", layout.align)
                    }
                    _ => ends,
                }
            });
            (ends.unwrap_or_else(|| "it has no members".to_owned()), sources.structs)
        }
        _ => (format!("`{}` is {}", check.type_name(member.field.ty), bytes(layout.size.bytes())), sources.vectors),
    };
    let (stated, actual) = (stated.bytes(), layout.size.bytes());
    compare(
        check,
        member,
        Assertion { code: &codes::SIZE_IS_NOT, span, attribute: "size", verb: "has size", stated, actual, reason, source },
    );
}

fn offset(check: &mut Check<'_>, member: &AssertedMember<'_>, placed: &FieldLayout, before: Option<&Field>) {
    let verified = check.module.language.attributes_verify() || check.profile.explicit.offsets == Offsets::Verified;
    let Some((stated, span)) = member.field.offset().filter(|_| verified) else { return };
    let actual = placed.offset.bytes();
    let before = before.map(|before| check.module.name(before.name)).unwrap_or_default();
    let ends = format!("`{before}` ends at byte {}", placed.cursor);
    let reason = match placed.reason {
        PlacementReason::First => "it is the first member".to_owned(),
        PlacementReason::Aligned(align) | PlacementReason::Contiguous(align) => {
            format!("{ends}, and the next multiple of {align} is {actual}")
        }
        _ => ends,
    };
    let source = member.types.rules.sources.placement;
    compare(
        check,
        member,
        Assertion { code: &codes::OFFSET_IS_NOT, span, attribute: "offset", verb: "is at offset", stated, actual, reason, source },
    );
}

fn stride(check: &mut Check<'_>, member: &AssertedMember<'_>) {
    let Some((stated, span)) = member.field.stride() else { return };
    let Ok(layout) = member.types.get(member.field.ty) else { return };
    let (Shape::Array { stride }, Type::Array { element, .. }) = (layout.shape, &check.module.types[member.field.ty]) else { return };
    let Ok(of_element) = member.types.get(*element) else { return };
    let reason = format!(
        "the size of `{}`, {}, rounded up to a multiple of its alignment, {}",
        check.type_name(*element),
        bytes(of_element.size.bytes()),
        of_element.align
    );
    let source = member.types.rules.sources.arrays;
    let actual = stride.bytes();
    compare(
        check,
        member,
        Assertion { code: &codes::STRIDE_IS_NOT, span, attribute: "stride", verb: "has stride", stated, actual, reason, source },
    );
}

fn compare(check: &mut Check<'_>, member: &AssertedMember<'_>, claim: Assertion<'_>) {
    let Assertion { code, span, attribute, verb, stated, actual, reason, source } = claim;
    if stated == actual {
        return;
    }
    let name = match check.module.name(member.field.name) {
        "" => check.type_name(member.field.ty),
        name => name.to_owned(),
    };
    let owner = member.owner.map_or_else(String::new, |owner| format!(" of `{}`", check.type_name(owner)));
    let right = format!("{attribute}({actual})");
    check.report_once(
        Diagnostic::error(code, format!("`{name}`{owner} {verb} {actual}, not {stated}"), span)
            .label(span, format!("expected {stated}, found {actual}"))
            .note(reason)
            .note(source)
            .fix(format!("write `{right}`"), vec![Edit { span, text: right }]),
    );
}
