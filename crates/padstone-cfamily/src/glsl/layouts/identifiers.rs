//! The names of layout qualifiers, and which stages have them (The OpenGL Shading Language 4.60, section 4.4, and the
//! extensions that glslang 12 knows).

use padstone_model::{Major, Packing};

use super::{Flag, Format, Texel, Valued};
use padstone_model::Stage;

/// A qualifier of a certain name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
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

impl Known {
    /// Whether a stage has it; where the stage is not known, some stage does.
    pub(super) fn in_stage(&self, stage: Option<Stage>) -> bool {
        self.stages.is_empty() || stage.is_none_or(|stage| self.stages.contains(&stage))
    }
}

/// The qualifier of a name in lower case.
pub(super) fn known(name: &str) -> Option<Known> {
    if let Some(&(_, identifier, stages)) = TABLE.iter().find(|(known, ..)| *known == name) {
        return Some(Known { identifier, stages });
    }
    let format = FORMATS.iter().find(|(known, _)| *known == name)?;
    let identifier = Identifier::Flag(Flag::Format(Format { texel: format.1, name: format.0 }));
    Some(Known { identifier, stages: ALL })
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

const fn flag(flag: Flag) -> Identifier {
    Identifier::Flag(flag)
}

const fn value(value: Valued) -> Identifier {
    Identifier::Value(value)
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
    ("local_size_x_id", value(Valued::LocalSizeId), COMPUTE),
    ("local_size_y_id", value(Valued::LocalSizeId), COMPUTE),
    ("local_size_z_id", value(Valued::LocalSizeId), COMPUTE),
    ("component", value(Valued::Component), ALL),
    ("xfb_buffer", OTHER_VALUE, ALL),
    ("xfb_offset", OTHER_VALUE, ALL),
    ("xfb_stride", OTHER_VALUE, ALL),
    ("index", value(Valued::Index), FRAGMENT),
    ("invocations", OTHER_VALUE, GEOMETRY),
    ("max_vertices", OTHER_VALUE, POINTS),
    ("stream", OTHER_VALUE, GEOMETRY),
    ("vertices", OTHER_VALUE, CONTROL),
    ("max_primitives", OTHER_VALUE, MESH),
    ("num_views", OTHER_VALUE, VIEWS),
    ("secondary_view_offset", OTHER_VALUE, VIEWS),
    ("hitobjectshaderrecordnv", OTHER, ALL),
    ("points", OTHER, PRIMITIVES),
    ("lines", OTHER, PRIMITIVES),
    ("triangles", OTHER, PRIMITIVES),
    ("lines_adjacency", OTHER, GEOMETRY),
    ("triangles_adjacency", OTHER, GEOMETRY),
    ("line_strip", OTHER, GEOMETRY),
    ("triangle_strip", OTHER, GEOMETRY),
    ("passthrough", OTHER, GEOMETRY),
    ("viewport_relative", OTHER, ALL),
    ("primitive_culling", OTHER, ALL),
    ("quads", OTHER, EVALUATION),
    ("isolines", OTHER, EVALUATION),
    ("equal_spacing", OTHER, EVALUATION),
    ("fractional_even_spacing", OTHER, EVALUATION),
    ("fractional_odd_spacing", OTHER, EVALUATION),
    ("cw", OTHER, EVALUATION),
    ("ccw", OTHER, EVALUATION),
    ("point_mode", OTHER, EVALUATION),
    ("origin_upper_left", OTHER, FRAGMENT),
    ("pixel_center_integer", OTHER, FRAGMENT),
    ("early_fragment_tests", OTHER, FRAGMENT),
    ("early_and_late_fragment_tests_amd", OTHER, FRAGMENT),
    ("post_depth_coverage", OTHER, FRAGMENT),
    ("depth_any", OTHER, FRAGMENT),
    ("depth_greater", OTHER, FRAGMENT),
    ("depth_less", OTHER, FRAGMENT),
    ("depth_unchanged", OTHER, FRAGMENT),
    ("stencil_ref_unchanged_front_amd", OTHER, FRAGMENT),
    ("stencil_ref_greater_front_amd", OTHER, FRAGMENT),
    ("stencil_ref_less_front_amd", OTHER, FRAGMENT),
    ("stencil_ref_unchanged_back_amd", OTHER, FRAGMENT),
    ("stencil_ref_greater_back_amd", OTHER, FRAGMENT),
    ("stencil_ref_less_back_amd", OTHER, FRAGMENT),
    ("override_coverage", OTHER, FRAGMENT),
    ("inner_coverage", OTHER, FRAGMENT),
    ("pixel_interlock_ordered", OTHER, FRAGMENT),
    ("pixel_interlock_unordered", OTHER, FRAGMENT),
    ("sample_interlock_ordered", OTHER, FRAGMENT),
    ("sample_interlock_unordered", OTHER, FRAGMENT),
    ("shading_rate_interlock_ordered", OTHER, FRAGMENT),
    ("shading_rate_interlock_unordered", OTHER, FRAGMENT),
    ("blend_support_multiply", OTHER, FRAGMENT),
    ("blend_support_screen", OTHER, FRAGMENT),
    ("blend_support_overlay", OTHER, FRAGMENT),
    ("blend_support_darken", OTHER, FRAGMENT),
    ("blend_support_lighten", OTHER, FRAGMENT),
    ("blend_support_colordodge", OTHER, FRAGMENT),
    ("blend_support_colorburn", OTHER, FRAGMENT),
    ("blend_support_hardlight", OTHER, FRAGMENT),
    ("blend_support_softlight", OTHER, FRAGMENT),
    ("blend_support_difference", OTHER, FRAGMENT),
    ("blend_support_exclusion", OTHER, FRAGMENT),
    ("blend_support_hsl_hue", OTHER, FRAGMENT),
    ("blend_support_hsl_saturation", OTHER, FRAGMENT),
    ("blend_support_hsl_color", OTHER, FRAGMENT),
    ("blend_support_hsl_luminosity", OTHER, FRAGMENT),
    ("blend_support_all_equations", OTHER, FRAGMENT),
    ("yuv", OTHER, FRAGMENT),
    ("derivative_group_quadsnv", OTHER, COMPUTE),
    ("derivative_group_linearnv", OTHER, COMPUTE),
    ("bindless_sampler", OTHER, ALL),
    ("bindless_image", OTHER, ALL),
    ("bound_sampler", OTHER, ALL),
    ("bound_image", OTHER, ALL),
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
