//! `tail-reuse`: a member in the padding after the last element of an array, the last vector of a matrix, or the last member of a
//! struct. DXC and FXC place it there; std140, WGSL and C do not.

use padstone_layout::{FieldLayout, Shape, TailPadding, TypeLayouts};
use padstone_model::{Align, Count, Field, Module, Offset, Type, TypeId};

use super::{LintContext, LintFindings};

pub(super) fn check(context: &LintContext<'_>, findings: &mut LintFindings) {
    context.for_each_struct(|buffer_layout, ty, _| {
        let mut fields: Vec<(&Field, &FieldLayout)> =
            buffer_layout.types.fields(context.module, ty).filter(|(_, position)| position.size.bytes() > 0).collect();
        fields.sort_by_key(|(_, place)| place.offset);
        for pair in fields.windows(2) {
            let [(owner, position), (field, place)] = pair else { continue };
            let end = padded_end(context.module, buffer_layout.types, owner.ty, position.offset);
            let Some(end) =
                end.filter(|&end| place.offset < end && position.offset.plus(position.size).is_some_and(|end| end <= place.offset))
            else {
                continue;
            };
            let (name, owner) = (context.module.name(field.name), context.module.name(owner.name));
            findings.report(field.span, format!("`{name}` occupies the tail padding of `{owner}`"), |found| {
                found
                    .label(field.span, format!("at offset {}", place.offset))
                    .note(format!("rule sets with tail padding place it at offset {end} or later"))
                    .help(format!("insert padding, or a member that starts a 16-byte register, between `{owner}` and `{name}`"))
            });
        }
    });
}

/// The end of the preceding member if its tail padding could not be reused.
fn padded_end(module: &Module, types: &TypeLayouts, ty: TypeId, start: Offset) -> Option<Offset> {
    let all = match (module.types[ty], types.get(ty).ok()?.shape) {
        (Type::Array { count: Count::Known(count), .. }, Shape::Array { stride }) => stride.times(count)?,
        (Type::Matrix { .. }, Shape::Matrix { stride, vectors, .. }) if vectors > 1 => stride.times(vectors.into())?,
        (Type::Struct(_), Shape::Struct { .. }) if types.rules.struct_tail == TailPadding::Open => {
            types.get(ty).ok()?.size.align_to(Align::SIXTEEN)?
        }
        _ => return None,
    };
    start.plus(all)
}
