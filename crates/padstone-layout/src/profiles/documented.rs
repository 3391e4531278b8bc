//! `documented`: the HLSL working group's proposals, as documented.

use padstone_diag::Severity;
use padstone_model::Size;

use super::{
    BindingModel, BufferRules, CodeBuffers, ConstantRegisters, ExplicitOrder, ExplicitRules, HlslCompiler, Limit, Limits, Occurrence,
    Offsets, Overlaps, PackoffsetScope, Profile, RuntimeArrays, Sizes, SpecializationConstants, StraddleRule,
};
use crate::rules::{DOCUMENTED_CBUFFER, DOCUMENTED_STRUCTURED};

const CONSTANTS: BufferRules = BufferRules { rules: &DOCUMENTED_CBUFFER, sizes: Sizes::Whole, compiler_bugs: &[] };
const STRUCTURED: BufferRules = BufferRules { rules: &DOCUMENTED_STRUCTURED, sizes: Sizes::Whole, compiler_bugs: &[] };

/// The proposals of the HLSL working group, as documented: 0003 (packoffset), 0016 (constant buffers), 0034 (explicit
/// padding) and "types with explicit layouts".
pub static DOCUMENTED: Profile = Profile {
    name: "documented",
    summary: "the HLSL working group's proposals, as documented",
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
    hlsl: HlslCompiler::Dxc,
    binding: BindingModel::D3d,
    explicit: ExplicitRules {
        order: ExplicitOrder::Anywhere,
        constant_registers: ConstantRegisters::Old,
        effective_packoffset: Occurrence::First,
        packoffset_scope: PackoffsetScope::CBufferMembers,
        offsets: Offsets::Count,
        straddle: StraddleRule::Bytes,
        mixing: Severity::Error,
        mixes_resources: false,
        overlap_sizes: BufferRules::whole(&DOCUMENTED_CBUFFER),
        overlap_when_mixed: true,
        overlaps: Overlaps::OfValues,
        register_space: Some(Severity::Error),
        register_on_struct_member: Severity::Error,
        strict_registers: false,
        capital_register: None,
    },
    limits: Limits {
        constant_buffer: Some(Limit { size: Size::new(65536), severity: Severity::Error }),
        texture_buffer: Some(Limit { size: Size::new(65536), severity: Severity::Error }),
        structured_element: Some(Limit { size: Size::new(2048), severity: Severity::Error }),
        ..Limits::NONE
    },
    runtime_arrays: RuntimeArrays::Rejected,
    specialization_constants: SpecializationConstants::Separate,
    webgpu: None,
    rejections: &[],
    validator: None,
    in_parameter_block: None,
    llvm_for_spirv: None,
};
