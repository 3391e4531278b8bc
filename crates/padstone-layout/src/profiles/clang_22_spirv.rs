//! `clang-22-spirv`: clang 22 for SPIR-V.

use padstone_diag::Severity;
use padstone_model::Size;

use super::clang_22::OVERLAPS;
use super::{
    BindingModel, BufferRules, CodeBuffers, CompilerBug, ConstantRegisters, ExplicitOrder, ExplicitRules, HlslCompiler, Limit, Limits,
    Occurrence, Offsets, Overlaps, PackoffsetScope, Profile, RuntimeArrays, Sizes, SpecializationConstants, StraddleRule,
};
use crate::rules::{CLANG_22_SPIRV_CBUFFER, CLANG_22_STRUCTURED};

const CONSTANTS: BufferRules =
    BufferRules { rules: &CLANG_22_SPIRV_CBUFFER, sizes: Sizes::Whole, compiler_bugs: &[CompilerBug::CountsPadding] };
const STRUCTURED: BufferRules = BufferRules { rules: &CLANG_22_STRUCTURED, sizes: Sizes::InUse, compiler_bugs: &[] };

/// clang 22.1.8 for `spirv`, measured on the output of its front end; its SPIR-V back end differs from it.
pub static CLANG_22_SPIRV: Profile = Profile {
    name: "clang-22-spirv",
    summary: "clang 22 for SPIR-V",
    cbuffer: CONSTANTS,
    tbuffer: CONSTANTS,
    globals: CONSTANTS,
    constant_buffer: CONSTANTS,
    parameter_block: CONSTANTS,
    texture_buffer: CONSTANTS,
    structured: STRUCTURED,
    push_constant: STRUCTURED,
    entry_uniforms: STRUCTURED,
    shader_record: STRUCTURED,
    uniform: CONSTANTS,
    storage: STRUCTURED,
    immediate: STRUCTURED,
    structs: STRUCTURED,
    pointees: STRUCTURED,
    qualified: None,
    code: CodeBuffers::SAME,
    hlsl: HlslCompiler::Clang,
    binding: BindingModel::Vulkan,
    explicit: ExplicitRules {
        order: ExplicitOrder::Sorted,
        constant_registers: ConstantRegisters::C,
        effective_packoffset: Occurrence::First,
        packoffset_scope: PackoffsetScope::BufferMembers,
        offsets: Offsets::Ignored,
        straddle: StraddleRule::PaddedBytes,
        mixing: Severity::Warning,
        mixes_resources: false,
        overlap_sizes: OVERLAPS,
        overlap_when_mixed: true,
        overlaps: Overlaps::OfPackoffsets,
        register_space: Some(Severity::Error),
        register_on_struct_member: Severity::Error,
        strict_registers: true,
        capital_register: Some(Severity::Error),
    },
    limits: Limits {
        constant_buffer: Some(Limit { size: Size::new(65536), severity: Severity::Warning }),
        texture_buffer: Some(Limit { size: Size::new(65536), severity: Severity::Warning }),
        structured_element: None,
        ..Limits::SPIRV
    },
    runtime_arrays: RuntimeArrays::Rejected,
    specialization_constants: SpecializationConstants::Separate,
    webgpu: None,
    rejections: &[],
    validator: None,
    in_parameter_block: None,
    llvm_for_spirv: None,
};
