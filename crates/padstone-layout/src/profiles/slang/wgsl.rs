//! The profiles of Slang for WebGPU: `slang-wgsl` and its variants.

use padstone_diag::Severity;

use super::spirv::QUALIFIED;
use super::{SLANG_SPIRV, SLANG_SPIRV_C, SLANG_SPIRV_DX, SLANG_SPIRV_SCALAR};
use crate::profiles::{
    BindingModel, BufferRules, CodeBuffers, ConstantRegisters, ExplicitLayoutScope, ExplicitOrder, ExplicitRules, HlslCompiler, Limits,
    Occurrence, Offsets, Overlaps, PackoffsetScope, Profile, Qualified, RuntimeArrays, Sizes, SpecializationConstants, StraddleRule,
};
use crate::rules::{SLANG_STD140, SLANG_STD430};

const CONSTANTS: BufferRules = BufferRules { rules: &SLANG_STD140, sizes: Sizes::Whole, compiler_bugs: &[] };
const STORAGE: BufferRules = BufferRules { rules: &SLANG_STD430, sizes: Sizes::Whole, compiler_bugs: &[] };

/// Slang for WebGPU. Measured on libslang 2026.12.
pub static SLANG_WGSL: Profile = for_webgpu("slang-wgsl", "Slang for WebGPU", &SLANG_SPIRV);
/// The same with -fvk-use-scalar-layout.
pub static SLANG_WGSL_SCALAR: Profile =
    for_webgpu("slang-wgsl-scalar", "Slang for WebGPU with -fvk-use-scalar-layout", &SLANG_SPIRV_SCALAR);
/// The same with -fvk-use-dx-layout.
pub static SLANG_WGSL_DX: Profile = for_webgpu("slang-wgsl-dx", "Slang for WebGPU with -fvk-use-dx-layout", &SLANG_SPIRV_DX);
/// The same with -fvk-use-c-layout.
pub static SLANG_WGSL_C: Profile = for_webgpu("slang-wgsl-c", "Slang for WebGPU with -fvk-use-c-layout", &SLANG_SPIRV_C);

/// Push constants, shader records and the buffers in parameter blocks follow the Vulkan options and their data layouts; all others ignore
/// both (libslang 2026.12, measured).
const fn for_webgpu(name: &'static str, summary: &'static str, vulkan: &'static Profile) -> Profile {
    Profile {
        name,
        summary,
        cbuffer: CONSTANTS,
        tbuffer: STORAGE,
        globals: CONSTANTS,
        constant_buffer: CONSTANTS,
        parameter_block: CONSTANTS,
        texture_buffer: STORAGE,
        structured: STORAGE,
        push_constant: vulkan.push_constant,
        entry_uniforms: CONSTANTS,
        shader_record: vulkan.shader_record,
        uniform: CONSTANTS,
        storage: STORAGE,
        immediate: CONSTANTS,
        structs: STORAGE,
        pointees: STORAGE,
        qualified: Some(Qualified { scope: ExplicitLayoutScope::PushConstants, ..QUALIFIED }),
        code: CodeBuffers::SAME,
        hlsl: HlslCompiler::Dxc,
        binding: BindingModel::WebGpu,
        explicit: ExplicitRules {
            // A packoffset is used unchanged on all targets.
            order: ExplicitOrder::Anywhere,
            constant_registers: ConstantRegisters::C,
            effective_packoffset: Occurrence::First,
            packoffset_scope: PackoffsetScope::AllMembers,
            offsets: Offsets::Ignored,
            straddle: StraddleRule::Bytes,
            mixing: Severity::Warning,
            mixes_resources: false,
            overlap_sizes: BufferRules::whole(&SLANG_STD430),
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
        in_parameter_block: Some(vulkan),
        llvm_for_spirv: None,
    }
}
