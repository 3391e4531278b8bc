//! `slang-wgsl`: Slang for WebGPU.

use padstone_diag::Severity;

use crate::profiles::{
    BindingModel, ConstantRegisters, Crossing, ExplicitOrder, ExplicitRules, Limits, Occurrence, Offsets, Overlaps, PackoffsetPlaces,
    Profile, RuntimeArrays, Sizes, Usage,
};
use crate::rules::{SLANG_STD140, SLANG_STD430};

const CONSTANTS: Usage = Usage { rules: &SLANG_STD140, sizes: Sizes::Whole, faults: &[] };
const STORAGE: Usage = Usage { rules: &SLANG_STD430, sizes: Sizes::Whole, faults: &[] };

/// Slang for WebGPU. Measured on libslang 2026.12.
pub static SLANG_WGSL: Profile = Profile {
    name: "slang-wgsl",
    summary: "Slang for WebGPU",
    cbuffer: CONSTANTS,
    tbuffer: STORAGE,
    globals: CONSTANTS,
    constant_buffer: CONSTANTS,
    parameter_block: CONSTANTS,
    texture_buffer: STORAGE,
    structured: STORAGE,
    push_constant: STORAGE,
    entry_uniforms: CONSTANTS,
    shader_record: STORAGE,
    uniform: CONSTANTS,
    storage: STORAGE,
    immediate: CONSTANTS,
    structs: STORAGE,
    qualified: None,
    binding: BindingModel::WebGpu,
    explicit: ExplicitRules {
        // packoffset is taken as it is, on all targets.
        order: ExplicitOrder::Anywhere,
        constant_registers: ConstantRegisters::C,
        packoffset_that_counts: Occurrence::First,
        packoffset_places: PackoffsetPlaces::AllMembers,
        offsets: Offsets::Ignored,
        crossing: Crossing::Bytes,
        mixing: Severity::Warning,
        mixes_resources: false,
        overlap_sizes: &SLANG_STD430,
        overlap_when_mixed: true,
        overlaps: Overlaps::OfPackoffsets,
        register_space: None,
        register_on_struct_member: Severity::Warning,
        capital_register: None,
    },
    limits: Limits::NONE,
    runtime_arrays: RuntimeArrays::Last,
    webgpu: None,
    refusals: &[],
    validator: None,
    llvm_for_spirv: None,
};
