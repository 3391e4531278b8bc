//! Members that another implementation of WGSL places elsewhere: naga loses `@align` of the members of a struct that
//! is nested in another (gfx-rs/wgpu issue 4377).

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, Field, Type, TypeId};

use super::{Check, ask_for_align};
use crate::nesting::reachable;
use crate::profiles::{Elsewhere, Sizes, Usage};
use crate::result::{FieldLayout, STANDARD, Shape, TypeLayouts};
use crate::types::lay_out_types;

/// In each struct the first member that the other implementation places elsewhere, and arrays whose elements it does.
pub(super) fn members(check: &mut Check<'_>, elsewhere: &Elsewhere) {
    let module = check.module;
    let fields = || module.structs.iter().flat_map(|(_, declared)| &declared.fields);
    if !fields().flat_map(|field| &field.annotations).any(|annotation| matches!(annotation, Annotation::Align { .. })) {
        return;
    }
    let held = reachable(module, check.layouts.iter().map(|layout| layout.content));
    let usage = Usage { rules: elsewhere.rules, sizes: Sizes::Whole, faults: &[] };
    let there = lay_out_types(check.subject(), &usage, Some(&held), false);
    let both = Both { here: &check.sets[STANDARD], there: &there, elsewhere };
    for (ty, _) in module.types.iter().filter(|(ty, _)| held[ty.index()] && module.as_struct(*ty).is_some()) {
        if let Some(found) = both.in_struct(check, ty) {
            check.report_once(found);
        }
    }
    for (_, buffer) in module.buffers.iter().filter(|(_, buffer)| held[buffer.content.index()]) {
        if let Some(found) = both.strides(check, buffer.content, module.name(buffer.name), buffer.span) {
            check.report_once(found);
        }
    }
}

/// The types as the profile has them, and as another implementation does.
struct Both<'a> {
    here: &'a TypeLayouts,
    there: &'a TypeLayouts,
    elsewhere: &'a Elsewhere,
}

impl Both<'_> {
    fn in_struct(&self, check: &Check<'_>, ty: TypeId) -> Option<Diagnostic> {
        let module = check.module;
        let pairs: Vec<(&Field, &FieldLayout, &FieldLayout)> = self
            .here
            .fields(module, ty)
            .zip(self.there.fields(module, ty))
            .map(|((field, here), (_, there))| (field, here, there))
            .collect();
        for (index, &(field, here, there)) in pairs.iter().enumerate() {
            let name = module.name(field.name);
            if here.offset == there.offset {
                match self.strides(check, field.ty, name, field.span) {
                    Some(found) => return Some(found),
                    None => continue,
                }
            }
            let (of, other) = (module.type_name(ty), self.elsewhere.name);
            let message = format!("`{name}` is at offset {} in `{of}`; {other} puts it at {}", here.offset, there.offset);
            let mut found = Diagnostic::warning(&codes::PLACED_ELSEWHERE, message, field.span).note(self.elsewhere.because);
            let following = pairs[index + 1..].iter().filter(|(_, here, there)| here.offset != there.offset).count();
            if following > 0 {
                found = found.note(format!("{following} of the following members have other offsets too"));
            }
            let before = index.checked_sub(1).and_then(|before| self.cause_inside(check, pairs[before].0.ty));
            let cause = if self.aligns_differ(field.ty) { Some(field) } else { before };
            return Some(self.mend(check, found, cause));
        }
        None
    }

    /// An array in a type, arrays of arrays peeled one by one, whose stride differs between the two layouts.
    fn strides(&self, check: &Check<'_>, mut ty: TypeId, name: &str, span: padstone_source::Span) -> Option<Diagnostic> {
        while let Type::Array { element, .. } = check.module.types[ty] {
            let stride = |types: &TypeLayouts| match types.get(ty).ok()?.shape {
                Shape::Array { stride } => Some(stride),
                _ => None,
            };
            let (here, there) = (stride(self.here)?, stride(self.there)?);
            if here != there {
                let message = format!("`{name}` has stride {here}; it is {there} in {}", self.elsewhere.name);
                let found = Diagnostic::warning(&codes::PLACED_ELSEWHERE, message, span).note(self.elsewhere.because);
                return Some(self.mend(check, found, self.cause_inside(check, element)));
            }
            ty = element;
        }
        None
    }

    fn aligns_differ(&self, ty: TypeId) -> bool {
        matches!((self.here.get(ty), self.there.get(ty)), (Ok(here), Ok(there)) if here.align != there.align)
    }

    /// The member of a struct that makes it larger in one than in the other, all of its members lying at the same places.
    fn cause_inside<'m>(&self, check: &Check<'m>, ty: TypeId) -> Option<&'m Field> {
        let ty = check.module.types.peel_arrays(ty);
        check.module.as_struct(ty)?.fields.iter().find(|field| self.aligns_differ(field.ty))
    }

    /// With `@align` on the member that uses the struct, both agree.
    fn mend(&self, check: &Check<'_>, found: Diagnostic, cause: Option<&Field>) -> Diagnostic {
        let Some((field, here, there)) =
            cause.and_then(|field| Some((field, self.here.get(field.ty).ok()?, self.there.get(field.ty).ok()?)))
        else {
            return found.help("replace `@align` by padding members");
        };
        let align = here.align.max(there.align);
        let title = format!("add `@align({align})` to `{}`", check.module.name(field.name));
        found.help(title.clone()).fix(title, vec![ask_for_align(field, align)])
    }
}
