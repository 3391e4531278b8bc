use padstone_diag::Severity;

use crate::{
    ArraySlots, AutoSpace, CountOfOne, Dimensions, GlobalsPlace, Missing, Model, Policy, Sharing, StructMembers, TextureBufferTurn, Turn,
    Unused,
};

/// Nothing gets a number: registers and bindings of Slang are given out to a whole program ([`crate::program`]), not to a file.
pub static BY_PROGRAM: Policy = Policy {
    name: "by-program",
    model: Model::Vulkan,
    unused: Unused::Numbers,
    globals: GlobalsPlace::FirstConstant,
    inner_resources: Turn::BeforeBuffer,
    texture_buffers: TextureBufferTurn::Declared,
    arrays: ArraySlots::One,
    dimensions: Dimensions::Each,
    struct_members: StructMembers::Nowhere,
    explicit: &[],
    missing: Missing::Nothing,
    counters: false,
    auto_space: AutoSpace::Implicit,
    count_of_one: CountOfOne::Written,
    sharing: Sharing::Everybody,
    overlap: Severity::Warning,
    space_on_struct: None,
};
