use padstone_diag::Severity;
use padstone_layout as layout;
use padstone_model::Language;

use super::{
    AllocationOrder, ArrayCount, ArraySlots, AutoSpace, BindingRules, BindingSource, FirstFree, HlslReader, OverlapRule, ParameterRules,
    PixelOutputs, SlotAssignment, SlotRules, StepRules, StructResources, UnusedParameters,
};
use crate::numbering::Numbering;
use crate::targets::VULKAN;

/// DXC for SPIR-V (`-spirv`). Measured on DXC 1.9 at 9a3e225d, unless a comment names a source.
pub static DXC_SPIRV: BindingRules = BindingRules {
    name: "dxc-spirv",
    summary: "DXC for SPIR-V",
    languages: &[Language::Hlsl],
    targets: &[("spirv", &VULKAN)],
    hlsl: Some(HlslReader::SpirV),
    from_5_1: None,
    steps: StepRules {
        collect: "DXC 1.9 with -spirv, measured: source order, resources before the `cbuffer` that they are declared in; unused parameters take part",
        measure: "DXC 1.9 with -spirv, measured: an array takes one binding, or one for each element in a program with a global struct of resources; a counter takes its own",
        reserve: "DeclResultIdMapper.cpp, getResourceBinding: `[[vk::binding]]`, else the first `register` with its `-fvk-*-shift`; `-fvk-bind-register` replaces both",
        allocate: "DXC 1.9 with -spirv, measured: the first free contiguous bindings of the set",
    },
    slots: SlotRules::OfParameters(ParameterRules {
        profile: &layout::DXC_SPIRV,
        numbering: Numbering::Sets,
        // `ConstantBuffer<S> X[1]` is an array.
        array_count: ArrayCount::Product,
        // `ConstantBuffer<S> A[2], B;`: 0, 1. DeclResultIdMapper.cpp, `needsFlatteningCompositeResources`: a global struct
        // of resources makes all arrays of the program take a binding for each element.
        arrays: ArraySlots::OneUnlessFlattened,
        // A texture and a sampler with one `[[vk::binding]]` are accepted, and unused resources are not in the SPIR-V. `register(b0)`,
        // `register(t0)` and `register(u0)` are all binding 0 of set 0, without a diagnostic.
        overlap_rule: OverlapRule::Combined(Severity::Warning),
        assignment: SlotAssignment::FirstFree(FirstFree {
            // `cbuffer A {…} float g; cbuffer B {…}`: 0, 1, 2. `cbuffer C { float x; Texture2D t; SamplerState s; }`: C gets 2.
            // `tbuffer A {…} StructuredBuffer<S> B;`: 0, 1.
            order: AllocationOrder::Source,
            // `cbuffer A, B, C` with B unused: 0 and 2.
            unused: UnusedParameters::Include,
            // The members get consecutive bindings when the struct is flattened.
            struct_resources: StructResources::Flatten,
            // `AppendStructuredBuffer a; ConsumeStructuredBuffer c;`: 0 and 2.
            counters: true,
            // `[[vk::binding(1, 2)]] cbuffer B : register(b7)`: set 2, binding 1. DeclResultIdMapper.cpp, `getResourceBinding`: the first
            // annotation is effective. `-fvk-bind-globals` reserves nothing there. `decorateResourceBindings`: with `-fvk-bind-register`, all
            // resources are bound by it.
            sources: &[
                BindingSource::BindRegister,
                BindingSource::Binding,
                BindingSource::FirstRegisterShifted,
                BindingSource::BindGlobals,
            ],
            // `-auto-binding-space 1`: `register(b0)` goes to set 1.
            auto_space: AutoSpace::AllUnnamed,
            pixel_outputs: PixelOutputs::Separate,
            class_error: None,
        }),
    }),
};
