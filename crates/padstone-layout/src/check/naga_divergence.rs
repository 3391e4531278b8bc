//! Members that another implementation of WGSL places differently: naga ignores `@align` of the members of a nested struct (gfx-rs/wgpu
//! issue 4377).

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, Field, Type, TypeId};

use super::{Check, require_align};
use crate::nesting::reachable;
use crate::profiles::{BufferRules, OtherImplementation, Sizes};
use crate::result::{FieldLayout, STANDARD, Shape, TypeLayouts};
use crate::types::lay_out_types;

/// Reports, in each struct, the first member with another offset in the other implementation, and arrays with another stride.
pub(super) fn members(check: &mut Check<'_>, implementation: &OtherImplementation) {
    let module = check.module;
    let fields = || module.structs.iter().flat_map(|(_, declared)| &declared.fields);
    if !fields().flat_map(|field| &field.annotations).any(|annotation| matches!(annotation, Annotation::Align { .. })) {
        return;
    }
    let contained = reachable(module, check.layouts.iter().map(|layout| layout.content));
    let usage = BufferRules { rules: implementation.rules, sizes: Sizes::Whole, compiler_bugs: &[] };
    let theirs = lay_out_types(check.subject(), &usage, Some(&contained), false);
    let layouts = LayoutPair { ours: &check.sets[STANDARD], theirs: &theirs, other: implementation };
    for (ty, _) in module.types.iter().filter(|(ty, _)| contained[ty.index()] && module.as_struct(*ty).is_some()) {
        if let Some(found) = layouts.in_struct(check, ty) {
            check.report_once(found);
        }
    }
    for (_, buffer) in module.buffers.iter().filter(|(_, buffer)| contained[buffer.content.index()]) {
        if let Some(found) = layouts.strides(check, buffer.content, module.name(buffer.name), buffer.span) {
            check.report_once(found);
        }
    }
}

/// The types under the profile, and under the other implementation.
struct LayoutPair<'a> {
    ours: &'a TypeLayouts,
    theirs: &'a TypeLayouts,
    other: &'a OtherImplementation,
}

impl LayoutPair<'_> {
    fn in_struct(&self, check: &Check<'_>, ty: TypeId) -> Option<Diagnostic> {
        let module = check.module;
        let pairs: Vec<(&Field, &FieldLayout, &FieldLayout)> = self
            .ours
            .fields(module, ty)
            .zip(self.theirs.fields(module, ty))
            .map(|((field, ours), (_, theirs))| (field, ours, theirs))
            .collect();
        for (index, &(field, ours, theirs)) in pairs.iter().enumerate() {
            let name = module.name(field.name);
            if ours.offset == theirs.offset {
                match self.strides(check, field.ty, name, field.span) {
                    Some(found) => return Some(found),
                    None => continue,
                }
            }
            let (owner, implementation) = (module.type_name(ty), self.other.name);
            let message = format!("`{name}` is at offset {} in `{owner}`; {implementation} puts it at {}", ours.offset, theirs.offset);
            let mut found = Diagnostic::warning(&codes::PLACED_ELSEWHERE, message, field.span).note(self.other.reason);
            let following = pairs[index + 1..].iter().filter(|(_, ours, theirs)| ours.offset != theirs.offset).count();
            if following > 0 {
                found = found.note(format!("offsets also differ for {}", padstone_diag::counted(following, "following member")));
            }
            let before = index.checked_sub(1).and_then(|before| self.cause_inside(check, pairs[before].0.ty));
            let cause = if self.aligns_differ(field.ty) { Some(field) } else { before };
            return Some(self.align_fix(check, found, cause));
        }
        None
    }

    /// An array in a type, at any dimension, whose stride differs between the two layouts.
    fn strides(&self, check: &Check<'_>, mut ty: TypeId, name: &str, span: padstone_source::Span) -> Option<Diagnostic> {
        while let Type::Array { element, .. } = check.module.types[ty] {
            let stride = |types: &TypeLayouts| match types.get(ty).ok()?.shape {
                Shape::Array { stride } => Some(stride),
                _ => None,
            };
            let (ours, theirs) = (stride(self.ours)?, stride(self.theirs)?);
            if ours != theirs {
                let message = format!("`{name}` has stride {ours}; it is {theirs} in {}", self.other.name);
                let found = Diagnostic::warning(&codes::PLACED_ELSEWHERE, message, span).note(self.other.reason);
                return Some(self.align_fix(check, found, self.cause_inside(check, element)));
            }
            ty = element;
        }
        None
    }

    fn aligns_differ(&self, ty: TypeId) -> bool {
        matches!((self.ours.get(ty), self.theirs.get(ty)), (Ok(ours), Ok(theirs)) if ours.align != theirs.align)
    }

    /// The member of a struct that makes its size differ, although all members have the same offsets.
    fn cause_inside<'m>(&self, check: &Check<'m>, ty: TypeId) -> Option<&'m Field> {
        let ty = check.module.types.peel_arrays(ty);
        check.module.as_struct(ty)?.fields.iter().find(|field| self.aligns_differ(field.ty))
    }

    /// With `@align` on the member of that struct's type, both implementations agree.
    fn align_fix(&self, check: &Check<'_>, found: Diagnostic, cause: Option<&Field>) -> Diagnostic {
        let Some((field, ours, theirs)) =
            cause.and_then(|field| Some((field, self.ours.get(field.ty).ok()?, self.theirs.get(field.ty).ok()?)))
        else {
            return found.help("replace `@align` with padding members");
        };
        let align = ours.align.max(theirs.align);
        let title = format!("add `@align({align})` to `{}`", check.module.name(field.name));
        found.help(title.clone()).fix(title, vec![require_align(field, align)])
    }
}
