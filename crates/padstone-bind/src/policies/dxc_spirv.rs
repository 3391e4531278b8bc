use padstone_diag::Severity;

use crate::{
    ArraySlots, AutoSpace, CountOfOne, Dimensions, ExplicitSource, GlobalsPlace, Missing, Model, Policy, Sharing, StructMembers,
    TextureBufferTurn, Turn, Unused,
};

/// DXC for SPIR-V (`-spirv`). Measured on DXC 1.9 at 9a3e225d, except where a source is named.
pub static DXC_SPIRV: Policy = Policy {
    name: "dxc-spirv",
    model: Model::Vulkan,
    // `cbuffer A, B, C` with B unused: 0 and 2.
    unused: Unused::Numbers,
    // `cbuffer A {…} float g; cbuffer B {…}`: 0, 1, 2.
    globals: GlobalsPlace::FirstConstant,
    // `cbuffer C { float x; Texture2D t; SamplerState s; }`: C gets 2.
    inner_resources: Turn::BeforeBuffer,
    // `tbuffer A {…} StructuredBuffer<S> B;`: 0, 1.
    texture_buffers: TextureBufferTurn::Declared,
    // `ConstantBuffer<S> A[2], B;`: 0, 1. DeclResultIdMapper.cpp, `needsFlatteningCompositeResources`: a global struct
    // of resources makes all arrays of the program take a binding for each element.
    arrays: ArraySlots::One,
    dimensions: Dimensions::Product,
    // The members get consecutive bindings when the struct is taken apart.
    struct_members: StructMembers::Together,
    // `[[vk::binding(1, 2)]] cbuffer B : register(b7)`: set 2, binding 1. DeclResultIdMapper.cpp, `getResourceBinding`:
    // the first annotation counts. `-fvk-bind-globals` reserves nothing there.
    explicit: &[ExplicitSource::ExplicitBinding, ExplicitSource::FirstRegisterShifted, ExplicitSource::BindGlobals],
    missing: Missing::FirstFree,
    // `AppendStructuredBuffer a; ConsumeStructuredBuffer c;`: 0 and 2.
    counters: true,
    // `-auto-binding-space 1`: `register(b0)` goes to set 1.
    auto_space: AutoSpace::All,
    // `ConstantBuffer<S> X[1]` is an array.
    count_of_one: CountOfOne::Written,
    // A texture and a sampler with one `[[vk::binding]]` are accepted, and what is not used is not in the SPIR-V.
    sharing: Sharing::Combined,
    // `register(b0)`, `register(t0)` and `register(u0)` are all binding 0 of set 0, and DXC says nothing.
    overlap: Severity::Warning,
    // It is the set.
    space_on_struct: None,
};
