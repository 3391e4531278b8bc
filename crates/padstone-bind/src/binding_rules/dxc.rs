use padstone_diag::Severity;
use padstone_layout as layout;
use padstone_model::Language;

use super::{
    AllocationOrder, ArrayCount, ArraySlots, AutoSpace, BindingRules, BindingSource, FirstFree, HlslReader, OverlapRule, ParameterGroup,
    ParameterRules, PixelOutputs, SlotAssignment, SlotRules, StepRules, StructResources, UnusedParameters,
};
use crate::numbering::Numbering;
use crate::targets::D3D;

/// DXC for DXIL, shader model 5.1 and later. Measured on DXC 1.9 at 9a3e225d, unless a comment names a source.
pub static DXC: BindingRules = BindingRules {
    name: "dxc",
    summary: "DXC for DXIL",
    languages: &[Language::Hlsl],
    targets: &[("hlsl", &D3D), ("dxil", &D3D)],
    hlsl: Some(HlslReader::Dxil),
    from_5_1: None,
    steps: StepRules {
        collect: "DXC 1.9, measured: `$Globals`, then objects in source order, resources in structs in order of use, `tbuffer`s last; unused parameters take no part",
        measure: "DXC 1.9, measured: a register for each element of an array; an unbounded array takes the rest of its space",
        reserve: "CGHLSLMS.cpp, InitFromUnusualAnnotations: of several `register` annotations the last applies",
        allocate: "DxilCondenseResources.cpp: the first free contiguous registers of the class in the space",
    },
    slots: SlotRules::OfParameters(ParameterRules {
        profile: &layout::DXC,
        numbering: Numbering::Registers,
        // `ConstantBuffer<S> X[1]` is reported like `X`.
        array_count: ArrayCount::ProductBeyondOne,
        // `ConstantBuffer<S> X[2][3]`: 6 registers; `X[]`: all after the highest.
        arrays: ArraySlots::PerElement,
        // "resource D at register 0 overlaps with resource C at register 0, space 0"
        overlap_rule: OverlapRule::Never(Severity::Error),
        assignment: SlotAssignment::FirstFree(FirstFree {
            order: AllocationOrder::ByGroup(&[
                // `cbuffer A {…} float g;`: $Globals b0, A b1.
                ParameterGroup::DefaultBuffer,
                ParameterGroup::Objects,
                // HLOperationLower.cpp, `createResourceGv`: created at their first use, after all others. Proposal 0038 of wg-hlsl,
                // "Current Behavior in DXC": "in the order they are first referenced".
                ParameterGroup::Nested,
                // `tbuffer A {…} StructuredBuffer<S> B;`: B t0, A t1. DxilCondenseResources.cpp, PatchTBuffers: they are treated as
                // constant buffers until all other resources are created.
                ParameterGroup::TextureBuffers,
            ]),
            // `cbuffer A, B, C` with B unused: b0 and b1.
            // Two `register(b0)`, one of them unused: accepted.
            unused: UnusedParameters::Skip,
            // Proposal 0038: "All of the resources of the same type share the same base register and are bound sequentially";
            // example 10: "register space cannot be specified on global constants."
            struct_resources: StructResources::PerMember { space: Some(Severity::Error) },
            counters: false,
            // CGHLSLMS.cpp, InitFromUnusualAnnotations: each annotation overwrites the one before.
            sources: &[BindingSource::LastRegister],
            // `-auto-binding-space 1`: `register(b0)` stays in space 0.
            auto_space: AutoSpace::ImplicitOnly,
            pixel_outputs: PixelOutputs::Separate,
            class_error: None,
        }),
    }),
};
