//! Image formats: explicit, or implied by the texel type.

use padstone_model::{Annotation, Field, Language, Module, Type, TypeId};

/// The format of a variable, if it is an image with a format.
pub(in crate::reflect) fn format(module: &Module, field: &Field) -> Option<String> {
    let written = field.annotations.iter().find_map(|annotation| match *annotation {
        Annotation::Format(format) => Some(module.name(format).to_owned()),
        _ => None,
    });
    // An explicit unknown format is not printed.
    written.or_else(|| implied(module, field.ty)).filter(|format| format != "unknown")
}

/// The format that the texel type implies, in Slang only.
fn implied(module: &Module, ty: TypeId) -> Option<String> {
    let ty = module.types.peel_arrays(ty);
    let Type::Resource(resource) = module.types[ty] else { return None };
    if module.language != Language::Slang {
        return None;
    }
    let (scalar, width) = match module.types[resource.element.filter(|_| resource.shape.dimension.has_texels())?] {
        Type::Scalar(scalar) => (scalar, 1),
        Type::Vector { scalar, width } => (scalar, width),
        _ => return None,
    };
    scalar.image_format(width)
}
