use padstone_diag::Severity;

use crate::{
    ArraySlots, AutoSpace, CountOfOne, Dimensions, ExplicitSource, GlobalsPlace, Missing, Model, Policy, Sharing, StructMembers,
    TextureBufferTurn, Turn, Unused,
};

/// Compiled modules: bindings are what they say.
pub static AS_COMPILED: Policy = Policy {
    name: "as-compiled",
    model: Model::Vulkan,
    unused: Unused::Numbers,
    // Of HLSL's sources only.
    globals: GlobalsPlace::FirstConstant,
    inner_resources: Turn::BeforeBuffer,
    texture_buffers: TextureBufferTurn::Declared,
    // One descriptor for each element, all at one binding.
    arrays: ArraySlots::One,
    // OpTypeArray of OpTypeArray.
    dimensions: Dimensions::Each,
    struct_members: StructMembers::Together,
    explicit: &[ExplicitSource::ExplicitBinding],
    missing: Missing::Nothing,
    counters: false,
    auto_space: AutoSpace::Implicit,
    count_of_one: CountOfOne::Written,
    // Whether descriptors can be shared is for the compiler to say, and for the validator.
    sharing: Sharing::Everybody,
    overlap: Severity::Warning,
    space_on_struct: None,
};
