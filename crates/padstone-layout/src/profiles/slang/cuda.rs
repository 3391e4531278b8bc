//! `slang-cuda`: Slang for CUDA.

use padstone_diag::Severity;

use crate::profiles::{
    BindingModel, BufferRules, CodeBuffers, ConstantRegisters, ExplicitOrder, ExplicitRules, HlslCompiler, Limits, Occurrence, Offsets,
    Overlaps, PackoffsetScope, Profile, RuntimeArrays, Sizes, SpecializationConstants, StraddleRule,
};
use crate::rules::CUDA;

const CONSTANTS: BufferRules = BufferRules { rules: &CUDA, sizes: Sizes::Whole, compiler_bugs: &[] };

/// Slang for CUDA. Measured on libslang 2026.12.
pub static SLANG_CUDA: Profile = Profile {
    name: "slang-cuda",
    summary: "Slang for CUDA",
    cbuffer: CONSTANTS,
    tbuffer: CONSTANTS,
    globals: CONSTANTS,
    constant_buffer: CONSTANTS,
    parameter_block: CONSTANTS,
    texture_buffer: CONSTANTS,
    structured: CONSTANTS,
    push_constant: CONSTANTS,
    entry_uniforms: CONSTANTS,
    shader_record: CONSTANTS,
    uniform: CONSTANTS,
    storage: CONSTANTS,
    immediate: CONSTANTS,
    structs: CONSTANTS,
    pointees: CONSTANTS,
    qualified: None,
    code: CodeBuffers::SAME,
    hlsl: HlslCompiler::Dxc,
    binding: BindingModel::D3d,
    explicit: ExplicitRules {
        // A packoffset is used unchanged on all targets.
        order: ExplicitOrder::Anywhere,
        constant_registers: ConstantRegisters::Old,
        effective_packoffset: Occurrence::First,
        packoffset_scope: PackoffsetScope::AllMembers,
        offsets: Offsets::Ignored,
        straddle: StraddleRule::Bytes,
        mixing: Severity::Warning,
        mixes_resources: false,
        overlap_sizes: BufferRules::whole(&CUDA),
        overlap_when_mixed: true,
        overlaps: Overlaps::OfPackoffsets,
        register_space: None,
        register_on_struct_member: Severity::Warning,
        strict_registers: false,
        capital_register: None,
    },
    limits: Limits::NONE,
    runtime_arrays: RuntimeArrays::Last,
    specialization_constants: SpecializationConstants::InMemory,
    webgpu: None,
    rejections: &[],
    validator: None,
    in_parameter_block: None,
    llvm_for_spirv: None,
};
