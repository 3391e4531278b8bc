//! The names of layout qualifiers, and which stages have them (The OpenGL Shading Language 4.60, section 4.4, and the
//! extensions that glslang 12 knows).

use padstone_model::{Major, Packing};

use super::{Flag, Format, Texel, Valued};
use crate::glsl::features::{Feature, Since};
use crate::glsl::stage_qualifiers::{StageChoice, StageValue};
use crate::glsl::storage::Storage;
use padstone_model::Stage;

/// A qualifier of a certain name.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownQualifier {
    pub(super) identifier: Identifier,
    /// The stages that have it; none stands for all.
    stages: &'static [Stage],
}

/// What a name in `layout(…)` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Identifier {
    /// It takes no value.
    Flag(Flag),
    /// It takes one.
    Value(Valued),
}

impl KnownQualifier {
    /// Whether a stage has it; where the stage is not known, some stage does.
    pub(super) fn in_stage(&self, stage: Option<Stage>) -> bool {
        self.stages.is_empty() || stage.is_none_or(|stage| self.stages.contains(&stage))
    }
}

/// The qualifier of a name in lower case.
pub(super) fn known(name: &str) -> Option<KnownQualifier> {
    if let Some(&(_, identifier, stages)) = TABLE.iter().find(|(known, ..)| *known == name) {
        return Some(KnownQualifier { identifier, stages });
    }
    let format = FORMATS.iter().find(|(known, _)| *known == name)?;
    let identifier = Identifier::Flag(Flag::Format(Format { texel: format.1, name: format.0 }));
    Some(KnownQualifier { identifier, stages: ALL })
}

/// The extensions that a qualifier requires (glslang 12, measured).
pub(super) fn required(name: &str) -> &'static [Feature] {
    REQUIRED.iter().find(|(prefix, _)| name.starts_with(prefix)).map_or(&[], |&(_, features)| features)
}

/// All names, to suggest one from.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(name, ..)| *name)
}

const ALL: &[Stage] = &[];
const FRAGMENT: &[Stage] = &[Stage::Fragment];
const COMPUTE: &[Stage] = &[Stage::Compute, Stage::Amplification, Stage::Mesh];
const CONTROL: &[Stage] = &[Stage::Hull];
const EVALUATION: &[Stage] = &[Stage::Domain];
const GEOMETRY: &[Stage] = &[Stage::Geometry];
const PRIMITIVES: &[Stage] = &[Stage::Geometry, Stage::Domain, Stage::Mesh];
const POINTS: &[Stage] = &[Stage::Geometry, Stage::Mesh];
const MESH: &[Stage] = &[Stage::Mesh];
const VIEWS: &[Stage] = &[Stage::Vertex, Stage::Mesh];
/// Those whose outputs are recorded by transform feedback.
const BEFORE_RASTER: &[Stage] = &[Stage::Vertex, Stage::Hull, Stage::Domain, Stage::Geometry];

const NONE: &[Storage] = &[];
const IN: &[Storage] = &[Storage::In];
const OUT: &[Storage] = &[Storage::Out];
const IN_OR_OUT: &[Storage] = &[Storage::In, Storage::Out];

const fn flag(flag: Flag) -> Identifier {
    Identifier::Flag(flag)
}

const fn value(value: Valued) -> Identifier {
    Identifier::Value(value)
}

/// A qualifier of the stage: it stands before `in;` or `out;`, and not on a variable (section 4.4.1 and others).
const fn of_stage(storages: &'static [Storage]) -> Identifier {
    flag(Flag::OfStage(storages))
}

/// The same with a value.
const fn value_of_stage(of_stage: StageValue, storages: &'static [Storage]) -> Identifier {
    value(Valued::OfStage(of_stage, storages))
}

/// A qualifier of the stage, which has one of several: a primitive, a spacing, an order of vertices.
const fn choice(choice: StageChoice, name: &'static str, storages: &'static [Storage]) -> Identifier {
    flag(Flag::Choice(choice, name, storages))
}

/// How a built-in variable is redeclared.
const fn redeclares(name: &'static str) -> Identifier {
    flag(Flag::Redeclares(name))
}

