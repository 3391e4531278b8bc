//! `slang-spirv-dx`: Slang for Vulkan with -fvk-use-dx-layout.

use padstone_diag::Severity;

use super::spirv::{self, QUALIFIED};
use crate::profiles::{
    BindingModel, BufferRules, CodeBuffers, ConstantRegisters, ExplicitOrder, ExplicitRules, HlslCompiler, Limits, Occurrence, Offsets,
    Overlaps, PackoffsetScope, Profile, RuntimeArrays, Sizes, SpecializationConstants, StraddleRule,
};
use crate::rules::{NATURAL, SLANG_CBUFFER};

const CONSTANTS: BufferRules = BufferRules { rules: &SLANG_CBUFFER, sizes: Sizes::Whole, compiler_bugs: &[] };
const STORAGE: BufferRules = BufferRules { rules: &NATURAL, sizes: Sizes::Whole, compiler_bugs: &[] };

/// Slang for Vulkan with -fvk-use-dx-layout. Measured on libslang 2026.12.
pub static SLANG_SPIRV_DX: Profile = Profile {
    name: "slang-spirv-dx",
    summary: "Slang for Vulkan with -fvk-use-dx-layout",
    cbuffer: CONSTANTS,
    tbuffer: CONSTANTS,
    globals: CONSTANTS,
    constant_buffer: CONSTANTS,
    parameter_block: CONSTANTS,
    texture_buffer: CONSTANTS,
    structured: STORAGE,
    push_constant: CONSTANTS,
    entry_uniforms: STORAGE,
    shader_record: CONSTANTS,
    uniform: CONSTANTS,
    storage: STORAGE,
    immediate: CONSTANTS,
    structs: STORAGE,
    pointees: STORAGE,
    qualified: Some(QUALIFIED),
    // libslang 2026.12, measured: this option does not affect the uniform parameters of entry points in code.
    code: CodeBuffers { constants: None, structured: Some(QUALIFIED), entry_uniforms: Some(spirv::STORAGE) },
    hlsl: HlslCompiler::Dxc,
    binding: BindingModel::Vulkan,
    explicit: ExplicitRules {
        // A packoffset is used unchanged on all targets.
        order: ExplicitOrder::Anywhere,
        constant_registers: ConstantRegisters::C,
        effective_packoffset: Occurrence::First,
        packoffset_scope: PackoffsetScope::AllMembers,
        // libslang 2026.12, measured: its JSON ignores them, its SPIR-V and GLSL apply them.
        offsets: Offsets::InCode,
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
    specialization_constants: SpecializationConstants::Separate,
    webgpu: None,
    rejections: &[],
    validator: None,
    in_parameter_block: None,
    llvm_for_spirv: None,
};
