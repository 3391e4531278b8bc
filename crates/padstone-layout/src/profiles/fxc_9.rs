//! `fxc-9`: the FXC of the DirectX SDKs, for DXBC.

use padstone_diag::Severity;
use padstone_model::Size;

use super::{
    BindingModel, BufferRules, CodeBuffers, ConstantRegisters, ExplicitOrder, ExplicitRules, HlslCompiler, Limit, Limits, Occurrence,
    Offsets, Overlaps, PackoffsetScope, Profile, RuntimeArrays, Sizes, SpecializationConstants, StraddleRule,
};
use crate::rules::{DX_STRUCTURED, FXC_CBUFFER};

/// FXC does not have DXC's bugs.
const CONSTANTS: BufferRules = BufferRules { rules: &FXC_CBUFFER, sizes: Sizes::Reflection, compiler_bugs: &[] };
const STRUCTURED: BufferRules = BufferRules { rules: &DX_STRUCTURED, sizes: Sizes::Whole, compiler_bugs: &[] };

/// FXC 9.29: `fxc`, except that global constants without a register follow the highest one with a register, as in DXC.
pub static FXC_9: Profile = Profile {
    name: "fxc-9",
    summary: "FXC 9.29 for DXBC: `fxc`, except for the offsets of global constants without a register",
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
    pointees: STRUCTURED,
    qualified: None,
    code: CodeBuffers::SAME,
    hlsl: HlslCompiler::Fxc,
    binding: BindingModel::D3d,
    explicit: ExplicitRules {
        order: ExplicitOrder::Anywhere,
        // `register(b2)` and `register(i2)` on a constant have no effect from shader model 4.0 on (DXC issue 7640).
        constant_registers: ConstantRegisters::C,
        effective_packoffset: Occurrence::Last,
        packoffset_scope: PackoffsetScope::BufferMembers,
        offsets: Offsets::Ignored,
        // X3530: register or offset bind not valid.
        straddle: StraddleRule::Bytes,
        // X3530: cannot mix packoffset elements with nonpackoffset elements in a cbuffer.
        mixing: Severity::Error,
        mixes_resources: true,
        overlap_sizes: BufferRules::whole(&FXC_CBUFFER),
        overlap_when_mixed: true,
        // X4019: multiple variables found with the same user-specified location.
        overlaps: Overlaps::InUse,
        register_space: Some(Severity::Error),
        register_on_struct_member: Severity::Error,
        strict_registers: false,
        capital_register: None,
    },
    limits: Limits {
        constant_buffer: Some(Limit { size: Size::new(65536), severity: Severity::Error }),
        texture_buffer: Some(Limit { size: Size::new(65536), severity: Severity::Error }),
        structured_element: Some(Limit { size: Size::new(2048), severity: Severity::Error }),
        ..Limits::NONE
    },
    runtime_arrays: RuntimeArrays::Rejected,
    specialization_constants: SpecializationConstants::InMemory,
    webgpu: None,
    rejections: &[],
    validator: None,
    in_parameter_block: None,
    llvm_for_spirv: None,
};
