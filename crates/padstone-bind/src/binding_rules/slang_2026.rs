//! `slang-2026`: libslang 2026.12.

use padstone_diag::Severity;
use padstone_model::Language;

use super::{
    BindingRules, DefaultSpace, EntryBindings, ProgramOrder, RegistersOnVulkan, SameName, SlotRules, StepRules, TypeRules, UnboundedBytes,
};
use crate::targets::{CPP, CUDA, D3D, GLSL, METAL, VULKAN, VULKAN_C, VULKAN_DX, VULKAN_SCALAR, WEBGPU, WEBGPU_C, WEBGPU_DX, WEBGPU_SCALAR};

/// libslang 2026.12. Measured.
pub static SLANG_2026: BindingRules = BindingRules {
    name: "slang-2026",
    summary: "libslang 2026.12",
    languages: &[Language::Slang],
    hlsl: None,
    from_5_1: None,
    steps: StepRules {
        collect: "libslang 2026.12, measured: the implicit buffer of the globals, the globals of all files, those of imported modules, then entry points",
        measure: "libslang 2026.12, measured: each layout unit is counted separately, member by member",
        reserve: "libslang 2026.12, measured: `register` for D3D and Metal; `[[vk::binding]]`, else `register`, for Vulkan and WebGPU",
        allocate: "libslang 2026.12, measured: the first free contiguous range of each layout unit in space 0; unbounded arrays and parameter blocks take the first free spaces",
    },
    slots: SlotRules::OfTypes(TypeRules {
        order: ProgramOrder::GlobalsFirst,
        same_name: SameName::Different,
        // E39001.
        overlap: Severity::Warning,
        overlap_where_allowed: Severity::Warning,
        // E39029.
        registers_on_vulkan: RegistersOnVulkan::AreBindings,
        // E38010.
        entry_bindings: EntryBindings::Ignored,
        // Measured with libslang 2026.12.
        unbounded_bytes: UnboundedBytes::SkipOneSpace,
        // Measured with libslang 2026.12.
        default_space: DefaultSpace::ForAll,
        // E31215.
        unsized_constants: false,
    }),
    targets: &[
        ("hlsl", &D3D),
        ("dxil", &D3D),
        ("dxbc", &D3D),
        ("spirv", &VULKAN),
        ("spirv-asm", &VULKAN),
        ("spirv scalar", &VULKAN_SCALAR),
        ("spirv dx", &VULKAN_DX),
        ("spirv c", &VULKAN_C),
        ("glsl", &GLSL),
        ("wgsl", &WEBGPU),
        ("wgsl scalar", &WEBGPU_SCALAR),
        ("wgsl dx", &WEBGPU_DX),
        ("wgsl c", &WEBGPU_C),
        ("metal", &METAL),
        ("cuda", &CUDA),
        ("cpp", &CPP),
    ],
};
