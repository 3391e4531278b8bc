//! Metal: buffers, textures and samplers, and argument buffers.

use padstone_layout::{METAL_ARGUMENT_BUFFER, METAL_CONSTANT, METAL_DEVICE, SLANG_METAL};

use super::d3d::REGISTERS;
use super::vulkan::specialization;
use crate::content_rules::{CodeRules, ContentRules, Family, Objects, bytes, several, single_counter, slots};
use crate::layout_unit::{Counter, LayoutUnit};
use crate::target::{
    Bindless, BlockBuffers, BlockSpaces, DefaultBuffers, EntryTail, EntryUniforms, ExplicitSource, FragmentOutputs, HandleLayout, Target,
};

const BUFFER: &[Counter] = &[single_counter(LayoutUnit::ConstantBuffer)];
const TEXTURE: &[Counter] = &[single_counter(LayoutUnit::ShaderResource)];
const COMBINED: &[Counter] = &[single_counter(LayoutUnit::ShaderResource), single_counter(LayoutUnit::SamplerState)];
const ELEMENT: &[Counter] = &[single_counter(LayoutUnit::MetalArgumentBufferElement)];
const TWO_ELEMENTS: &[Counter] = &[several(LayoutUnit::MetalArgumentBufferElement, 2)];

static OBJECTS: Objects = Objects {
    constant_buffer: BUFFER,
    texture_buffer: TEXTURE,
    texture: TEXTURE,
    rw_texture: TEXTURE,
    combined: COMBINED,
    rw_combined: COMBINED,
    sampler: &[single_counter(LayoutUnit::SamplerState)],
    buffer: BUFFER,
    rw_buffer: BUFFER,
    // libslang 2026.12 counts the counter twice.
    counted_buffer: &[several(LayoutUnit::ConstantBuffer, 3)],
    acceleration_structure: BUFFER,
    // Metal has no input attachments, but libslang 2026.12 preserves the index.
    subpass_input: &[single_counter(LayoutUnit::ShaderResource), single_counter(LayoutUnit::InputAttachmentIndex)],
};

/// Elements of an argument buffer, by their `[[id]]`s.
static ELEMENTS: Objects = Objects {
    constant_buffer: ELEMENT,
    texture_buffer: ELEMENT,
    texture: ELEMENT,
    rw_texture: ELEMENT,
    combined: TWO_ELEMENTS,
    rw_combined: TWO_ELEMENTS,
    sampler: ELEMENT,
    buffer: ELEMENT,
    rw_buffer: ELEMENT,
    // The counter is counted once more outside (libslang 2026.12).
    counted_buffer: &[several(LayoutUnit::MetalArgumentBufferElement, 2), single_counter(LayoutUnit::ConstantBuffer)],
    acceleration_structure: ELEMENT,
    subpass_input: ELEMENT,
};

static FAMILY: Family = Family {
    profile: &SLANG_METAL,
    constants: &CONSTANTS,
    qualified: None,
    block: &BLOCK,
    texture_buffer: &CONSTANTS,
    structured: &STRUCTURED,
    entry_uniforms: &CONSTANTS,
    push_constants: &CONSTANTS,
    shader_record: &CONSTANTS,
    specialization: Some(&SPECIALIZATION),
    varying_input: &VARYING_INPUT,
    varying_output: &VARYING_OUTPUT,
    ray_payload: &VARYING_INPUT,
    callable_payload: &VARYING_INPUT,
    hit_attributes: &VARYING_INPUT,
    code: CodeRules::SAME,
};

static CONSTANTS: ContentRules = bytes(&METAL_CONSTANT, &OBJECTS, &FAMILY);
static STRUCTURED: ContentRules = bytes(&METAL_DEVICE, &OBJECTS, &FAMILY);
static BLOCK: ContentRules = slots(LayoutUnit::MetalArgumentBufferElement, &ELEMENTS, &FAMILY);
static SPECIALIZATION: ContentRules = specialization(&FAMILY);
static VARYING_INPUT: ContentRules = slots(LayoutUnit::VaryingInput, &REGISTERS, &FAMILY);
static VARYING_OUTPUT: ContentRules = slots(LayoutUnit::VaryingOutput, &REGISTERS, &FAMILY);

/// The content of an argument buffer, tier 2, as filled by hosts: bytes.
pub(crate) static ARGUMENT_BUFFER: ContentRules = bytes(&METAL_ARGUMENT_BUFFER, &COUNTERS, &FAMILY);

/// The resources outside the bytes of an argument buffer: counters, each a buffer (libslang 2026.12).
static COUNTERS: Objects = Objects {
    constant_buffer: &[],
    texture_buffer: &[],
    texture: &[],
    rw_texture: &[],
    combined: &[],
    rw_combined: &[],
    sampler: &[],
    buffer: &[],
    rw_buffer: &[],
    counted_buffer: BUFFER,
    acceleration_structure: &[],
    subpass_input: &[],
};

/// Metal.
pub const METAL: Target = Target {
    family: &FAMILY,
    explicit: ExplicitSource::RegistersOfMetal,
    overlaps: false,
    locations: true,
    spaces: BlockSpaces::Never,
    block_buffers: BlockBuffers::Always,
    default_buffers: DefaultBuffers::WithData,
    entry_uniforms: EntryUniforms::Constants,
    entry_tail: EntryTail::AsStructs,
    handles: HandleLayout::Objects,
    bindless: Bindless::Always,
    fragment_outputs: FragmentOutputs::TakeNothing,
    thread_groups_are_entries: true,
    spirv_interfaces: false,
    built_in_indices: false,
};
