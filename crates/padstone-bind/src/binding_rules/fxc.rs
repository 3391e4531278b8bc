use padstone_diag::Severity;
use padstone_layout as layout;
use padstone_model::Language;

use super::{
    AllocationOrder, ArrayCount, ArraySlots, AutoSpace, BindingRules, BindingSource, FirstFree, HlslReader, OverlapRule, ParameterGroup,
    ParameterRules, PixelOutputs, RenderTargets, SlotAssignment, SlotRules, StepRules, StructResources, UnusedParameters,
};
use crate::numbering::Numbering;
use crate::targets::D3D;

/// FXC for shader model 5.0 and below, and DXC for these models: `dxc` except for unused parameters, and for `tbuffer`s, which FXC numbers in source
/// order.
pub static FXC: BindingRules = BindingRules {
    name: "fxc",
    summary: "FXC for DXBC",
    languages: &[Language::Hlsl],
    targets: &[("dxbc", &D3D)],
    hlsl: Some(HlslReader::Fxc),
    from_5_1: Some(&FXC_5_1),
    steps: StepRules {
        collect: "FXC 5.0: `$Globals`, `$Params`, textures of samplers of Direct3D 9, objects in source order, resources in structs; unused parameters only reserve their explicit registers (DxilCondenseResources.cpp, GatherReservedRegisters)",
        measure: "DxilCondenseResources.cpp: a register for each element of an array",
        reserve: "CGHLSLMS.cpp, InitFromUnusualAnnotations: of several `register` annotations the last applies; Direct3D 11: render targets come before the `u` registers of a pixel shader",
        allocate: "DxilCondenseResources.cpp: the first free contiguous registers of the class in the space",
    },
    slots: SlotRules::OfParameters(ParameterRules {
        profile: &layout::FXC,
        numbering: Numbering::Registers,
        array_count: ArrayCount::ProductBeyondOne,
        arrays: ArraySlots::PerElement,
        overlap_rule: OverlapRule::Never(Severity::Error),
        assignment: SlotAssignment::FirstFree(FirstFree {
            order: AllocationOrder::ByGroup(&[
                ParameterGroup::DefaultBuffer,
                ParameterGroup::EntryUniforms,
                ParameterGroup::SamplerTextures,
                ParameterGroup::Objects,
                ParameterGroup::Nested,
            ]),
            // DxilCondenseResources.cpp, GatherReservedRegisters: for compatibility with FXC, shader models up to 5.0 also reserve the
            // explicit registers of unused resources.
            unused: UnusedParameters::ReserveOnly,
            struct_resources: StructResources::PerMember { space: Some(Severity::Error) },
            counters: false,
            sources: &[BindingSource::LastRegister],
            auto_space: AutoSpace::ImplicitOnly,
            // Direct3D 11, `OMSetRenderTargetsAndUnorderedAccessViews`: both are in one array of slots, the render targets first.
            pixel_outputs: PixelOutputs::ReserveUnorderedAccess(RenderTargets {
                // Microsoft, "Semantics": `COLOR[n]` of Direct3D 9 pixel shaders is `SV_Target[n]`.
                semantics: &["SV_TARGET", "COLOR"],
                // D3D11_SIMULTANEOUS_RENDER_TARGET_COUNT.
                limit: 8,
                // "UAV registers live in the same name space as outputs", as public logs of FXC show.
                conflict: "X4509",
            }),
            // A register of another class is ignored by the front end.
            class_error: None,
        }),
    }),
};

/// FXC for shader model 5.1: `fxc`, but unused parameters reserve no registers.
pub static FXC_5_1: BindingRules = BindingRules {
    name: "fxc-5.1",
    summary: "FXC for DXBC, shader model 5.1",
    languages: &[Language::Hlsl],
    targets: &[("dxbc", &D3D)],
    hlsl: Some(HlslReader::Fxc),
    from_5_1: None,
    steps: StepRules {
        collect: "FXC 5.1: `$Globals`, `$Params`, textures of samplers of Direct3D 9, objects in source order, resources in structs; unused parameters take no part",
        measure: "DxilCondenseResources.cpp: a register for each element of an array",
        reserve: "CGHLSLMS.cpp, InitFromUnusualAnnotations: of several `register` annotations the last applies",
        allocate: "DxilCondenseResources.cpp: the first free contiguous registers of the class in the space",
    },
    slots: SlotRules::OfParameters(ParameterRules {
        profile: &layout::FXC,
        numbering: Numbering::Registers,
        array_count: ArrayCount::ProductBeyondOne,
        arrays: ArraySlots::PerElement,
        overlap_rule: OverlapRule::Never(Severity::Error),
        assignment: SlotAssignment::FirstFree(FirstFree {
            order: AllocationOrder::ByGroup(&[
                ParameterGroup::DefaultBuffer,
                ParameterGroup::EntryUniforms,
                ParameterGroup::SamplerTextures,
                ParameterGroup::Objects,
                ParameterGroup::Nested,
            ]),
            // `cbuffer a : register(b0)` unused, `cbuffer b`: b0.
            unused: UnusedParameters::Skip,
            struct_resources: StructResources::PerMember { space: Some(Severity::Error) },
            counters: false,
            sources: &[BindingSource::LastRegister],
            auto_space: AutoSpace::ImplicitOnly,
            pixel_outputs: PixelOutputs::Separate,
            // "invalid register semantic", as public logs of FXC show.
            class_error: Some("X3591"),
        }),
    }),
};