const OTHER: Identifier = flag(Flag::Other);
const OTHER_VALUE: Identifier = value(Valued::Other);

#[rustfmt::skip]
const TABLE: &[(&str, Identifier, &[Stage])] = &[
    ("std140", flag(Flag::Packing(Packing::Std140)), ALL),
    ("std430", flag(Flag::Packing(Packing::Std430)), ALL),
    ("scalar", flag(Flag::Packing(Packing::Scalar)), ALL),
    ("shared", flag(Flag::Packing(Packing::Shared)), ALL),
    ("packed", flag(Flag::Packing(Packing::Packed)), ALL),
    ("row_major", flag(Flag::Major(Major::Row)), ALL),
    ("column_major", flag(Flag::Major(Major::Column)), ALL),
    ("push_constant", flag(Flag::PushConstant), ALL),
    ("buffer_reference", flag(Flag::BufferReference), ALL),
    ("shaderrecordext", flag(Flag::ShaderRecord), ALL),
    ("shaderrecordnv", flag(Flag::ShaderRecord), ALL),
    ("offset", value(Valued::Offset), ALL),
    ("align", value(Valued::Align), ALL),
    ("binding", value(Valued::Binding), ALL),
    ("set", value(Valued::Set), ALL),
    ("location", value(Valued::Location), ALL),
    ("constant_id", value(Valued::ConstantId), ALL),
    ("input_attachment_index", value(Valued::InputAttachment), ALL),
    ("buffer_reference_align", value(Valued::ReferenceAlign), ALL),
    ("local_size_x", value(Valued::LocalSize(0)), COMPUTE),
    ("local_size_y", value(Valued::LocalSize(1)), COMPUTE),
    ("local_size_z", value(Valued::LocalSize(2)), COMPUTE),
    ("local_size_x_id", value(Valued::LocalSizeId(0)), COMPUTE),
    ("local_size_y_id", value(Valued::LocalSizeId(1)), COMPUTE),
    ("local_size_z_id", value(Valued::LocalSizeId(2)), COMPUTE),
    ("component", value(Valued::Component), ALL),
    ("xfb_buffer", OTHER_VALUE, BEFORE_RASTER),
    ("xfb_offset", OTHER_VALUE, BEFORE_RASTER),
    ("xfb_stride", OTHER_VALUE, BEFORE_RASTER),
    ("index", value(Valued::Index), FRAGMENT),
    ("invocations", value_of_stage(StageValue::Invocations, IN), GEOMETRY),
    ("max_vertices", value_of_stage(StageValue::MaxVertices, OUT), POINTS),
    ("stream", OTHER_VALUE, GEOMETRY),
    ("vertices", value_of_stage(StageValue::Vertices, OUT), CONTROL),
    ("max_primitives", value_of_stage(StageValue::MaxPrimitives, OUT), MESH),
    ("num_views", value_of_stage(StageValue::Views, OUT), VIEWS),
    ("secondary_view_offset", value(Valued::OfBuiltin("secondary_view_offset")), VIEWS),
    ("hitobjectshaderrecordnv", OTHER, ALL),
    ("points", choice(StageChoice::Primitive, "points", IN_OR_OUT), PRIMITIVES),
    ("lines", choice(StageChoice::Primitive, "lines", IN_OR_OUT), PRIMITIVES),
    ("triangles", choice(StageChoice::Primitive, "triangles", IN_OR_OUT), PRIMITIVES),
    ("lines_adjacency", choice(StageChoice::Primitive, "lines_adjacency", IN), GEOMETRY),
    ("triangles_adjacency", choice(StageChoice::Primitive, "triangles_adjacency", IN), GEOMETRY),
    ("line_strip", choice(StageChoice::Primitive, "line_strip", OUT), GEOMETRY),
    ("triangle_strip", choice(StageChoice::Primitive, "triangle_strip", OUT), GEOMETRY),
    ("passthrough", OTHER, GEOMETRY),
    ("viewport_relative", flag(Flag::OfBuiltin("viewport_relative")), ALL),
    ("primitive_culling", of_stage(NONE), ALL),
    ("quads", choice(StageChoice::Primitive, "quads", IN), EVALUATION),
    ("isolines", choice(StageChoice::Primitive, "isolines", IN), EVALUATION),
    ("equal_spacing", choice(StageChoice::Spacing, "equal_spacing", IN), EVALUATION),
    ("fractional_even_spacing", choice(StageChoice::Spacing, "fractional_even_spacing", IN), EVALUATION),
    ("fractional_odd_spacing", choice(StageChoice::Spacing, "fractional_odd_spacing", IN), EVALUATION),
    ("cw", choice(StageChoice::VertexOrder, "cw", IN), EVALUATION),
    ("ccw", choice(StageChoice::VertexOrder, "ccw", IN), EVALUATION),
    ("point_mode", of_stage(IN), EVALUATION),
    ("origin_upper_left", redeclares("gl_FragCoord"), FRAGMENT),
    ("pixel_center_integer", redeclares("gl_FragCoord"), FRAGMENT),
    ("early_fragment_tests", of_stage(IN), FRAGMENT),
    ("early_and_late_fragment_tests_amd", of_stage(IN), FRAGMENT),
    ("post_depth_coverage", of_stage(IN), FRAGMENT),
    ("depth_any", redeclares("gl_FragDepth"), FRAGMENT),
    ("depth_greater", redeclares("gl_FragDepth"), FRAGMENT),
    ("depth_less", redeclares("gl_FragDepth"), FRAGMENT),
    ("depth_unchanged", redeclares("gl_FragDepth"), FRAGMENT),
    ("stencil_ref_unchanged_front_amd", OTHER, FRAGMENT),
    ("stencil_ref_greater_front_amd", OTHER, FRAGMENT),
    ("stencil_ref_less_front_amd", OTHER, FRAGMENT),
    ("stencil_ref_unchanged_back_amd", OTHER, FRAGMENT),
    ("stencil_ref_greater_back_amd", OTHER, FRAGMENT),
    ("stencil_ref_less_back_amd", OTHER, FRAGMENT),
    ("override_coverage", flag(Flag::OfBuiltin("override_coverage")), FRAGMENT),
    ("inner_coverage", OTHER, FRAGMENT),
    ("pixel_interlock_ordered", of_stage(IN), FRAGMENT),
    ("pixel_interlock_unordered", of_stage(IN), FRAGMENT),
    ("sample_interlock_ordered", of_stage(IN), FRAGMENT),
    ("sample_interlock_unordered", of_stage(IN), FRAGMENT),
    ("shading_rate_interlock_ordered", of_stage(IN), FRAGMENT),
    ("shading_rate_interlock_unordered", of_stage(IN), FRAGMENT),
    ("blend_support_multiply", of_stage(OUT), FRAGMENT),
    ("blend_support_screen", of_stage(OUT), FRAGMENT),
    ("blend_support_overlay", of_stage(OUT), FRAGMENT),
    ("blend_support_darken", of_stage(OUT), FRAGMENT),
    ("blend_support_lighten", of_stage(OUT), FRAGMENT),
    ("blend_support_colordodge", of_stage(OUT), FRAGMENT),
    ("blend_support_colorburn", of_stage(OUT), FRAGMENT),
    ("blend_support_hardlight", of_stage(OUT), FRAGMENT),
    ("blend_support_softlight", of_stage(OUT), FRAGMENT),
    ("blend_support_difference", of_stage(OUT), FRAGMENT),
    ("blend_support_exclusion", of_stage(OUT), FRAGMENT),
    ("blend_support_hsl_hue", of_stage(OUT), FRAGMENT),
    ("blend_support_hsl_saturation", of_stage(OUT), FRAGMENT),
    ("blend_support_hsl_color", of_stage(OUT), FRAGMENT),
    ("blend_support_hsl_luminosity", of_stage(OUT), FRAGMENT),
    ("blend_support_all_equations", of_stage(OUT), FRAGMENT),
    ("yuv", OTHER, FRAGMENT),
    ("derivative_group_quadsnv", of_stage(IN), COMPUTE),
    ("derivative_group_linearnv", of_stage(IN), COMPUTE),
    ("bindless_sampler", OTHER, ALL),
    ("bindless_image", OTHER, ALL),
    ("bound_sampler", OTHER, ALL),
    ("bound_image", OTHER, ALL),
];

