//! `wgsl`: WGSL, as specified by the W3C.

use padstone_diag::Severity;
use padstone_model::Size;

use super::{
    BindingModel, BufferRules, CodeBuffers, ConstantRegisters, ExplicitOrder, ExplicitRules, Extensions, HlslCompiler, Limit, Limits,
    Occurrence, Offsets, OtherImplementation, Overlaps, PackoffsetScope, Profile, RuntimeArrays, Sizes, SpecializationConstants,
    StraddleRule, Uniforms, WebGpu,
};
use crate::rules::{NAGA_RULES, WGSL_RULES};

const ALL: BufferRules = BufferRules { rules: &WGSL_RULES, sizes: Sizes::Whole, compiler_bugs: &[] };

/// WGSL with all language extensions of August 2026: uniform buffers may contain the types of storage buffers. Measured on tint.
pub static WGSL: Profile = Profile {
    name: "wgsl",
    summary: "WGSL with every language extension, as in tint and Chrome",
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
        offsets: Offsets::Count,
        straddle: StraddleRule::Bytes,
        mixing: Severity::Warning,
        mixes_resources: false,
        overlap_sizes: BufferRules::whole(&WGSL_RULES),
        overlap_when_mixed: true,
        overlaps: Overlaps::OfPackoffsets,
        register_space: None,
        register_on_struct_member: Severity::Warning,
        strict_registers: false,
        capital_register: None,
    },
    limits: Limits {
        // The limits that every implementation of WebGPU supports: "Limits" of its specification, and "Limits" of WGSL.
        uniform: Some(Limit { size: Size::new(65_536), severity: Severity::Warning }),
        storage: Some(Limit { size: Size::new(134_217_728), severity: Severity::Warning }),
        immediate: Some(Limit { size: Size::new(64), severity: Severity::Warning }),
        ..Limits::NONE
    },
    runtime_arrays: RuntimeArrays::Last,
    specialization_constants: SpecializationConstants::Separate,
    webgpu: Some(WebGpu {
        uniforms: Uniforms::Standard,
        native_types: false,
        extensions: Extensions::All,
        subgroups_without_extension: false,
        other_implementation: Some(OtherImplementation {
            rules: &NAGA_RULES,
            name: "naga",
            reason: "naga ignores member `@align` in a nested struct's alignment (gfx-rs/wgpu#4377)",
        }),
    }),
    rejections: &[],
    validator: None,
    in_parameter_block: None,
    llvm_for_spirv: None,
};
