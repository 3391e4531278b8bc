//! Samplers, textures, images and other types whose values are handles.

use padstone_model::ResourceKind;

use super::{Opaque, OpaqueClass, Texel};
use crate::glsl::features::Since;

/// A shape of samplers, textures and images, and since when there are such ones.
struct Shape {
    name: &'static str,
    /// Of `sampler…`.
    sampler: Since,
    /// Of `isampler…` and `usampler…`.
    integer: Since,
    /// Of `sampler…Shadow`, if there are any.
    shadow: Option<Since>,
    /// Of images.
    image: Since,
}

const fn shape(name: &'static str, sampler: Since, integer: Since, shadow: Option<Since>, image: Since) -> Shape {
    Shape { name, sampler, integer, shadow, image }
}

const fn version(desktop: u16, es: u16) -> Since {
    Since::version(desktop, es)
}

const CUBE_ARRAY: Since =
    version(400, 320).or(&["GL_ARB_texture_cube_map_array", "GL_EXT_texture_cube_map_array", "GL_OES_texture_cube_map_array"]);
const RECTANGLE: Since = version(140, 0).or(&["GL_ARB_texture_rectangle"]);
const BUFFER: Since = version(130, 320).or(&["GL_EXT_texture_buffer", "GL_OES_texture_buffer"]);
const MULTISAMPLE: Since = version(150, 310).or(&["GL_ARB_texture_multisample"]);
const MULTISAMPLE_ARRAY: Since =
    version(150, 320).or(&["GL_ARB_texture_multisample", "GL_OES_texture_storage_multisample_2d_array"]);
const LOAD_STORE: &[&str] = &["GL_ARB_shader_image_load_store"];
const DESKTOP_IMAGE: Since = version(420, 0).or(LOAD_STORE);
const IMAGE: Since = version(420, 310).or(LOAD_STORE);
const LATE_IMAGE: Since = version(420, 320).or(LOAD_STORE);

const SHAPES: &[Shape] = &[
    shape("1D", version(110, 0), version(130, 0), Some(version(110, 0)), DESKTOP_IMAGE),
    shape("2D", version(110, 100), version(130, 300), Some(version(110, 300)), IMAGE),
    shape("3D", version(110, 300).or(&["GL_OES_texture_3D"]), version(130, 300), None, IMAGE),
    shape("Cube", version(110, 100), version(130, 300), Some(version(130, 300)), IMAGE),
    shape("1DArray", version(130, 0), version(130, 0), Some(version(130, 0)), DESKTOP_IMAGE),
    shape("2DArray", version(130, 300), version(130, 300), Some(version(130, 300)), IMAGE),
    shape("CubeArray", CUBE_ARRAY, CUBE_ARRAY, Some(CUBE_ARRAY), LATE_IMAGE),
    shape("2DRect", RECTANGLE, version(140, 0), Some(RECTANGLE), DESKTOP_IMAGE),
    shape("Buffer", BUFFER, version(140, 320).or(BUFFER.extensions), None, LATE_IMAGE),
    shape("2DMS", MULTISAMPLE, MULTISAMPLE, None, DESKTOP_IMAGE),
    shape("2DMSArray", MULTISAMPLE_ARRAY, MULTISAMPLE_ARRAY, None, DESKTOP_IMAGE),
];

/// Textures and samplers that stand for themselves.
const SEPARATE: Since = Since::on_vulkan();
const HALF: Since = Since::extension(&["GL_AMD_gpu_shader_half_float_fetch"]);
const IMAGE_INT64: Since = Since::extension(&["GL_EXT_shader_image_int64"]);
const EXTERNAL: Since = Since::extension(&["GL_OES_EGL_image_external", "GL_OES_EGL_image_external_essl3"]);
const RAY_TRACING: Since = Since::extension(&["GL_EXT_ray_tracing", "GL_EXT_ray_query"]);

const SAMPLED: Opaque = Opaque { kind: ResourceKind::Texture, class: OpaqueClass::Sampled };
const SAMPLER: Opaque = Opaque { kind: ResourceKind::Sampler, class: OpaqueClass::Sampled };
const SUBPASS: Opaque = Opaque { kind: ResourceKind::Texture, class: OpaqueClass::SubpassInput };
const STRUCTURE: Opaque = Opaque { kind: ResourceKind::AccelerationStructure, class: OpaqueClass::AccelerationStructure };
const LOCAL: Opaque = Opaque { kind: ResourceKind::Other, class: OpaqueClass::Local };

const OTHERS: &[(&str, Opaque, Since)] = &[
    ("sampler", SAMPLER, SEPARATE),
    ("samplerShadow", SAMPLER, SEPARATE),
    ("samplerExternalOES", SAMPLED, EXTERNAL),
    ("__samplerExternal2DY2YEXT", SAMPLED, Since::extension(&["GL_EXT_YUV_target"])),
    ("subpassInput", SUBPASS, SEPARATE),
    ("subpassInputMS", SUBPASS, SEPARATE),
    ("isubpassInput", SUBPASS, SEPARATE),
    ("isubpassInputMS", SUBPASS, SEPARATE),
    ("usubpassInput", SUBPASS, SEPARATE),
    ("usubpassInputMS", SUBPASS, SEPARATE),
    ("f16subpassInput", SUBPASS, HALF),
    ("f16subpassInputMS", SUBPASS, HALF),
    // A counter lives in a buffer that has a binding of its own sort.
    ("atomic_uint", Opaque { kind: ResourceKind::RwByteAddressBuffer, class: OpaqueClass::Counter }, COUNTER),
    ("accelerationStructureEXT", STRUCTURE, RAY_TRACING),
    ("accelerationStructureNV", STRUCTURE, Since::extension(&["GL_NV_ray_tracing"])),
    ("rayQueryEXT", LOCAL, Since::extension(&["GL_EXT_ray_query"])),
    ("hitObjectNV", LOCAL, Since::extension(&["GL_NV_shader_invocation_reorder"])),
];

const COUNTER: Since = version(420, 310).or(&["GL_ARB_shader_atomic_counters"]);

/// Calls `add` with each of them.
pub(super) fn each(mut add: impl FnMut(&str, Opaque, Since)) {
    for shape in SHAPES {
        let name = shape.name;
        for (letters, sampler, texture) in [("", shape.sampler, SEPARATE), ("i", shape.integer, SEPARATE), ("u", shape.integer, SEPARATE), ("f16", HALF, HALF)] {
            add(&format!("{letters}sampler{name}"), SAMPLED, sampler);
            add(&format!("{letters}texture{name}"), SAMPLED, texture);
        }
        if let Some(shadow) = shape.shadow {
            add(&format!("sampler{name}Shadow"), SAMPLED, shadow);
            add(&format!("f16sampler{name}Shadow"), SAMPLED, HALF);
        }
        let images = [
            ("", Texel::Float, shape.image),
            ("i", Texel::Int, shape.image),
            ("u", Texel::Uint, shape.image),
            ("f16", Texel::Float, HALF),
            ("i64", Texel::Int64, IMAGE_INT64),
            ("u64", Texel::Uint64, IMAGE_INT64),
        ];
        for (letters, texel, since) in images {
            let image = Opaque { kind: ResourceKind::RwTexture, class: OpaqueClass::Image(texel) };
            add(&format!("{letters}image{name}"), image, since);
        }
    }
    for &(text, opaque, since) in OTHERS {
        add(text, opaque, since);
    }
}
