//! `as-compiled`: compiled files, which contain the offset of everything.

use padstone_diag::Severity;

use super::{
    BindingModel, BufferRules, CodeBuffers, ConstantRegisters, ExplicitOrder, ExplicitRules, HlslCompiler, Limits, Occurrence, Offsets,
    Overlaps, PackoffsetScope, Profile, RuntimeArrays, Sizes, SpecializationConstants, StraddleRule,
};
use crate::rules::AS_COMPILED_RULES;

const ALL: BufferRules = BufferRules { rules: &AS_COMPILED_RULES, sizes: Sizes::InUse, compiler_bugs: &[] };

/// The placeholder for a profile, for layouts that are read rather than computed ([`crate::StatedLayout`]). It is not in
/// [`super::profiles`], because it cannot be applied to a source.
pub static AS_COMPILED: Profile = Profile {
    name: "as-compiled",
    summary: "offsets as a compiled file specifies them",
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
        overlap_sizes: BufferRules::whole(&AS_COMPILED_RULES),
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
