//! Samplers, textures, images and other types whose values are handles.

use padstone_model::ResourceKind;

use super::{Builtin, Opaque, OpaqueClass, Texel, TypeWord};
use crate::glsl::features::Since;

const fn version(desktop: u16, es: u16) -> Since {
    Since::version(desktop, es)
}

const CUBE_ARRAY: Since =
    version(400, 320).or(&["GL_ARB_texture_cube_map_array", "GL_EXT_texture_cube_map_array", "GL_OES_texture_cube_map_array"]);
const RECTANGLE: Since = version(140, 0).or(&["GL_ARB_texture_rectangle"]);
const BUFFER: Since = version(130, 320).or(&["GL_EXT_texture_buffer", "GL_OES_texture_buffer"]);
const MULTISAMPLE: Since = version(150, 310).or(&["GL_ARB_texture_multisample"]);
const MULTISAMPLE_ARRAY: Since = version(150, 320).or(&["GL_ARB_texture_multisample", "GL_OES_texture_storage_multisample_2d_array"]);
const LOAD_STORE: &[&str] = &["GL_ARB_shader_image_load_store"];
const DESKTOP_IMAGE: Since = version(420, 0).or(LOAD_STORE);
const IMAGE: Since = version(420, 310).or(LOAD_STORE);
const LATE_IMAGE: Since = version(420, 320).or(LOAD_STORE);

/// Textures and samplers that stand for themselves.
const SEPARATE: Since = Since::on_vulkan();
const HALF: Since = Since::extension(&["GL_AMD_gpu_shader_half_float_fetch"]);
const IMAGE_INT64: Since = Since::extension(&["GL_EXT_shader_image_int64"]);
const EXTERNAL: Since = Since::extension(&["GL_OES_EGL_image_external", "GL_OES_EGL_image_external_essl3"]);
const RAY_TRACING: Since = Since::extension(&["GL_EXT_ray_tracing", "GL_EXT_ray_query"]);

const SINCE_COUNTERS: Since = version(420, 310).or(&["GL_ARB_shader_atomic_counters"]);

const SAMPLED: Opaque = Opaque { kind: ResourceKind::Texture, class: OpaqueClass::Sampled };
const SAMPLER: Opaque = Opaque { kind: ResourceKind::Sampler, class: OpaqueClass::Sampled };
const SUBPASS: Opaque = Opaque { kind: ResourceKind::Texture, class: OpaqueClass::SubpassInput };
const STRUCTURE: Opaque = Opaque { kind: ResourceKind::AccelerationStructure, class: OpaqueClass::AccelerationStructure };
const COUNTER: Opaque = Opaque { kind: ResourceKind::RwByteAddressBuffer, class: OpaqueClass::Counter };
const LOCAL: Opaque = Opaque { kind: ResourceKind::Other, class: OpaqueClass::Local };

const fn image(texel: Texel) -> Builtin {
    Builtin::Opaque(Opaque { kind: ResourceKind::RwTexture, class: OpaqueClass::Image(texel) })
}

/// The words for a shape: since when there are samplers, those of integers, and images of it.
macro_rules! shape {
    ($name:literal, $sampler:expr, $integer:expr, $image:expr) => {
        &[
            (concat!("sampler", $name), Builtin::Opaque(SAMPLED), $sampler),
            (concat!("isampler", $name), Builtin::Opaque(SAMPLED), $integer),
            (concat!("usampler", $name), Builtin::Opaque(SAMPLED), $integer),
            (concat!("f16sampler", $name), Builtin::Opaque(SAMPLED), HALF),
            (concat!("texture", $name), Builtin::Opaque(SAMPLED), SEPARATE),
            (concat!("itexture", $name), Builtin::Opaque(SAMPLED), SEPARATE),
            (concat!("utexture", $name), Builtin::Opaque(SAMPLED), SEPARATE),
            (concat!("f16texture", $name), Builtin::Opaque(SAMPLED), HALF),
            (concat!("image", $name), image(Texel::Float), $image),
            (concat!("iimage", $name), image(Texel::Int), $image),
            (concat!("uimage", $name), image(Texel::Uint), $image),
            (concat!("f16image", $name), image(Texel::Float), HALF),
            (concat!("i64image", $name), image(Texel::Int64), IMAGE_INT64),
            (concat!("u64image", $name), image(Texel::Uint64), IMAGE_INT64),
        ]
    };
}

