//! `slang-hlsl`: Slang for D3D: HLSL, DXBC and DXIL.

use padstone_diag::Severity;

use crate::profiles::{
    BindingModel, BufferRules, CodeBuffers, ConstantRegisters, ExplicitOrder, ExplicitRules, HlslCompiler, Limits, Occurrence, Offsets,
    Overlaps, PackoffsetScope, Profile, RuntimeArrays, Sizes, SpecializationConstants, StraddleRule,
};
use crate::rules::{NATURAL, SLANG_CBUFFER};

const CONSTANTS: BufferRules = BufferRules { rules: &SLANG_CBUFFER, sizes: Sizes::Whole, compiler_bugs: &[] };
const STORAGE: BufferRules = BufferRules { rules: &NATURAL, sizes: Sizes::Whole, compiler_bugs: &[] };

/// Slang for D3D: HLSL, DXBC and DXIL. Measured on libslang 2026.12.
pub static SLANG_HLSL: Profile = Profile {
    name: "slang-hlsl",
    summary: "Slang for D3D: HLSL, DXBC and DXIL",
    cbuffer: CONSTANTS,
    tbuffer: CONSTANTS,
    globals: CONSTANTS,
    constant_buffer: CONSTANTS,
    parameter_block: CONSTANTS,
    texture_buffer: CONSTANTS,
    structured: STORAGE,
    push_constant: CONSTANTS,
    entry_uniforms: CONSTANTS,
    shader_record: CONSTANTS,
    uniform: CONSTANTS,
    storage: STORAGE,
    immediate: CONSTANTS,
    structs: STORAGE,
    pointees: STORAGE,
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
        overlap_sizes: BufferRules::whole(&NATURAL),
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
