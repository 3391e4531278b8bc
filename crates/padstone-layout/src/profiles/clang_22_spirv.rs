//! `clang-22-spirv`: clang 22 for SPIR-V.

use padstone_diag::Severity;
use padstone_model::Size;

use super::{
    BindingModel, ConstantRegisters, Crossing, ExplicitOrder, ExplicitRules, Fault, Limit, Limits, Occurrence, Offsets, Overlaps,
    PackoffsetPlaces, Profile, RuntimeArrays, Sizes, Usage,
};
use crate::rules::{CLANG_22_SPIRV_CBUFFER, CLANG_22_STRUCTURED};

const CONSTANTS: Usage = Usage { rules: &CLANG_22_SPIRV_CBUFFER, sizes: Sizes::Whole, faults: &[Fault::CountsPadding] };
const STRUCTURED: Usage = Usage { rules: &CLANG_22_STRUCTURED, sizes: Sizes::InUse, faults: &[] };

/// clang 22.1.8 for `spirv`, measured: what its front end prints; its SPIR-V back end does something else again.
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
    qualified: None,
    binding: BindingModel::Vulkan,
    explicit: ExplicitRules {
        order: ExplicitOrder::Sorted,
        constant_registers: ConstantRegisters::C,
        packoffset_that_counts: Occurrence::First,
        packoffset_places: PackoffsetPlaces::BufferMembers,
        offsets: Offsets::Ignored,
        crossing: Crossing::PaddedBytes,
        mixing: Severity::Warning,
        mixes_resources: false,
        overlap_sizes: &CLANG_22_SPIRV_CBUFFER,
        overlap_when_mixed: true,
        overlaps: Overlaps::OfPackoffsets,
        register_space: Some(Severity::Error),
        register_on_struct_member: Severity::Error,
        capital_register: Some(Severity::Error),
    },
    limits: Limits {
        constant_buffer: Some(Limit { size: Size::new(65536), severity: Severity::Warning }),
        texture_buffer: Some(Limit { size: Size::new(65536), severity: Severity::Warning }),
        structured_element: None,
        ..Limits::NONE
    },
    runtime_arrays: RuntimeArrays::Refused,
    webgpu: None,
    refusals: &[],
    validator: None,
    in_parameter_block: None,
    llvm_for_spirv: None,
};
