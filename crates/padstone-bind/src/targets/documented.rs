//! D3D and Vulkan, as Slang's documentation describes them.

use padstone_layout::{DOCUMENTED_D3D, DOCUMENTED_VULKAN, NATURAL, SLANG_DOCUMENTED_HLSL, SLANG_DOCUMENTED_SPIRV, SLANG_STD430};

use super::d3d::{D3D, REGISTERS};
use super::vulkan::{BINDINGS, VULKAN, specialization};
use crate::content_rules::{CodeRules, ContentRules, Family, bytes, slots};
use crate::layout_unit::LayoutUnit;
use crate::target::{Bindless, BlockSpaces, EntryUniforms, FragmentOutputs, Target};

static D3D_FAMILY: Family = Family {
    profile: &SLANG_DOCUMENTED_HLSL,
    constants: &D3D_DATA,
    qualified: None,
    block: &D3D_DATA,
    texture_buffer: &D3D_DATA,
    structured: &D3D_ELEMENTS,
    entry_uniforms: &D3D_DATA,
    push_constants: &D3D_DATA,
    shader_record: &D3D_DATA,
    specialization: None,
    varying_input: &D3D_INPUT,
    varying_output: &D3D_OUTPUT,
    ray_payload: &D3D_PAYLOAD,
    callable_payload: &D3D_CALL,
    hit_attributes: &D3D_HIT,
    code: CodeRules::SAME,
};
static D3D_DATA: ContentRules = bytes(&DOCUMENTED_D3D, &REGISTERS, &D3D_FAMILY);
static D3D_ELEMENTS: ContentRules = bytes(&NATURAL, &REGISTERS, &D3D_FAMILY);
static D3D_INPUT: ContentRules = slots(LayoutUnit::VaryingInput, &REGISTERS, &D3D_FAMILY);
static D3D_OUTPUT: ContentRules = slots(LayoutUnit::VaryingOutput, &REGISTERS, &D3D_FAMILY);
static D3D_PAYLOAD: ContentRules = slots(LayoutUnit::RayPayload, &REGISTERS, &D3D_FAMILY);
static D3D_CALL: ContentRules = slots(LayoutUnit::CallablePayload, &REGISTERS, &D3D_FAMILY);
static D3D_HIT: ContentRules = slots(LayoutUnit::HitAttributes, &REGISTERS, &D3D_FAMILY);

static VULKAN_FAMILY: Family = Family {
    profile: &SLANG_DOCUMENTED_SPIRV,
    constants: &VULKAN_DATA,
    qualified: None,
    block: &VULKAN_DATA,
    texture_buffer: &VULKAN_DATA,
    structured: &VULKAN_ELEMENTS,
    entry_uniforms: &VULKAN_DATA,
    push_constants: &VULKAN_DATA,
    shader_record: &VULKAN_DATA,
    specialization: Some(&VULKAN_SPECIALIZATION),
    varying_input: &VULKAN_INPUT,
    varying_output: &VULKAN_OUTPUT,
    ray_payload: &VULKAN_PAYLOAD,
    callable_payload: &VULKAN_CALL,
    hit_attributes: &VULKAN_HIT,
    code: CodeRules::SAME,
};
static VULKAN_DATA: ContentRules = bytes(&DOCUMENTED_VULKAN, &BINDINGS, &VULKAN_FAMILY);
static VULKAN_ELEMENTS: ContentRules = bytes(&SLANG_STD430, &BINDINGS, &VULKAN_FAMILY);
static VULKAN_SPECIALIZATION: ContentRules = specialization(&VULKAN_FAMILY);
static VULKAN_INPUT: ContentRules = slots(LayoutUnit::VaryingInput, &BINDINGS, &VULKAN_FAMILY);
static VULKAN_OUTPUT: ContentRules = slots(LayoutUnit::VaryingOutput, &BINDINGS, &VULKAN_FAMILY);
static VULKAN_PAYLOAD: ContentRules = slots(LayoutUnit::RayPayload, &BINDINGS, &VULKAN_FAMILY);
static VULKAN_CALL: ContentRules = slots(LayoutUnit::CallablePayload, &BINDINGS, &VULKAN_FAMILY);
static VULKAN_HIT: ContentRules = slots(LayoutUnit::HitAttributes, &BINDINGS, &VULKAN_FAMILY);

/// D3D: "otherwise it exposes the resource usage of its element type directly".
pub const DOCUMENTED_FOR_D3D: Target = Target {
    family: &D3D_FAMILY,
    spaces: BlockSpaces::Never,
    bindless: Bindless::Never,
    fragment_outputs: FragmentOutputs::TakeNothing,
    ..D3D
};

/// Vulkan: "all use the "default" layout rules", entry point uniforms too.
pub const DOCUMENTED_FOR_VULKAN: Target =
    Target { family: &VULKAN_FAMILY, entry_uniforms: EntryUniforms::Constants, bindless: Bindless::Never, ..VULKAN };
