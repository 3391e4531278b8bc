use padstone_layout as layout;
use padstone_model::Language;

use super::{ArrayCount, ArraySlots, BindingRules, OverlapRule, ParameterRules, SlotAssignment, SlotRules, StepRules};
use crate::numbering::Numbering;
use crate::targets::VULKAN;

/// Compiled modules: the bindings of the file.
pub static AS_COMPILED: BindingRules = BindingRules {
    name: "as-compiled",
    summary: "the bindings of a compiled module",
    languages: &[Language::SpirV],
    targets: &[("spirv", &VULKAN)],
    hlsl: None,
    from_5_1: None,
    steps: StepRules {
        collect: "SPIR-V: all variables of the module with a `Binding`",
        measure: "SPIR-V: a variable takes one binding",
        reserve: "SPIR-V: the decorations `DescriptorSet` and `Binding`",
        allocate: "SPIR-V: the compiler has assigned all bindings",
    },
    slots: SlotRules::OfParameters(ParameterRules {
        profile: &layout::AS_COMPILED,
        numbering: Numbering::Sets,
        // OpTypeArray of OpTypeArray.
        array_count: ArrayCount::EachDimension,
        // VkDescriptorSetLayoutBinding: an array of descriptors has one binding.
        arrays: ArraySlots::OneUnlessFlattened,
        // The compiler and the validator decide whether descriptors can be shared.
        overlap_rule: OverlapRule::Always,
        assignment: SlotAssignment::ExplicitOnly,
    }),
};
