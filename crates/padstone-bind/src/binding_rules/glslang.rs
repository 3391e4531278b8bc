use padstone_diag::Severity;
use padstone_layout as layout;
use padstone_model::Language;

use super::{ArrayCount, ArraySlots, BindingRules, OverlapRule, ParameterRules, SlotAssignment, SlotRules, StepRules};
use crate::numbering::Numbering;
use crate::targets::VULKAN;

/// glslang for Vulkan (`-V`): the bindings of the source. Measured on glslang 12.0. `measure/stage_variables.rs` has the locations of its inputs and outputs.
pub static GLSLANG: BindingRules = BindingRules {
    name: "glslang",
    summary: "GLSL for Vulkan: the bindings of the source",
    languages: &[Language::Glsl],
    targets: &[("spirv", &VULKAN)],
    hlsl: None,
    from_5_1: None,
    steps: StepRules {
        collect: "GL_KHR_vulkan_glsl: all blocks and resources of the source",
        measure: "GL_KHR_vulkan_glsl: an array of any length takes one binding",
        reserve: "GL_KHR_vulkan_glsl: `layout(set, binding)`; the set is 0 if it is not specified",
        allocate: "GL_KHR_vulkan_glsl: blocks and resources require `layout(binding)`; none is assigned",
    },
    slots: SlotRules::OfParameters(ParameterRules {
        profile: &layout::GLSLANG,
        numbering: Numbering::Sets,
        // `layout(binding = 0) uniform A {…} a[2][3];`: one binding, OpTypeArray of OpTypeArray.
        array_count: ArrayCount::EachDimension,
        // `sampler2D a[3]` and the next binding: both accepted.
        arrays: ArraySlots::OneUnlessFlattened,
        // Blocks of one kind may share a binding. Other resources are not checked by glslang and spirv-val, but no descriptor set layout
        // has two types at one binding (VkDescriptorSetLayoutBinding).
        overlap_rule: OverlapRule::SameDescriptor(Severity::Warning),
        // GL_KHR_vulkan_glsl: the set is 0 by default; "uniform/buffer blocks require layout(binding=X)". A block
        // that `main` does not reach keeps its decorations.
        assignment: SlotAssignment::ExplicitOnly,
    }),
};
