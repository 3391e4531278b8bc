//! Samplers, textures, images and other types whose values are handles.

use padstone_model::{Dimension, ResourceAccess, ResourceKind, ResourceShape, SampleType};

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

/// A texture alone.
const fn texture(shape: ResourceShape, sample: SampleType) -> Builtin {
    Builtin::Opaque(Opaque { kind: ResourceKind::Texture, shape: shape.sampled(sample), class: OpaqueClass::Sampled })
}

/// A texture with its sampler. A `samplerBuffer` has no sampler: it is a uniform texel buffer (GL_KHR_vulkan_glsl).
const fn sampled(shape: ResourceShape, sample: SampleType) -> Builtin {
    match shape.dimension {
        Dimension::TextureBuffer => texture(shape, sample),
        _ => Builtin::Opaque(Opaque { kind: ResourceKind::CombinedSampler, shape: shape.sampled(sample), class: OpaqueClass::Sampled }),
    }
}

const fn sampler(sample: SampleType) -> Builtin {
    Builtin::Opaque(Opaque { kind: ResourceKind::Sampler, shape: ResourceShape::NONE.sampled(sample), class: OpaqueClass::Sampled })
}

const fn subpass(shape: ResourceShape, sample: SampleType) -> Builtin {
    Builtin::Opaque(Opaque { kind: ResourceKind::Texture, shape: shape.sampled(sample), class: OpaqueClass::SubpassInput })
}

const fn image(shape: ResourceShape, texel: Texel) -> Builtin {
    let sample = match texel {
        Texel::Float => SampleType::Float,
        Texel::Int => SampleType::Sint,
        Texel::Uint => SampleType::Uint,
        Texel::Int64 => SampleType::Sint64,
        Texel::Uint64 => SampleType::Uint64,
    };
    let shape = shape.accessed(ResourceAccess::ReadWrite).sampled(sample);
    Builtin::Opaque(Opaque { kind: ResourceKind::RwTexture, shape, class: OpaqueClass::Image(texel) })
}

const STRUCTURE: Builtin = Builtin::Opaque(Opaque {
    kind: ResourceKind::AccelerationStructure,
    shape: ResourceShape::read(Dimension::AccelerationStructure),
    class: OpaqueClass::AccelerationStructure,
});
const COUNTER: Builtin = Builtin::Opaque(Opaque {
    kind: ResourceKind::RwByteAddressBuffer,
    shape: ResourceShape::read(Dimension::ByteAddressBuffer).accessed(ResourceAccess::ReadWrite),
    class: OpaqueClass::Counter,
});
const LOCAL: Builtin = Builtin::Opaque(Opaque { kind: ResourceKind::Other, shape: ResourceShape::NONE, class: OpaqueClass::Local });

/// The words for a shape: since when there are samplers, those of integers, and images of it.
macro_rules! shape {
    ($name:literal, $shape:expr, $sampler:expr, $integer:expr, $image:expr) => {
        &[
            (concat!("sampler", $name), sampled($shape, SampleType::Float), $sampler),
            (concat!("isampler", $name), sampled($shape, SampleType::Sint), $integer),
            (concat!("usampler", $name), sampled($shape, SampleType::Uint), $integer),
            (concat!("f16sampler", $name), sampled($shape, SampleType::Float), HALF),
            (concat!("texture", $name), texture($shape, SampleType::Float), SEPARATE),
            (concat!("itexture", $name), texture($shape, SampleType::Sint), SEPARATE),
            (concat!("utexture", $name), texture($shape, SampleType::Uint), SEPARATE),
            (concat!("f16texture", $name), texture($shape, SampleType::Float), HALF),
            (concat!("image", $name), image($shape, Texel::Float), $image),
            (concat!("iimage", $name), image($shape, Texel::Int), $image),
            (concat!("uimage", $name), image($shape, Texel::Uint), $image),
            (concat!("f16image", $name), image($shape, Texel::Float), HALF),
            (concat!("i64image", $name), image($shape, Texel::Int64), IMAGE_INT64),
            (concat!("u64image", $name), image($shape, Texel::Uint64), IMAGE_INT64),
        ]
    };
}

/// Samplers that compare, of the shapes that have them.
macro_rules! shadows {
    ($(($name:literal, $shape:expr, $since:expr)),* $(,)?) => {
        &[$(
            (concat!("sampler", $name, "Shadow"), sampled($shape, SampleType::Depth), $since),
            (concat!("f16sampler", $name, "Shadow"), sampled($shape, SampleType::Depth), HALF),
        )*]
    };
}

