//! The macros that a shader has before it says anything (glslang 12, measured).

use super::version::{Profile, Version};
use super::{GlslOptions, GlslStage, TargetEnv};
use crate::preprocess::extension_macros;

/// Names and values of the predefined macros.
pub(super) fn predefined(version: Version, options: &GlslOptions) -> Vec<(String, Option<String>)> {
    let mut macros = vec![("__VERSION__".to_owned(), Some(version.number.to_string()))];
    let mut one = |name: &str| macros.push((name.to_owned(), Some("1".to_owned())));
    match version.profile {
        Profile::Es => {
            one("GL_ES");
            if version.number >= 300 {
                one("GL_es_profile");
            }
        }
        Profile::Compatibility => one("GL_compatibility_profile"),
        Profile::Core if version.number >= 150 => one("GL_core_profile"),
        Profile::Core => {}
    }
    one("GL_FRAGMENT_PRECISION_HIGH");
    if let Some(stage) = options.stage {
        one(stage_macro(stage));
    }
    extension_macros(version.is_es()).for_each(one);
    if options.target == TargetEnv::Vulkan {
        macros.push(("VULKAN".to_owned(), Some("100".to_owned())));
    }
    macros
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
