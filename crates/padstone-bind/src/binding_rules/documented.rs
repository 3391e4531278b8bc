//! `documented`: Slang's documentation.

use padstone_diag::Severity;
use padstone_model::Language;

use super::{
    BindingRules, DefaultSpace, EntryBindings, ProgramOrder, RegistersOnVulkan, SameName, SlotRules, StepRules, TypeRules, UnboundedBytes,
};
use crate::targets::{DOCUMENTED_FOR_D3D, DOCUMENTED_FOR_VULKAN};

/// "Parameter Layout Rules".
pub static DOCUMENTED: BindingRules = BindingRules {
    name: "documented",
    summary: "Slang's documentation",
    languages: &[Language::Slang, Language::Hlsl],
    hlsl: None,
    from_5_1: None,
    steps: StepRules {
        collect: "Slang, Parameter Layout Rules, \"Establish a global ordering on shader parameters\"",
        measure: "Slang, Parameter Layout Rules, \"Computing Resource Requirements\"",
        reserve: "Slang, Parameter Layout Rules: ranges of explicit bindings are reserved before any other is assigned",
        allocate: "Slang, Parameter Layout Rules: \"the first contiguous range of resources of that type that have not been reserved\"",
    },
    slots: SlotRules::OfTypes(TypeRules {
        // "After all global parameters for a translation unit have been walked, walk through any entry points in the translation
        // unit." "Parameters from `import`ed modules are enumerated after the user code".
        order: ProgramOrder::ByUnit,
        // "Any two global shader parameters in user code with the same name are assumed to represent the same parameter".
        same_name: SameName::One,
        // "If two parameters reserve overlapping ranges, we currently issue an error."
        overlap: Severity::Error,
        // "This may be downgraded to a warning for targets that support overlapping ranges."
        overlap_where_allowed: Severity::Warning,
        // "Traditional HLSL `register` modifiers only apply for D3D targets."
        registers_on_vulkan: RegistersOnVulkan::Ignored,
        // "If the user put an explicit binding modifier on a parameter, and that modifier applies to the current target, then we use it".
        entry_bindings: EntryBindings::Reserved,
        // "a D3D array will consume a full register *space* instead of individual registers": bytes are not in registers.
        unbounded_bytes: UnboundedBytes::TakeNoSpace,
        // "The overall program will always use a contiguous range starting from zero for each resource type."
        default_space: DefaultSpace::ForBounded,
        // "The uniform part of an unsized array has the same stride as for the sized case, but an effectively infinite size."
        unsized_constants: true,
    }),
    targets: &[
        ("hlsl", &DOCUMENTED_FOR_D3D),
        ("dxil", &DOCUMENTED_FOR_D3D),
        ("dxbc", &DOCUMENTED_FOR_D3D),
        ("spirv", &DOCUMENTED_FOR_VULKAN),
        ("spirv-asm", &DOCUMENTED_FOR_VULKAN),
        ("glsl", &DOCUMENTED_FOR_VULKAN),
    ],
};