const fn feature(name: &'static str, extensions: &'static [&'static str]) -> Feature {
    Feature { name, since: Since::extension(extensions) }
}

const INTERLOCK: Feature = feature("interlock qualifiers", &["GL_ARB_fragment_shader_interlock"]);
const BLEND_EQUATIONS: Feature =
    Feature { name: "advanced blend equations", since: Since::version(0, 320).or(&["GL_KHR_blend_equation_advanced"]) };
const BINDLESS: Feature = feature("bindless qualifiers", &["GL_ARB_bindless_texture"]);

/// Qualifiers that extensions bring, by how their names begin.
const REQUIRED: &[(&str, &[Feature])] = &[
    ("post_depth_coverage", &[feature("`post_depth_coverage` qualifiers", &["GL_EXT_post_depth_coverage", "GL_ARB_post_depth_coverage"])]),
    ("override_coverage", &[feature("`override_coverage` qualifiers", &["GL_NV_sample_mask_override_coverage"])]),
    ("pixel_interlock_", &[INTERLOCK]),
    ("sample_interlock_", &[INTERLOCK]),
    ("shading_rate_interlock_", &[INTERLOCK, feature("shading rate interlocks", &["GL_NV_shading_rate_image"])]),
    ("blend_support_", &[BLEND_EQUATIONS]),
    ("derivative_group_", &[feature("compute shader derivatives", &["GL_NV_compute_shader_derivatives"])]),
    ("bindless_", &[BINDLESS]),
    ("bound_", &[BINDLESS]),
    ("passthrough", &[feature("`passthrough` qualifiers", &["GL_NV_geometry_shader_passthrough"])]),
    ("num_views", &[feature("view counts", &["GL_OVR_multiview", "GL_OVR_multiview2"])]),
    ("secondary_view_offset", &[feature("secondary view offsets", &["GL_NV_stereo_view_rendering"])]),
    ("viewport_relative", &[feature("`viewport_relative` qualifiers", &["GL_NV_viewport_array2"])]),
    ("primitive_culling", &[feature("`primitive_culling` qualifiers", &["GL_EXT_ray_flags_primitive_culling"])]),
];

/// The formats of images, and what their texels are.
#[rustfmt::skip]
const FORMATS: &[(&str, Texel)] = &[
    ("rgba32f", Texel::Float),
    ("rgba16f", Texel::Float),
    ("r32f", Texel::Float),
    ("rgba8", Texel::Float),
    ("rgba8_snorm", Texel::Float),
    ("rg32f", Texel::Float),
    ("rg16f", Texel::Float),
    ("r11f_g11f_b10f", Texel::Float),
    ("r16f", Texel::Float),
    ("rgba16", Texel::Float),
    ("rgb10_a2", Texel::Float),
    ("rg16", Texel::Float),
    ("rg8", Texel::Float),
    ("r16", Texel::Float),
    ("r8", Texel::Float),
    ("rgba16_snorm", Texel::Float),
    ("rg16_snorm", Texel::Float),
    ("rg8_snorm", Texel::Float),
    ("r16_snorm", Texel::Float),
    ("r8_snorm", Texel::Float),
    ("rgba32i", Texel::Int),
    ("rgba16i", Texel::Int),
    ("rgba8i", Texel::Int),
    ("r32i", Texel::Int),
    ("rg32i", Texel::Int),
    ("rg16i", Texel::Int),
    ("rg8i", Texel::Int),
    ("r16i", Texel::Int),
    ("r8i", Texel::Int),
    ("rgba32ui", Texel::Uint),
    ("rgba16ui", Texel::Uint),
    ("rgba8ui", Texel::Uint),
    ("r32ui", Texel::Uint),
    ("rg32ui", Texel::Uint),
    ("rg16ui", Texel::Uint),
    ("rgb10_a2ui", Texel::Uint),
    ("rg8ui", Texel::Uint),
    ("r16ui", Texel::Uint),
    ("r8ui", Texel::Uint),
    ("r64i", Texel::Int64),
    ("r64ui", Texel::Uint64),
];
