//! `naga`: naga and wgpu.

use padstone_diag::Severity;
use padstone_model::Size;

use super::{
    BindingModel, BufferRules, CodeBuffers, ConstantRegisters, Excess, ExplicitOrder, ExplicitRules, Extensions, HlslCompiler, Limit,
    Limits, Occurrence, Offsets, OtherImplementation, Overlaps, PackoffsetScope, Profile, RuntimeArrays, Sizes, SpecializationConstants,
    StraddleRule, TypeLimit, Uniforms, WebGpu,
};
use crate::rules::{NAGA_RULES, WGSL_RULES};

const ALL: BufferRules = BufferRules { rules: &NAGA_RULES, sizes: Sizes::Whole, compiler_bugs: &[] };

/// naga 30.0.1, and with it wgpu and Firefox. It lacks the language extension `uniform_buffer_standard_layout`, and
/// has its own rules for the offsets of members. Measured on naga 30.0.1.
pub static NAGA: Profile = Profile {
    name: "naga",
    summary: "naga and wgpu (Firefox)",
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
        overlap_sizes: BufferRules::whole(&NAGA_RULES),
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
        any: Some(TypeLimit { size: Size::new(0x7fff_ffff), excess: Excess::Rejected }),
        ..Limits::NONE
    },
    runtime_arrays: RuntimeArrays::Last,
    specialization_constants: SpecializationConstants::Separate,
    webgpu: Some(WebGpu {
        uniforms: Uniforms::Legacy,
        native_types: true,
        // naga 30 rejects all others (measured).
        extensions: Extensions::Only(&[
            "clip_distances",
            "draw_index",
            "dual_source_blending",
            "f16",
            "packed_4x8_integer_dot_product",
            "pointer_composite_access",
            "primitive_index",
            "readonly_and_readwrite_storage_textures",
            "wgpu_binding_array",
            "wgpu_cooperative_matrix",
            "wgpu_int16",
            "wgpu_mesh_shader",
            "wgpu_per_vertex",
            "wgpu_ray_query",
            "wgpu_ray_query_vertex_return",
            "wgpu_ray_tracing_pipeline",
        ]),
        subgroups_without_extension: true,
        other_implementation: Some(OtherImplementation {
            rules: &WGSL_RULES,
            name: "WGSL",
            reason: "naga ignores member `@align` in a nested struct's alignment (gfx-rs/wgpu#4377)",
        }),
    }),
    rejections: &[],
    validator: None,
    in_parameter_block: None,
    llvm_for_spirv: None,
};
