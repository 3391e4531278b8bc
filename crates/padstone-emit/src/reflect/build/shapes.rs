//! The shapes of textures and typed buffers.

use padstone_model::{Dimension, Field, Module, ResourceAccess, ResourceKind, ResourceType, SampleType};

use crate::reflect::data::ObjectShape;
use crate::reflect::slang_json::formats;

/// The shape of a resource that has texels; `None` for others.
pub(super) fn shape(module: &Module, resource: &ResourceType, field: Option<&Field>) -> Option<ObjectShape> {
    let has_texels = matches!(
        resource.kind,
        ResourceKind::Texture | ResourceKind::RwTexture | ResourceKind::CombinedSampler | ResourceKind::SubpassInput
    );
    if !has_texels {
        return None;
    }
    let result = match resource.element {
        Some(element) => module.type_name(element).to_string(),
        None => numbers(resource.shape.sample).to_owned(),
    };
    let dimension = match resource.shape.dimension {
        Dimension::Texture1D => Some("1d"),
        Dimension::Texture2D | Dimension::SubpassInput => Some("2d"),
        Dimension::Texture3D => Some("3d"),
        Dimension::TextureCube => Some("cube"),
        Dimension::TextureBuffer => Some("buffer"),
        _ => None,
    };
    let format = resource.shape.format;
    Some(ObjectShape {
        dimension,
        array: resource.shape.arrayed,
        multisample: resource.shape.multisampled,
        access: match resource.shape.access {
            ResourceAccess::Read => "read",
            ResourceAccess::Write => "write",
            ResourceAccess::ReadWrite => "read_write",
            ResourceAccess::RasterOrdered => "raster_ordered",
            ResourceAccess::Append => "append",
            ResourceAccess::Consume => "consume",
            ResourceAccess::Feedback => "feedback",
        },
        sample: resource.sample(&module.types),
        result: Some(result),
        format: format.map(|format| module.name(format).to_owned()).or_else(|| field.and_then(|field| formats::format(module, field))),
    })
}

/// The result type of a read, in the terms of HLSL and GLSL, if the type has no argument that specifies it.
const fn numbers(sample: SampleType) -> &'static str {
    match sample {
        SampleType::Float | SampleType::Depth => "float",
        SampleType::Sint => "int",
        SampleType::Uint => "uint",
        SampleType::Sint64 => "int64_t",
        SampleType::Uint64 => "uint64_t",
    }
}
