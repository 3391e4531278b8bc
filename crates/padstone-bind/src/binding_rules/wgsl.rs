use padstone_layout as layout;
use padstone_model::Language;

use super::{ArrayCount, ArraySlots, BindingRules, OverlapRule, ParameterRules, SlotAssignment, SlotRules, StepRules};
use crate::numbering::Numbering;
use crate::targets::WEBGPU;

/// WGSL: the `@group` and `@binding` of the source.
pub static WGSL: BindingRules = BindingRules {
    name: "wgsl",
    summary: "WGSL: the groups and bindings of the source",
    languages: &[Language::Wgsl, Language::Wgsl2020],
    targets: &[("wgsl", &WEBGPU)],
    hlsl: None,
    from_5_1: None,
    steps: StepRules {
        collect: "WGSL, Resource Interface: all resource variables of the source",
        measure: "WGSL, Resource Interface: a variable takes one binding",
        reserve: "WGSL, Resource Interface: `@group` and `@binding`",
        allocate: "WGSL, Resource Interface: a resource variable must have both attributes; none is assigned",
    },
    slots: SlotRules::OfParameters(ParameterRules {
        profile: &layout::WGSL,
        numbering: Numbering::Groups,
        // WGSL has no arrays of resources.
        array_count: ArrayCount::EachDimension,
        // naga: a `binding_array` of any length takes one binding.
        arrays: ArraySlots::OneUnlessFlattened,
        // WGSL, "Resource Interface": no two variables of one *shader*, which the front end checks.
        overlap_rule: OverlapRule::Always,
        // The same section: a resource must have both attributes; the front end reports missing ones.
        assignment: SlotAssignment::ExplicitOnly,
    }),
};
