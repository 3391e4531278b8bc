//! `slang-spirv`: Slang for Vulkan: SPIR-V and GLSL.

use padstone_diag::Severity;

use crate::profiles::{
    BindingModel, BufferRules, CodeBuffers, ConstantRegisters, ExplicitLayoutScope, ExplicitOrder, ExplicitRules, HlslCompiler, Limits,
    Occurrence, Offsets, Overlaps, PackoffsetScope, Profile, Qualified, RuntimeArrays, Sizes, SpecializationConstants, StraddleRule,
};
use crate::rules::{C, NATURAL, SLANG_STD140, SLANG_STD430};

const CONSTANTS: BufferRules = BufferRules { rules: &SLANG_STD140, sizes: Sizes::Whole, compiler_bugs: &[] };
pub(super) const STORAGE: BufferRules = BufferRules { rules: &SLANG_STD430, sizes: Sizes::Whole, compiler_bugs: &[] };
const SCALAR: BufferRules = BufferRules { rules: &NATURAL, sizes: Sizes::Whole, compiler_bugs: &[] };
const LIKE_C: BufferRules = BufferRules { rules: &C, sizes: Sizes::Whole, compiler_bugs: &[] };

/// Explicit packings of buffers apply, unless -fvk-use-c-layout is passed.
pub(super) const QUALIFIED: Qualified =
    Qualified { std140: CONSTANTS, std430: STORAGE, scalar: SCALAR, c: LIKE_C, scope: ExplicitLayoutScope::Blocks };

/// Slang for Vulkan: SPIR-V and GLSL. Measured on libslang 2026.12.
pub static SLANG_SPIRV: Profile = Profile {
    name: "slang-spirv",
    summary: "Slang for Vulkan: SPIR-V and GLSL",
    cbuffer: CONSTANTS,
    tbuffer: STORAGE,
    globals: CONSTANTS,
    constant_buffer: CONSTANTS,
    parameter_block: CONSTANTS,
    texture_buffer: STORAGE,
    structured: STORAGE,
    push_constant: STORAGE,
    entry_uniforms: STORAGE,
    // Unlike push constants, shader records are laid out like constant buffers.
    shader_record: CONSTANTS,
    uniform: CONSTANTS,
    storage: STORAGE,
    immediate: CONSTANTS,
    structs: STORAGE,
    // Independent of the rules for buffers: slangc issue 8336, and the SPIR-V of libslang 2026.12.
    pointees: SCALAR,
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
        overlap_sizes: BufferRules::whole(&SLANG_STD430),
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
