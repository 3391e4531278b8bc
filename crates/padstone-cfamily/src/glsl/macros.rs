//! The macros that a shader has before it says anything (glslang 12, measured).

use super::version::{Profile, Version};
use super::{GlslOptions, TargetEnv};
use crate::preprocess::extension_macros;
use padstone_model::Stage;

/// The macros that have values of their own.
pub(super) fn with_values(options: &GlslOptions) -> Vec<(String, Option<String>)> {
    match options.target {
        TargetEnv::Vulkan => vec![("VULKAN".to_owned(), Some("100".to_owned()))],
        TargetEnv::OpenGl => Vec::new(),
    }
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
    // GLSL ES has no macros of stages (glslang 16, measured).
    let stage = options.stage.filter(|_| !version.is_es()).and_then(stage_macro);
    profile.iter().copied().chain(precision).chain(stage).chain(extension_macros(version.is_es()))
}

fn stage_macro(stage: Stage) -> Option<&'static str> {
    Some(match stage {
        Stage::Vertex => "GL_VERTEX_SHADER",
        Stage::Hull => "GL_TESSELLATION_CONTROL_SHADER",
        Stage::Domain => "GL_TESSELLATION_EVALUATION_SHADER",
        Stage::Geometry => "GL_GEOMETRY_SHADER",
        Stage::Fragment => "GL_FRAGMENT_SHADER",
        Stage::Compute => "GL_COMPUTE_SHADER",
        Stage::RayGeneration => "GL_RAY_GENERATION_SHADER_EXT",
        Stage::Intersection => "GL_INTERSECTION_SHADER_EXT",
        Stage::AnyHit => "GL_ANY_HIT_SHADER_EXT",
        Stage::ClosestHit => "GL_CLOSEST_HIT_SHADER_EXT",
        Stage::Miss => "GL_MISS_SHADER_EXT",
        Stage::Callable => "GL_CALLABLE_SHADER_EXT",
        Stage::Amplification => "GL_TASK_SHADER_NV",
        Stage::Mesh => "GL_MESH_SHADER_NV",
        // No stage of GLSL.
        Stage::Dispatch => return None,
    })
}
