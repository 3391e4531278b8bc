//! Textures, with the dimension and access of each.

use padstone_model::{ResourceAccess, ResourceKind, ResourceShape};

use super::Builtin;

const fn texture(shape: ResourceShape) -> Builtin {
    Builtin::Resource(ResourceKind::Texture, shape)
}

const fn written(shape: ResourceShape) -> Builtin {
    Builtin::Resource(ResourceKind::RwTexture, shape.accessed(ResourceAccess::ReadWrite))
}

const fn ordered(shape: ResourceShape) -> Builtin {
    Builtin::Resource(ResourceKind::RwTexture, shape.accessed(ResourceAccess::RasterOrdered))
}

const fn feedback(shape: ResourceShape) -> Builtin {
    Builtin::Resource(ResourceKind::RwTexture, shape.accessed(ResourceAccess::Feedback))
}

/// Textures and typed buffers.
pub(super) const TEXTURES: &[(&str, Builtin)] = &[
    ("Buffer", texture(ResourceShape::BUFFER)),
    ("Texture1D", texture(ResourceShape::D1)),
    ("Texture1DArray", texture(ResourceShape::D1_ARRAY)),
    ("Texture2D", texture(ResourceShape::D2)),
    ("Texture2DArray", texture(ResourceShape::D2_ARRAY)),
    ("Texture2DMS", texture(ResourceShape::D2_MS)),
    ("Texture2DMSArray", texture(ResourceShape::D2_MS_ARRAY)),
    ("Texture3D", texture(ResourceShape::D3)),
    ("TextureCube", texture(ResourceShape::CUBE)),
    ("TextureCubeArray", texture(ResourceShape::CUBE_ARRAY)),
    ("texture", texture(ResourceShape::NONE)),
    ("texture1D", texture(ResourceShape::D1)),
    ("texture2D", texture(ResourceShape::D2)),
    ("texture3D", texture(ResourceShape::D3)),
    ("textureCUBE", texture(ResourceShape::CUBE)),
    ("SubpassInput", texture(ResourceShape::SUBPASS)),
    ("SubpassInputMS", texture(ResourceShape::SUBPASS_MS)),
    ("RWBuffer", written(ResourceShape::BUFFER)),
    ("RWTexture1D", written(ResourceShape::D1)),
    ("RWTexture1DArray", written(ResourceShape::D1_ARRAY)),
    ("RWTexture2D", written(ResourceShape::D2)),
    ("RWTexture2DArray", written(ResourceShape::D2_ARRAY)),
    ("RWTexture2DMS", written(ResourceShape::D2_MS)),
    ("RWTexture2DMSArray", written(ResourceShape::D2_MS_ARRAY)),
    ("RWTexture3D", written(ResourceShape::D3)),
    ("RasterizerOrderedBuffer", ordered(ResourceShape::BUFFER)),
    ("RasterizerOrderedTexture1D", ordered(ResourceShape::D1)),
    ("RasterizerOrderedTexture1DArray", ordered(ResourceShape::D1_ARRAY)),
    ("RasterizerOrderedTexture2D", ordered(ResourceShape::D2)),
    ("RasterizerOrderedTexture2DArray", ordered(ResourceShape::D2_ARRAY)),
    ("RasterizerOrderedTexture3D", ordered(ResourceShape::D3)),
    ("FeedbackTexture2D", feedback(ResourceShape::D2)),
    ("FeedbackTexture2DArray", feedback(ResourceShape::D2_ARRAY)),
];