/// Samplers that compare, of the shapes that have them.
macro_rules! shadows {
    ($(($name:literal, $since:expr)),* $(,)?) => {
        &[$(
            (concat!("sampler", $name, "Shadow"), Builtin::Opaque(SAMPLED), $since),
            (concat!("f16sampler", $name, "Shadow"), Builtin::Opaque(SAMPLED), HALF),
        )*]
    };
}

pub(super) const SHAPE_1D: &[TypeWord] = shape!("1D", version(110, 0), version(130, 0), DESKTOP_IMAGE);
pub(super) const SHAPE_2D: &[TypeWord] = shape!("2D", version(110, 100), version(130, 300), IMAGE);
pub(super) const SHAPE_3D: &[TypeWord] = shape!("3D", version(110, 300).or(&["GL_OES_texture_3D"]), version(130, 300), IMAGE);
pub(super) const SHAPE_CUBE: &[TypeWord] = shape!("Cube", version(110, 100), version(130, 300), IMAGE);
pub(super) const SHAPE_1DARRAY: &[TypeWord] = shape!("1DArray", version(130, 0), version(130, 0), DESKTOP_IMAGE);
pub(super) const SHAPE_2DARRAY: &[TypeWord] = shape!("2DArray", version(130, 300), version(130, 300), IMAGE);
pub(super) const SHAPE_CUBEARRAY: &[TypeWord] = shape!("CubeArray", CUBE_ARRAY, CUBE_ARRAY, LATE_IMAGE);
pub(super) const SHAPE_2DRECT: &[TypeWord] = shape!("2DRect", RECTANGLE, version(140, 0), DESKTOP_IMAGE);
pub(super) const SHAPE_BUFFER: &[TypeWord] = shape!("Buffer", BUFFER, version(140, 320).or(BUFFER.extensions), LATE_IMAGE);
pub(super) const SHAPE_2DMS: &[TypeWord] = shape!("2DMS", MULTISAMPLE, MULTISAMPLE, DESKTOP_IMAGE);
pub(super) const SHAPE_2DMSARRAY: &[TypeWord] = shape!("2DMSArray", MULTISAMPLE_ARRAY, MULTISAMPLE_ARRAY, DESKTOP_IMAGE);
pub(super) const SHADOWS: &[TypeWord] = shadows![
    ("1D", version(110, 0)),
    ("2D", version(110, 300)),
    ("Cube", version(130, 300)),
    ("1DArray", version(130, 0)),
    ("2DArray", version(130, 300)),
    ("CubeArray", CUBE_ARRAY),
    ("2DRect", RECTANGLE),
];

/// Those that have no shapes.
pub(super) const OTHERS: &[TypeWord] = &[
    ("sampler", Builtin::Opaque(SAMPLER), SEPARATE),
    ("samplerShadow", Builtin::Opaque(SAMPLER), SEPARATE),
    ("samplerExternalOES", Builtin::Opaque(SAMPLED), EXTERNAL),
    ("__samplerExternal2DY2YEXT", Builtin::Opaque(SAMPLED), Since::extension(&["GL_EXT_YUV_target"])),
    ("subpassInput", Builtin::Opaque(SUBPASS), SEPARATE),
    ("subpassInputMS", Builtin::Opaque(SUBPASS), SEPARATE),
    ("isubpassInput", Builtin::Opaque(SUBPASS), SEPARATE),
    ("isubpassInputMS", Builtin::Opaque(SUBPASS), SEPARATE),
    ("usubpassInput", Builtin::Opaque(SUBPASS), SEPARATE),
    ("usubpassInputMS", Builtin::Opaque(SUBPASS), SEPARATE),
    ("f16subpassInput", Builtin::Opaque(SUBPASS), HALF),
    ("f16subpassInputMS", Builtin::Opaque(SUBPASS), HALF),
    // A counter lives in a buffer that has a binding of its own sort.
    ("atomic_uint", Builtin::Opaque(COUNTER), SINCE_COUNTERS),
    ("accelerationStructureEXT", Builtin::Opaque(STRUCTURE), RAY_TRACING),
    ("accelerationStructureNV", Builtin::Opaque(STRUCTURE), Since::extension(&["GL_NV_ray_tracing"])),
    ("rayQueryEXT", Builtin::Opaque(LOCAL), Since::extension(&["GL_EXT_ray_query"])),
    ("hitObjectNV", Builtin::Opaque(LOCAL), Since::extension(&["GL_NV_shader_invocation_reorder"])),
];
