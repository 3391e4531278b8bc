use padstone_diag::Severity;

use crate::{ArraySlots, AutoSpace, CountOfOne, Counted, ExplicitSource, GlobalsPlace, Model, Policy, StructMembers, Turn};

/// FXC, and DXC for what it calls shader model 5.0 and below: `dxc` but for `reserved`.
pub static FXC: Policy = Policy {
    name: "fxc",
    model: Model::D3d,
    counted: Counted::Used,
    // DxilCondenseResources.cpp, GatherReservedRegisters: "For backcompat with FXC, shader models 5.0 and below will
    // not auto-allocate resources at a register explicitely assigned to even an unused resource."
    reserved: Counted::Declared,
    globals: GlobalsPlace::First,
    inner_resources: Turn::AfterAllByUse,
    arrays: ArraySlots::Elements,
    struct_members: StructMembers::Alone,
    explicit: &[ExplicitSource::LastRegister],
    counters: false,
    auto_space: AutoSpace::Implicit,
    count_of_one: CountOfOne::LeftOut,
    overlap: Severity::Error,
    space_on_constant: Some(Severity::Error),
    register_on_struct_member: Severity::Error,
};
