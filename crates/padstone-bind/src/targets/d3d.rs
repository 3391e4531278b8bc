//! D3D: registers of four classes, in spaces.

use padstone_layout::{NATURAL, SLANG_CBUFFER, SLANG_HLSL};

use crate::content_rules::{CodeRules, ContentRules, Family, Objects, bytes, single_counter, slots};
use crate::layout_unit::{Counter, LayoutUnit};
use crate::target::{
    Bindless, BlockBuffers, BlockSpaces, DefaultBuffers, EntryTail, EntryUniforms, ExplicitSource, FragmentOutputs, HandleLayout, Target,
};

const B: &[Counter] = &[single_counter(LayoutUnit::ConstantBuffer)];
const T: &[Counter] = &[single_counter(LayoutUnit::ShaderResource)];
const U: &[Counter] = &[single_counter(LayoutUnit::UnorderedAccess)];
const S: &[Counter] = &[single_counter(LayoutUnit::SamplerState)];

/// Registers.
pub(super) static REGISTERS: Objects = Objects {
    constant_buffer: B,
    texture_buffer: T,
    texture: T,
    rw_texture: U,
    combined: &[single_counter(LayoutUnit::ShaderResource), single_counter(LayoutUnit::SamplerState)],
    rw_combined: &[single_counter(LayoutUnit::UnorderedAccess), single_counter(LayoutUnit::SamplerState)],
    sampler: S,
    buffer: T,
    rw_buffer: U,
    // D3D itself manages the counter.
    counted_buffer: U,
    acceleration_structure: T,
    subpass_input: &[single_counter(LayoutUnit::ShaderResource), single_counter(LayoutUnit::InputAttachmentIndex)],
};

static FAMILY: Family = Family {
    profile: &SLANG_HLSL,
    constants: &CONSTANTS,
    qualified: None,
    block: &CONSTANTS,
    texture_buffer: &CONSTANTS,
    structured: &STRUCTURED,
    entry_uniforms: &CONSTANTS,
    push_constants: &CONSTANTS,
    shader_record: &CONSTANTS,
    specialization: None,
    varying_input: &VARYING_INPUT,
    varying_output: &VARYING_OUTPUT,
    ray_payload: &RAY_PAYLOAD,
    callable_payload: &CALLABLE_PAYLOAD,
    hit_attributes: &HIT_ATTRIBUTES,
    code: CodeRules::SAME,
};

static CONSTANTS: ContentRules = bytes(&SLANG_CBUFFER, &REGISTERS, &FAMILY);
static STRUCTURED: ContentRules = bytes(&NATURAL, &REGISTERS, &FAMILY);
static VARYING_INPUT: ContentRules = slots(LayoutUnit::VaryingInput, &REGISTERS, &FAMILY);
static VARYING_OUTPUT: ContentRules = slots(LayoutUnit::VaryingOutput, &REGISTERS, &FAMILY);
static RAY_PAYLOAD: ContentRules = slots(LayoutUnit::RayPayload, &REGISTERS, &FAMILY);
static CALLABLE_PAYLOAD: ContentRules = slots(LayoutUnit::CallablePayload, &REGISTERS, &FAMILY);
static HIT_ATTRIBUTES: ContentRules = slots(LayoutUnit::HitAttributes, &REGISTERS, &FAMILY);

/// D3D: HLSL, DXBC and DXIL.
pub const D3D: Target = Target {
    family: &FAMILY,
    explicit: ExplicitSource::Registers,
    overlaps: false,
    locations: false,
    spaces: BlockSpaces::FromShaderModel51,
    block_buffers: BlockBuffers::WithData,
    default_buffers: DefaultBuffers::WithData,
    entry_uniforms: EntryUniforms::Constants,
    entry_tail: EntryTail::AsStructs,
    handles: HandleLayout::UintPair,
    bindless: Bindless::FromShaderModel66,
    fragment_outputs: FragmentOutputs::TakeRegistersUpTo50,
    thread_groups_are_entries: true,
    spirv_interfaces: false,
    built_in_indices: false,
};
