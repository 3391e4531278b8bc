//! `wgsl-2020`: WGSL, as proposed in 2020.

use padstone_diag::Severity;

use super::{
    BindingModel, BufferRules, CodeBuffers, ConstantRegisters, ExplicitOrder, ExplicitRules, Extensions, HlslCompiler, Limits, Occurrence,
    Offsets, Overlaps, PackoffsetScope, Profile, RuntimeArrays, Sizes, SpecializationConstants, StraddleRule, Uniforms, WebGpu,
};
use crate::rules::WGSL_2020_RULES;

const ALL: BufferRules = BufferRules { rules: &WGSL_2020_RULES, sizes: Sizes::Whole, compiler_bugs: &[] };

/// WGSL as specified by the "Struct Alignment Proposal" of 2020: one layout for all buffers, and no constraints on uniform buffers.
pub static WGSL_2020: Profile = Profile {
    name: "wgsl-2020",
    summary: "WGSL as proposed in 2020",
    cbuffer: ALL,
    tbuffer: ALL,
    globals: ALL,
    constant_buffer: ALL,
    parameter_block: ALL,
    texture_buffer: ALL,
    structured: ALL,
    push_constant: ALL,
    entry_uniforms: ALL,
    shader_record: ALL,
    uniform: ALL,
    storage: ALL,
    immediate: ALL,
    structs: ALL,
    pointees: ALL,
    qualified: None,
    code: CodeBuffers::SAME,
    hlsl: HlslCompiler::Dxc,
    binding: BindingModel::WebGpu,
    explicit: ExplicitRules {
        // The fields below, except `offsets`, affect HLSL only.
        order: ExplicitOrder::Anywhere,
        constant_registers: ConstantRegisters::C,
        effective_packoffset: Occurrence::Last,
        packoffset_scope: PackoffsetScope::BufferMembers,
        offsets: Offsets::Verified,
        straddle: StraddleRule::Bytes,
        mixing: Severity::Warning,
        mixes_resources: false,
        overlap_sizes: BufferRules::whole(&WGSL_2020_RULES),
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
    webgpu: Some(WebGpu {
        uniforms: Uniforms::Any,
        native_types: false,
        extensions: Extensions::All,
        subgroups_without_extension: false,
        other_implementation: None,
    }),
    rejections: &[],
    validator: None,
    in_parameter_block: None,
    llvm_for_spirv: None,
};
