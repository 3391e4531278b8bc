//! Formats of images: what the source says, else what follows from the type of their texels.

use padstone_model::{Annotation, BaseShape, Field, Module, Scalar, Type, TypeId};

/// The format of a variable, if it is an image and has one.
pub(in crate::reflect) fn format(module: &Module, field: &Field) -> Option<String> {
    let written = field.annotations.iter().find_map(|annotation| match *annotation {
        Annotation::Format(format) => Some(module.name(format).to_owned()),
        _ => None,
    });
    // What is said to be unknown is not printed.
    written.or_else(|| implied(module, field.ty)).filter(|format| format != "unknown")
}

/// libslang 2026.12, measured: 32-bit floating point and vectors of 3 imply none, 64-bit numbers only alone.
fn implied(module: &Module, mut ty: TypeId) -> Option<String> {
    while let Type::Array { element, .. } = module.types[ty] {
        ty = element;
    }
    let Type::Resource(resource) = module.types[ty] else { return None };
    let is_image = matches!(
        resource.shape.base,
        BaseShape::Texture1D | BaseShape::Texture2D | BaseShape::Texture3D | BaseShape::TextureCube | BaseShape::TextureBuffer
    );
    let (scalar, width) = match module.types[resource.element.filter(|_| is_image)?] {
        Type::Scalar(scalar) => (scalar, 1),
        Type::Vector { scalar, width } => (scalar, width),
        _ => return None,
    };
    let channels = match width {
        1 => "r",
        2 => "rg",
        4 => "rgba",
        _ => return None,
    };
    let numbers = match scalar {
        Scalar::Float16 => "16f",
        Scalar::Int8 => "8i",
        Scalar::Uint8 => "8ui",
        Scalar::Int16 => "16i",
        Scalar::Uint16 => "16ui",
        Scalar::Int32 => "32i",
        Scalar::Uint32 | Scalar::Int8x4Packed | Scalar::Uint8x4Packed => "32ui",
        Scalar::Int64 if width == 1 => "64i",
        Scalar::Uint64 if width == 1 => "64ui",
        _ => return None,
    };
    Some(format!("{channels}{numbers}"))
}
