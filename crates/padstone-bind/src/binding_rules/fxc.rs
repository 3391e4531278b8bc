use padstone_diag::Severity;
use padstone_layout as layout;
use padstone_model::Language;

use super::{
    ArrayCount, ArrayNumbers, AutoSpace, BindingRules, FirstFree, NumberSource, Numbers, Order, ParameterRules, Sharing, Slots,
    StructResources, Turn, Unreached,
};
use crate::numbering::Numbering;

/// FXC, and DXC for what it calls shader model 5.0 and below: `dxc` but for `unreached`.
pub static FXC: BindingRules = BindingRules {
    name: "fxc",
    summary: "FXC for DXBC",
    languages: &[Language::Hlsl],
    // Nothing was measured on whole programs.
    targets: &[],
    slots: Slots::OfParameters(ParameterRules {
        profile: &layout::FXC,
        numbering: Numbering::Registers,
        array_count: ArrayCount::ProductBeyondOne,
        sharing: Sharing::Nobody(Severity::Error),
        numbers: Numbers::FirstFree(FirstFree {
            order: Order::Turns(&[Turn::DefaultBuffer, Turn::Objects, Turn::Nested, Turn::TextureBuffers]),
            // DxilCondenseResources.cpp, GatherReservedRegisters: "For backcompat with FXC, shader models 5.0 and below will
            // not auto-allocate resources at a register explicitely assigned to even an unused resource."
            unreached: Unreached::ReserveOnly,
            struct_resources: StructResources::PerMember { space: Some(Severity::Error) },
            counters: false,
            arrays: ArrayNumbers::PerElement,
            sources: &[NumberSource::LastRegister],
            auto_space: AutoSpace::ImplicitOnly,
        }),
    }),
};
