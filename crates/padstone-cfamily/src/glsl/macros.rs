//! The macros that a shader has before it says anything (glslang 12, measured).

use super::version::{Profile, Version};
use super::{GlslOptions, GlslStage, TargetEnv};
use crate::preprocess::extension_macros;

/// The macros that have values of their own.
pub(super) fn with_values(version: Version, options: &GlslOptions) -> Vec<(String, Option<String>)> {
    let mut macros = vec![("__VERSION__".to_owned(), Some(version.number.to_string()))];
    if options.target == TargetEnv::Vulkan {
        macros.push(("VULKAN".to_owned(), Some("100".to_owned())));
    }
    macros
}

/// The macros that are 1.
pub(super) fn ones(version: Version, options: &GlslOptions) -> impl Iterator<Item = &'static str> {
    let profile: &[&str] = match version.profile {
        Profile::Es => &["GL_ES"],
        Profile::Compatibility => &["GL_core_profile", "GL_compatibility_profile"],
        Profile::Core if version.number >= 150 => &["GL_core_profile"],
        Profile::Core => &[],
    };
    let precision = (version.is_es() || version.number >= 130).then_some("GL_FRAGMENT_PRECISION_HIGH");
    let stage = options.stage.map(stage_macro);
    profile.iter().copied().chain(precision).chain(stage).chain(extension_macros(version.is_es()))
}

fn stage_macro(stage: GlslStage) -> &'static str {
    match stage {
        GlslStage::Vertex => "GL_VERTEX_SHADER",
        GlslStage::TessellationControl => "GL_TESSELLATION_CONTROL_SHADER",
        GlslStage::TessellationEvaluation => "GL_TESSELLATION_EVALUATION_SHADER",
        GlslStage::Geometry => "GL_GEOMETRY_SHADER",
        GlslStage::Fragment => "GL_FRAGMENT_SHADER",
        GlslStage::Compute => "GL_COMPUTE_SHADER",
        GlslStage::RayGeneration => "GL_RAY_GENERATION_SHADER_EXT",
        GlslStage::Intersection => "GL_INTERSECTION_SHADER_EXT",
        GlslStage::AnyHit => "GL_ANY_HIT_SHADER_EXT",
        GlslStage::ClosestHit => "GL_CLOSEST_HIT_SHADER_EXT",
        GlslStage::Miss => "GL_MISS_SHADER_EXT",
        GlslStage::Callable => "GL_CALLABLE_SHADER_EXT",
        GlslStage::Task => "GL_TASK_SHADER_NV",
        GlslStage::Mesh => "GL_MESH_SHADER_NV",
    }
}
