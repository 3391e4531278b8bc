//! `slang-documented-hlsl` and `slang-documented-spirv`: the offsets of Slang's documentation, for the binding policy `documented`.

use super::{SLANG_HLSL, SLANG_SPIRV};
use crate::profiles::{BufferRules, CodeBuffers, Profile, RuntimeArrays};
use crate::rules::{DOCUMENTED_D3D, DOCUMENTED_VULKAN};

/// "Parameter Layout Rules" for D3D.
pub static SLANG_DOCUMENTED_HLSL: Profile =
    documented("slang-documented-hlsl", "D3D as Slang's documentation describes it", BufferRules::whole(&DOCUMENTED_D3D), &SLANG_HLSL);
/// "Parameter Layout Rules" for Vulkan.
pub static SLANG_DOCUMENTED_SPIRV: Profile = documented(
    "slang-documented-spirv",
    "Vulkan as Slang's documentation describes it",
    BufferRules::whole(&DOCUMENTED_VULKAN),
    &SLANG_SPIRV,
);

/// All buffers of constants "use the "default" layout rules". The elements of structured buffers and explicit offsets are as in libslang 2026.12.
const fn documented(name: &'static str, summary: &'static str, constants: BufferRules, measured: &'static Profile) -> Profile {
    Profile {
        name,
        summary,
        cbuffer: constants,
        tbuffer: constants,
        globals: constants,
        constant_buffer: constants,
        parameter_block: constants,
        texture_buffer: constants,
        structured: measured.structured,
        push_constant: constants,
        entry_uniforms: constants,
        shader_record: constants,
        uniform: constants,
        storage: measured.storage,
        immediate: constants,
        structs: measured.structs,
        pointees: measured.pointees,
        qualified: None,
        code: CodeBuffers::SAME,
        hlsl: measured.hlsl,
        binding: measured.binding,
        explicit: measured.explicit,
        limits: measured.limits,
        // "The uniform part of an unsized array has the same stride as for the sized case, but an effectively infinite size."
        runtime_arrays: RuntimeArrays::Unbounded,
        specialization_constants: measured.specialization_constants,
        webgpu: None,
        rejections: measured.rejections,
        validator: None,
        in_parameter_block: None,
        llvm_for_spirv: None,
    }
}
