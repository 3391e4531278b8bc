//! Types that the profile's compiler cannot lay out.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Field, Major, Module, Scalar, Type, TypeId};
use padstone_source::Span;

use crate::OF_CFAMILY;
use crate::profiles::{Profile, Rejection};
use crate::result::Subject;

/// For each type, the part of it that the compiler rejects.
pub(crate) fn rejections(module: &Module, profile: &Profile) -> Vec<Option<TypeId>> {
    let mut rejected: Vec<Option<TypeId>> = Vec::with_capacity(module.types.len());
    for (id, ty) in module.types.iter() {
        let part = match *ty {
            Type::Array { element, .. } => rejected[element.index()],
            Type::Struct(id) => module.structs[id].fields.iter().find_map(|field| rejected[field.ty.index()]),
            _ => rejection(profile, ty).map(|_| id),
        };
        rejected.push(part);
    }
    rejected
}

fn rejection(profile: &Profile, ty: &Type) -> Option<Rejection> {
    let rejections: &[Rejection] = if OF_CFAMILY { profile.rejections } else { &[] };
    rejections.iter().copied().find(|rejection| match (rejection, *ty) {
        (Rejection::IntegerColumnMatrices, Type::Matrix { scalar, rows: 2.., columns: 2.., major: Major::Column }) => !scalar.is_float(),
        (Rejection::PackedBytes, Type::Scalar(Scalar::Int8x4Packed | Scalar::Uint8x4Packed)) => true,
        (Rejection::PackedBytes, Type::Vector { scalar: Scalar::Int8x4Packed | Scalar::Uint8x4Packed, .. }) => true,
        _ => false,
    })
}

/// The error for a buffer that contains the rejected type `part`.
pub(crate) fn rejected(
    module: &Module,
    profile: &Profile,
    subject: Subject,
    content: TypeId,
    rejected: &[Option<TypeId>],
) -> Option<Diagnostic> {
    let (part, Subject::Buffer(id), true) = (rejected[content.index()]?, subject, OF_CFAMILY) else { return None };
    let buffer = &module.buffers[id];
    let span = field_that(module, content, &|ty| rejected[ty.index()].is_some()).unwrap_or(buffer.span);
    let (name, ty) = (module.name(buffer.name), module.type_name(part));
    Some(match rejection(profile, &module.types[part])? {
        Rejection::IntegerColumnMatrices => {
            let message = format!("`{name}` contains a column-major `{ty}`, which DXC cannot lay out for SPIR-V");
            Diagnostic::error(&codes::INTEGER_COLUMN_MATRIX, message, span)
                .note("DXC: externally initialized non-floating-point column-major matrices not supported yet")
                .help(format!("declare it `row_major {ty}`, or as an array of vectors"))
        }
        Rejection::PackedBytes => {
            let message = format!("`{name}` contains a `{ty}`, which DXC cannot lay out for SPIR-V");
            Diagnostic::error(&codes::PACKED_BYTES, message, span)
                .note(format!("DXC: alignment and size calculation for type '{ty}' unimplemented"))
                .help("declare it `uint` and unpack it in the shader")
        }
    })
}

/// The innermost field that satisfies the predicate, on the path of first matches at each level.
pub(super) fn field_that(module: &Module, content: TypeId, answers: &dyn Fn(TypeId) -> bool) -> Option<Span> {
    declared_field_that(module, content, answers).map(|field| field.span)
}

/// The type that is rejected as a whole.
pub(super) fn declared_field_that<'m>(module: &'m Module, content: TypeId, answers: &dyn Fn(TypeId) -> bool) -> Option<&'m Field> {
    let (mut ty, mut found) = (content, None);
    loop {
        match module.types[ty] {
            Type::Array { element, .. } => ty = element,
            Type::Struct(id) => {
                let Some(field) = module.structs[id].fields.iter().find(|field| answers(field.ty)) else { return found };
                (ty, found) = (field.ty, Some(field));
            }
            _ => return found,
        }
    }
}
