//! `dxc`: DXC for DXIL.

use padstone_diag::Severity;
use padstone_model::Size;

use super::{
    BindingModel, BufferRules, CodeBuffers, CompilerBug, ConstantRegisters, ExplicitOrder, ExplicitRules, HlslCompiler, Limit, Limits,
    Occurrence, Offsets, Overlaps, PackoffsetScope, Profile, RuntimeArrays, Sizes, SpecializationConstants, StraddleRule,
};
use crate::rules::{DX_CBUFFER, DX_STRUCTURED};

const CONSTANTS: BufferRules = BufferRules {
    rules: &DX_CBUFFER,
    sizes: Sizes::Reflection,
    compiler_bugs: &[
        CompilerBug::MatrixFromRowStart,
        CompilerBug::WideMatrixSteps,
        CompilerBug::WideFromMultipleOfEight,
        CompilerBug::WideVectorCrashes,
        CompilerBug::MiscountedMatrixArrays,
        CompilerBug::EndlessOnEmptyStructs,
    ],
};
const STRUCTURED: BufferRules = BufferRules {
    rules: &DX_STRUCTURED,
    sizes: Sizes::Whole,
    compiler_bugs: &[CompilerBug::HalfMatrixSteps, CompilerBug::ForgetsMajorOfArgument],
};

/// DXC for DXIL, measured on DXC 1.9 at 9a3e225d.
pub static DXC: Profile = Profile {
    name: "dxc",
    summary: "DXC for DXIL (D3D12)",
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
    hlsl: HlslCompiler::Dxc,
    binding: BindingModel::D3d,
    explicit: ExplicitRules {
        order: ExplicitOrder::Anywhere,
        constant_registers: ConstantRegisters::Old,
        effective_packoffset: Occurrence::Last,
        packoffset_scope: PackoffsetScope::BufferMembers,
        offsets: Offsets::Ignored,
        straddle: StraddleRule::Elements,
        mixing: Severity::Warning,
        mixes_resources: false,
        overlap_sizes: BufferRules::whole(&DX_STRUCTURED),
        overlap_when_mixed: false,
        overlaps: Overlaps::OfDistinctPackoffsets,
        register_space: Some(Severity::Error),
        register_on_struct_member: Severity::Error,
        strict_registers: false,
        capital_register: None,
    },
    limits: Limits {
        constant_buffer: Some(Limit { size: Size::new(65536), severity: Severity::Error }),
        // DXC accepts it, with a warning.
        texture_buffer: Some(Limit { size: Size::new(65536), severity: Severity::Warning }),
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
