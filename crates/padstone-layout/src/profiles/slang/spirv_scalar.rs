//! `slang-spirv-scalar`: Slang for Vulkan with -fvk-use-scalar-layout.

use padstone_diag::Severity;

use super::spirv::QUALIFIED;
use crate::profiles::{
    BindingModel, BufferRules, CodeBuffers, ConstantRegisters, ExplicitOrder, ExplicitRules, HlslCompiler, Limits, Occurrence, Offsets,
    Overlaps, PackoffsetScope, Profile, RuntimeArrays, Sizes, SpecializationConstants, StraddleRule,
};
use crate::rules::NATURAL;

const CONSTANTS: BufferRules = BufferRules { rules: &NATURAL, sizes: Sizes::Whole, compiler_bugs: &[] };

/// Slang for Vulkan with -fvk-use-scalar-layout. Measured on libslang 2026.12.
pub static SLANG_SPIRV_SCALAR: Profile = Profile {
    name: "slang-spirv-scalar",
    summary: "Slang for Vulkan with -fvk-use-scalar-layout",
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
    qualified: Some(QUALIFIED),
    // libslang 2026.12, measured: its code applies the data layout of a structured buffer, its reflection does not.
    code: CodeBuffers { structured: Some(QUALIFIED), ..CodeBuffers::SAME },
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
