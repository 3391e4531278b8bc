use padstone_diag::Severity;

use crate::{
    ArraySlots, AutoSpace, CountOfOne, Dimensions, ExplicitSource, GlobalsPlace, Missing, Model, Policy, Sharing, StructMembers,
    TextureBufferTurn, Turn, Unused,
};

/// WGSL: `@group` and `@binding` are what the source says.
pub static WGSL: Policy = Policy {
    name: "wgsl",
    model: Model::WebGpu,
    unused: Unused::Numbers,
    // WGSL has no loose constants, no resources in structs, no texture buffers and no arrays of resources.
    globals: GlobalsPlace::FirstConstant,
    inner_resources: Turn::BeforeBuffer,
    texture_buffers: TextureBufferTurn::Declared,
    arrays: ArraySlots::One,
    dimensions: Dimensions::Each,
    struct_members: StructMembers::Together,
    explicit: &[ExplicitSource::ExplicitBinding],
    // WGSL, "Resource Interface": a resource must have both attributes, and the front end has said so.
    missing: Missing::Nothing,
    counters: false,
    auto_space: AutoSpace::Implicit,
    count_of_one: CountOfOne::Written,
    // WGSL, "Resource Interface": no two variables of one *shader*; which those are is for the front end to find out.
    sharing: Sharing::Everybody,
    overlap: Severity::Error,
    space_on_struct: None,
};
