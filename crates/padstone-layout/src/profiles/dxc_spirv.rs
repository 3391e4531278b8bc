//! `dxc-spirv`: DXC for SPIR-V, without layout options.

use padstone_diag::Severity;

use super::{
    BindingModel, BufferRules, CodeBuffers, CompilerBug, ConstantRegisters, ExplicitOrder, ExplicitRules, HlslCompiler, Limits, Occurrence,
    Offsets, Overlaps, PackoffsetScope, Profile, Rejection, RuntimeArrays, Sizes, SpecializationConstants, StraddleRule, Validator,
};
use crate::rules::{DX_STRUCTURED, VK_RELAXED_STD140, VK_RELAXED_STD430};

const CONSTANTS: BufferRules =
    BufferRules { rules: &VK_RELAXED_STD140, sizes: Sizes::InUse, compiler_bugs: &[CompilerBug::EndlessOnEmptyStructs] };
const STORAGE: BufferRules =
    BufferRules { rules: &VK_RELAXED_STD430, sizes: Sizes::InUse, compiler_bugs: &[CompilerBug::ForgetsMajorOfArgument] };

/// DXC for SPIR-V: relaxed std140 for constants, relaxed std430 for all other buffers. Measured on DXC 1.9 at 9a3e225d.
pub static DXC_SPIRV: Profile = Profile {
    name: "dxc-spirv",
    summary: "DXC for SPIR-V (-spirv)",
    cbuffer: CONSTANTS,
    tbuffer: STORAGE,
    globals: CONSTANTS,
    constant_buffer: CONSTANTS,
    parameter_block: CONSTANTS,
    texture_buffer: STORAGE,
    structured: STORAGE,
    push_constant: STORAGE,
    entry_uniforms: STORAGE,
    shader_record: STORAGE,
    uniform: CONSTANTS,
    storage: STORAGE,
    immediate: STORAGE,
    structs: STORAGE,
    pointees: STORAGE,
    qualified: None,
    code: CodeBuffers::SAME,
    hlsl: HlslCompiler::Dxc,
    binding: BindingModel::Vulkan,
    explicit: ExplicitRules {
        order: ExplicitOrder::Sequential,
        constant_registers: ConstantRegisters::C,
        effective_packoffset: Occurrence::First,
        packoffset_scope: PackoffsetScope::BufferMembers,
        offsets: Offsets::Count,
        straddle: StraddleRule::Elements,
        mixing: Severity::Warning,
        mixes_resources: false,
        overlap_sizes: BufferRules::whole(&DX_STRUCTURED),
        overlap_when_mixed: false,
        overlaps: Overlaps::OfDistinctPackoffsets,
        register_space: None,
        register_on_struct_member: Severity::Warning,
        strict_registers: false,
        capital_register: None,
    },
    limits: Limits::SPIRV,
    runtime_arrays: RuntimeArrays::Rejected,
    specialization_constants: SpecializationConstants::Separate,
    webgpu: None,
    rejections: &[Rejection::IntegerColumnMatrices, Rejection::PackedBytes],
    validator: Some(Validator::Relaxed),
    in_parameter_block: None,
    llvm_for_spirv: None,
};
