use padstone_diag::Severity;

use crate::{
    ArraySlots, AutoSpace, CountOfOne, Dimensions, ExplicitSource, GlobalsPlace, Missing, Model, Policy, Sharing, StructMembers,
    TextureBufferTurn, Turn, Unused,
};

/// DXC for DXIL, shader model 5.1 and later. Measured on DXC 1.9 at 9a3e225d, except where a source is named.
pub static DXC: Policy = Policy {
    name: "dxc",
    model: Model::D3d,
    // `cbuffer A, B, C` with B unused: b0 and b1.
    // Two `register(b0)`, one of them unused: accepted.
    unused: Unused::Nothing,
    // `cbuffer A {…} float g;`: $Globals b0, A b1.
    globals: GlobalsPlace::First,
    // HLOperationLower.cpp, `createResourceGv`: made at their first use, when all others are made. Proposal 0038 of
    // wg-hlsl, "Current Behavior in DXC": "in the order they are first referenced".
    inner_resources: Turn::AfterAllByUse,
    // `tbuffer A {…} StructuredBuffer<S> B;`: B t0, A t1. DxilCondenseResources.cpp, PatchTBuffers: they are constant
    // buffers until all else is made.
    texture_buffers: TextureBufferTurn::Last,
    // `ConstantBuffer<S> X[2][3]`: 6 registers; `X[]`: all behind the highest.
    arrays: ArraySlots::Elements,
    dimensions: Dimensions::Product,
    // Proposal 0038: "All of the resources of the same type share the same base register and are bound sequentially".
    struct_members: StructMembers::Alone,
    // CGHLSLMS.cpp, InitFromUnusualAnnotations: each annotation overwrites the one before.
    explicit: &[ExplicitSource::LastRegister],
    missing: Missing::FirstFree,
    counters: false,
    // `-auto-binding-space 1`: `register(b0)` stays in space 0.
    auto_space: AutoSpace::Implicit,
    // `ConstantBuffer<S> X[1]` is reported like `X`.
    count_of_one: CountOfOne::LeftOut,
    sharing: Sharing::Nobody,
    // "resource D at register 0 overlaps with resource C at register 0, space 0"
    overlap: Severity::Error,
    // Proposal 0038, example 10: "register space cannot be specified on global constants."
    space_on_struct: Some(Severity::Error),
};