pub(super) const SHAPE_1D: &[TypeWord] = shape!("1D", ResourceShape::D1, version(110, 0), version(130, 0), DESKTOP_IMAGE);
pub(super) const SHAPE_2D: &[TypeWord] = shape!("2D", ResourceShape::D2, version(110, 100), version(130, 300), IMAGE);
pub(super) const SHAPE_3D: &[TypeWord] =
    shape!("3D", ResourceShape::D3, version(110, 300).or(&["GL_OES_texture_3D"]), version(130, 300), IMAGE);
pub(super) const SHAPE_CUBE: &[TypeWord] = shape!("Cube", ResourceShape::CUBE, version(110, 100), version(130, 300), IMAGE);
pub(super) const SHAPE_1DARRAY: &[TypeWord] = shape!("1DArray", ResourceShape::D1_ARRAY, version(130, 0), version(130, 0), DESKTOP_IMAGE);
pub(super) const SHAPE_2DARRAY: &[TypeWord] = shape!("2DArray", ResourceShape::D2_ARRAY, version(130, 300), version(130, 300), IMAGE);
pub(super) const SHAPE_CUBEARRAY: &[TypeWord] = shape!("CubeArray", ResourceShape::CUBE_ARRAY, CUBE_ARRAY, CUBE_ARRAY, LATE_IMAGE);
pub(super) const SHAPE_2DRECT: &[TypeWord] = shape!("2DRect", ResourceShape::D2, RECTANGLE, version(140, 0), DESKTOP_IMAGE);
pub(super) const SHAPE_BUFFER: &[TypeWord] =
    shape!("Buffer", ResourceShape::BUFFER, BUFFER, version(140, 320).or(BUFFER.extensions), LATE_IMAGE);
pub(super) const SHAPE_2DMS: &[TypeWord] = shape!("2DMS", ResourceShape::D2_MS, MULTISAMPLE, MULTISAMPLE, DESKTOP_IMAGE);
pub(super) const SHAPE_2DMSARRAY: &[TypeWord] =
    shape!("2DMSArray", ResourceShape::D2_MS_ARRAY, MULTISAMPLE_ARRAY, MULTISAMPLE_ARRAY, DESKTOP_IMAGE);
pub(super) const SHADOWS: &[TypeWord] = shadows![
    ("1D", ResourceShape::D1, version(110, 0)),
    ("2D", ResourceShape::D2, version(110, 300)),
    ("Cube", ResourceShape::CUBE, version(130, 300)),
    ("1DArray", ResourceShape::D1_ARRAY, version(130, 0)),
    ("2DArray", ResourceShape::D2_ARRAY, version(130, 300)),
    ("CubeArray", ResourceShape::CUBE_ARRAY, CUBE_ARRAY),
    ("2DRect", ResourceShape::D2, RECTANGLE),
];

/// Those that have no shapes.
pub(super) const OTHERS: &[TypeWord] = &[
    ("sampler", sampler(SampleType::Float), SEPARATE),
    ("samplerShadow", sampler(SampleType::Depth), SEPARATE),
    ("samplerExternalOES", sampled(ResourceShape::NONE, SampleType::Float), EXTERNAL),
    ("__samplerExternal2DY2YEXT", sampled(ResourceShape::D2, SampleType::Float), Since::extension(&["GL_EXT_YUV_target"])),
    ("subpassInput", subpass(ResourceShape::SUBPASS, SampleType::Float), SEPARATE),
    ("subpassInputMS", subpass(ResourceShape::SUBPASS_MS, SampleType::Float), SEPARATE),
    ("isubpassInput", subpass(ResourceShape::SUBPASS, SampleType::Sint), SEPARATE),
    ("isubpassInputMS", subpass(ResourceShape::SUBPASS_MS, SampleType::Sint), SEPARATE),
    ("usubpassInput", subpass(ResourceShape::SUBPASS, SampleType::Uint), SEPARATE),
    ("usubpassInputMS", subpass(ResourceShape::SUBPASS_MS, SampleType::Uint), SEPARATE),
    ("f16subpassInput", subpass(ResourceShape::SUBPASS, SampleType::Float), HALF),
    ("f16subpassInputMS", subpass(ResourceShape::SUBPASS_MS, SampleType::Float), HALF),
    // A counter lives in a buffer that has a binding of its own sort.
    ("atomic_uint", COUNTER, SINCE_COUNTERS),
    ("accelerationStructureEXT", STRUCTURE, RAY_TRACING),
    ("accelerationStructureNV", STRUCTURE, Since::extension(&["GL_NV_ray_tracing"])),
    ("rayQueryEXT", LOCAL, Since::extension(&["GL_EXT_ray_query"])),
    ("hitObjectNV", LOCAL, Since::extension(&["GL_NV_shader_invocation_reorder"])),
];
