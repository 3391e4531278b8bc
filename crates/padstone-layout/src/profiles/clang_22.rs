//! `clang-22`: clang 22 for DXIL.

use padstone_diag::Severity;
use padstone_model::Size;

use super::{
    BindingModel, BufferRules, CLANG_22_SPIRV, CodeBuffers, CompilerBug, ConstantRegisters, ExplicitOrder, ExplicitRules, HlslCompiler,
    Limit, Limits, Occurrence, Offsets, Overlaps, PackoffsetScope, Profile, RuntimeArrays, Sizes, SpecializationConstants, StraddleRule,
};
use crate::rules::{CLANG_22_CBUFFER, CLANG_22_OVERLAPS, CLANG_22_STRUCTURED};

const CONSTANTS: BufferRules = BufferRules { rules: &CLANG_22_CBUFFER, sizes: Sizes::InUse, compiler_bugs: &[CompilerBug::CountsPadding] };
const STRUCTURED: BufferRules = BufferRules { rules: &CLANG_22_STRUCTURED, sizes: Sizes::InUse, compiler_bugs: &[] };
pub(super) const OVERLAPS: BufferRules =
    BufferRules { rules: &CLANG_22_OVERLAPS, sizes: Sizes::Whole, compiler_bugs: &[CompilerBug::OverlooksBases] };

/// clang 22.1.8 for `dxil`, measured, including its bugs. It has no size limit itself; 64 KiB is that of D3D.
pub static CLANG_22: Profile = Profile {
    name: "clang-22",
    summary: "clang 22 for DXIL",
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
    binding: BindingModel::D3d,
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
        ..Limits::NONE
    },
    runtime_arrays: RuntimeArrays::Rejected,
    specialization_constants: SpecializationConstants::InMemory,
    webgpu: None,
    rejections: &[],
    validator: None,
    in_parameter_block: None,
    llvm_for_spirv: Some(&CLANG_22_SPIRV),
};
