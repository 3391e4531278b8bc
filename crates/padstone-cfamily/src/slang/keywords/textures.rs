//! Textures: each access and each shape, with and without a sampler, as far as libslang 2026.12 has them (measured).

use padstone_model::{BaseShape, ResourceAccess, ResourceKind, ResourceShape};

use super::builtins::{Builtin, Element, plain};

/// What may be done with a texture, and which shapes there are for it.
struct Access {
    prefix: &'static str,
    access: ResourceAccess,
    cubes: bool,
    multisample: bool,
}

const ACCESSES: &[Access] = &[
    Access { prefix: "", access: ResourceAccess::Read, cubes: true, multisample: true },
    Access { prefix: "RW", access: ResourceAccess::ReadWrite, cubes: false, multisample: true },
    Access { prefix: "W", access: ResourceAccess::Write, cubes: false, multisample: false },
    Access { prefix: "RasterizerOrdered", access: ResourceAccess::RasterOrdered, cubes: false, multisample: false },
];

/// Name, base, layers, samples.
const SHAPES: &[(&str, BaseShape, bool, bool)] = &[
    ("1D", BaseShape::Texture1D, false, false),
    ("1DArray", BaseShape::Texture1D, true, false),
    ("2D", BaseShape::Texture2D, false, false),
    ("2DArray", BaseShape::Texture2D, true, false),
    ("2DMS", BaseShape::Texture2D, false, true),
    ("2DMSArray", BaseShape::Texture2D, true, true),
    ("3D", BaseShape::Texture3D, false, false),
    ("Cube", BaseShape::TextureCube, false, false),
    ("CubeArray", BaseShape::TextureCube, true, false),
];

pub(super) fn each(mut add: impl FnMut(&str, Builtin)) {
    for access in ACCESSES {
        let has = |&&(_, base, _, multisample): &&(&str, BaseShape, bool, bool)| {
            (access.cubes || base != BaseShape::TextureCube) && (access.multisample || !multisample)
        };
        for &(name, base, array, multisample) in SHAPES.iter().filter(has) {
            let shape = ResourceShape { array, multisample, ..plain(base, access.access) };
            let with_sampler = ResourceShape { combined: true, ..shape };
            let (prefix, is_read) = (access.prefix, access.access == ResourceAccess::Read);
            let kind = if is_read { ResourceKind::Texture } else { ResourceKind::RwTexture };
            add(&format!("{prefix}Texture{name}"), Builtin::Resource(kind, shape, Element::Float4));
            let combined = |element| Builtin::Resource(ResourceKind::CombinedSampler, with_sampler, element);
            add(&format!("{prefix}Sampler{name}"), combined(Element::Float4));
            if is_read {
                add(&format!("DepthTexture{name}"), Builtin::Resource(kind, shape, Element::Float));
                add(&format!("Sampler{name}Shadow"), combined(Element::Float));
            }
        }
    }
    for (name, array) in [("FeedbackTexture2D", false), ("FeedbackTexture2DArray", true)] {
        let shape = ResourceShape { array, ..plain(BaseShape::Texture2D, ResourceAccess::Feedback) };
        add(name, Builtin::Resource(ResourceKind::RwTexture, shape, Element::Float4));
    }
    add("texture2D", Builtin::Resource(ResourceKind::Texture, plain(BaseShape::Texture2D, ResourceAccess::Read), Element::Float4));
}
