//! Textures: each access and each shape, with and without a sampler, that libslang 2026.12 declares (measured).

use padstone_model::{Dimension, ResourceAccess, ResourceKind, ResourceShape, SampleType};

use super::builtins::{Builtin, ElementArgument};

/// The access to a texture, and the shapes that exist with it.
struct TextureAccess {
    prefix: &'static str,
    access: ResourceAccess,
    cubes: bool,
    multisample: bool,
}

const ACCESSES: &[TextureAccess] = &[
    TextureAccess { prefix: "", access: ResourceAccess::Read, cubes: true, multisample: true },
    TextureAccess { prefix: "RW", access: ResourceAccess::ReadWrite, cubes: false, multisample: true },
    TextureAccess { prefix: "W", access: ResourceAccess::Write, cubes: false, multisample: false },
    TextureAccess { prefix: "RasterizerOrdered", access: ResourceAccess::RasterOrdered, cubes: false, multisample: false },
];

const SHAPES: &[(&str, ResourceShape)] = &[
    ("1D", ResourceShape::D1),
    ("1DArray", ResourceShape::D1_ARRAY),
    ("2D", ResourceShape::D2),
    ("2DArray", ResourceShape::D2_ARRAY),
    ("2DMS", ResourceShape::D2_MS),
    ("2DMSArray", ResourceShape::D2_MS_ARRAY),
    ("3D", ResourceShape::D3),
    ("Cube", ResourceShape::CUBE),
    ("CubeArray", ResourceShape::CUBE_ARRAY),
];

pub(super) fn for_each_texture(mut add: impl FnMut(&str, Builtin)) {
    for access in ACCESSES {
        let has = |&&(_, shape): &&(&str, ResourceShape)| {
            (access.cubes || shape.dimension != Dimension::TextureCube) && (access.multisample || !shape.multisampled)
        };
        for &(name, shape) in SHAPES.iter().filter(has) {
            let shape = shape.accessed(access.access);
            let with_sampler = ResourceShape { combined: true, ..shape };
            let (prefix, is_read) = (access.prefix, access.access == ResourceAccess::Read);
            let kind = if is_read { ResourceKind::Texture } else { ResourceKind::RwTexture };
            add(&format!("{prefix}Texture{name}"), Builtin::Resource(kind, shape, ElementArgument::Float4));
            let combined = |sample, element| Builtin::Resource(ResourceKind::CombinedSampler, with_sampler.sampled(sample), element);
            add(&format!("{prefix}Sampler{name}"), combined(SampleType::Float, ElementArgument::Float4));
            if is_read {
                add(&format!("DepthTexture{name}"), Builtin::Resource(kind, shape.sampled(SampleType::Depth), ElementArgument::Float));
                add(&format!("Sampler{name}Shadow"), combined(SampleType::Depth, ElementArgument::Float));
            }
        }
    }
    for (name, shape) in [("FeedbackTexture2D", ResourceShape::D2), ("FeedbackTexture2DArray", ResourceShape::D2_ARRAY)] {
        let shape = shape.accessed(ResourceAccess::Feedback);
        add(name, Builtin::Resource(ResourceKind::RwTexture, shape, ElementArgument::Float4));
    }
    add("texture2D", Builtin::Resource(ResourceKind::Texture, ResourceShape::D2, ElementArgument::Float4));
}
