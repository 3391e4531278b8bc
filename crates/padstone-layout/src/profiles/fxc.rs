//! `fxc`: FXC for DXBC.

use padstone_diag::Severity;
use padstone_model::Size;

use super::{
    BindingModel, Crossing, ExplicitOrder, ExplicitRules, Limit, Limits, Occurrence, Offsets, PackoffsetPlaces, Profile, RuntimeArrays,
    Sizes, Usage,
};
use crate::rules::{DX_CBUFFER, DX_STRUCTURED};

/// DXC's faults are not FXC's.
const CONSTANTS: Usage = Usage { rules: &DX_CBUFFER, sizes: Sizes::Reflection, faults: &[] };
const STRUCTURED: Usage = Usage { rules: &DX_STRUCTURED, sizes: Sizes::Whole, faults: &[] };

/// FXC: the offsets of DXC, and the errors X3530 and X4019 where DXC warns or says nothing (DXC issue 3724).
pub static FXC: Profile = Profile {
    name: "fxc",
    summary: "FXC for DXBC (D3D11): the offsets of DXC, stricter about packoffset",
    cbuffer: CONSTANTS,
    tbuffer: CONSTANTS,
    globals: CONSTANTS,
    constant_buffer: CONSTANTS,
    parameter_block: CONSTANTS,
    texture_buffer: CONSTANTS,
    structured: STRUCTURED,
    push_constant: CONSTANTS,
    entry_uniforms: CONSTANTS,
    shader_record: CONSTANTS,
    uniform: CONSTANTS,
    storage: STRUCTURED,
    immediate: CONSTANTS,
    structs: STRUCTURED,
    qualified: None,
    binding: BindingModel::D3d,
    explicit: ExplicitRules {
        order: ExplicitOrder::Anywhere,
        packoffset_that_counts: Occurrence::Last,
        packoffset_places: PackoffsetPlaces::BufferMembers,
        offsets: Offsets::Ignored,
        // X3530: register or offset bind not valid.
        crossing: Crossing::Bytes,
        // X3530: cannot mix packoffset elements with nonpackoffset elements in a cbuffer.
        mixing: Severity::Error,
        // X4019: multiple variables found with the same user-specified location.
        overlap_sizes: &DX_CBUFFER,
        overlap_when_mixed: true,
        register_space: Some(Severity::Error),
        register_on_struct_member: Severity::Error,
        capital_register: None,
    },
    limits: Limits {
        constant_buffer: Some(Limit { size: Size::new(65536), severity: Severity::Error }),
        texture_buffer: Some(Limit { size: Size::new(65536), severity: Severity::Error }),
        structured_element: Some(Limit { size: Size::new(2048), severity: Severity::Error }),
        ..Limits::NONE
    },
    runtime_arrays: RuntimeArrays::Refused,
    webgpu: None,
    refusals: &[],
    validator: None,
    llvm_for_spirv: None,
};
