//! `glslang`: glslang for SPIR-V.

use padstone_diag::Severity;
use padstone_model::Size;

use super::{
    BindingModel, BufferRules, CodeBuffers, ConstantRegisters, Excess, ExplicitLayoutScope, ExplicitOrder, ExplicitRules, HlslCompiler,
    Limit, Limits, Occurrence, Offsets, Overlaps, PackoffsetScope, Profile, Qualified, RuntimeArrays, Sizes, SpecializationConstants,
    StraddleRule, TypeLimit,
};
use crate::rules::{SCALAR, STD140, STD430};

const UNIFORM: BufferRules = BufferRules { rules: &STD140, sizes: Sizes::Whole, compiler_bugs: &[] };
const STORAGE: BufferRules = BufferRules { rules: &STD430, sizes: Sizes::Whole, compiler_bugs: &[] };
const SCALAR_BLOCK: BufferRules = BufferRules { rules: &SCALAR, sizes: Sizes::Whole, compiler_bugs: &[] };

/// glslang for SPIR-V: each block by its own qualifiers; by default, std140 for uniform blocks and std430 for buffer blocks and
/// push constants (GL_KHR_vulkan_glsl). Measured on glslang 12.0.0.
pub static GLSLANG: Profile = Profile {
    name: "glslang",
    summary: "glslang for Vulkan and OpenGL: each block by its own qualifiers",
    cbuffer: UNIFORM,
    tbuffer: STORAGE,
    globals: UNIFORM,
    constant_buffer: UNIFORM,
    parameter_block: UNIFORM,
    texture_buffer: STORAGE,
    structured: STORAGE,
    push_constant: STORAGE,
    entry_uniforms: STORAGE,
    shader_record: STORAGE,
    uniform: UNIFORM,
    storage: STORAGE,
    immediate: STORAGE,
    structs: STORAGE,
    pointees: STORAGE,
    // Only Slang has `c`.
    qualified: Some(Qualified {
        std140: UNIFORM,
        std430: STORAGE,
        scalar: SCALAR_BLOCK,
        c: SCALAR_BLOCK,
        scope: ExplicitLayoutScope::Blocks,
    }),
    code: CodeBuffers::SAME,
    hlsl: HlslCompiler::Dxc,
    binding: BindingModel::Vulkan,
    explicit: ExplicitRules {
        // The fields below, except `offsets`, affect HLSL only.
        order: ExplicitOrder::Anywhere,
        constant_registers: ConstantRegisters::C,
        effective_packoffset: Occurrence::Last,
        packoffset_scope: PackoffsetScope::BufferMembers,
        offsets: Offsets::Count,
        straddle: StraddleRule::Bytes,
        mixing: Severity::Warning,
        mixes_resources: false,
        overlap_sizes: BufferRules::whole(&STD430),
        overlap_when_mixed: true,
        overlaps: Overlaps::OfPackoffsets,
        register_space: None,
        register_on_struct_member: Severity::Warning,
        strict_registers: false,
        capital_register: None,
    },
    limits: Limits {
        // Vulkan 1.4, "Required Limits": maxPushConstantsSize was at least 128 up to Vulkan 1.3.
        push_constant: Some(Limit { size: Size::new(128), severity: Severity::Warning }),
        // glslang 12 computes offsets in signed 32-bit integers: it writes offset 0 after 2^31 (measured).
        any: Some(TypeLimit { size: Size::new(0x7fff_ffff), excess: Excess::Wraps }),
        ..Limits::NONE
    },
    runtime_arrays: RuntimeArrays::Last,
    specialization_constants: SpecializationConstants::Separate,
    webgpu: None,
    rejections: &[],
    validator: None,
    in_parameter_block: None,
    llvm_for_spirv: None,
};
