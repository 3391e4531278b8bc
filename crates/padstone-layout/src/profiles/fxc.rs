//! `fxc`: FXC for DXBC.

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

/// FXC 10: the offsets of DXC inside a buffer, and the errors X3530 and X4019 where DXC only warns or reports nothing (DXC issue 3724).
pub static FXC: Profile = Profile {
    name: "fxc",
    summary: "FXC 10 for DXBC (D3D11): DXC's offsets, except with `register(c0)`; stricter about packoffset",
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
        // `float x : register(c10); float y; float z : register(c1);` has y at 20 (DXC issue 1900, vs_5_1).
        order: ExplicitOrder::AnywhereAfterLast,
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
