use padstone_diag::Severity;

use crate::{
    ArraySlots, AutoSpace, CountOfOne, Dimensions, ExplicitSource, GlobalsPlace, Missing, Model, Policy, Sharing, StructMembers,
    TextureBufferTurn, Turn, Unused,
};

/// FXC, and DXC for what it calls shader model 5.0 and below: `dxc` but for `unused`.
pub static FXC: Policy = Policy {
    name: "fxc",
    model: Model::D3d,
    // DxilCondenseResources.cpp, GatherReservedRegisters: "For backcompat with FXC, shader models 5.0 and below will
    // not auto-allocate resources at a register explicitely assigned to even an unused resource."
    unused: Unused::Reserved,
    globals: GlobalsPlace::First,
    inner_resources: Turn::AfterAllByUse,
    texture_buffers: TextureBufferTurn::Last,
    arrays: ArraySlots::Elements,
    dimensions: Dimensions::Product,
    struct_members: StructMembers::Alone,
    explicit: &[ExplicitSource::LastRegister],
    missing: Missing::FirstFree,
    counters: false,
    auto_space: AutoSpace::Implicit,
    count_of_one: CountOfOne::LeftOut,
    sharing: Sharing::Nobody,
    overlap: Severity::Error,
    space_on_struct: Some(Severity::Error),
};
