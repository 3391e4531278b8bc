//! CUDA and C++, where everything is bytes.

use padstone_layout::{CPP as CPP_RULES, CUDA as CUDA_RULES, SLANG_CPP, SLANG_CUDA};

use crate::content_rules::{CodeRules, ContentRules, Family, Objects, bytes, slots};
use crate::layout_unit::LayoutUnit;
use crate::target::{
    Bindless, BlockBuffers, BlockSpaces, DefaultBuffers, EntryTail, EntryUniforms, ExplicitSource, FragmentOutputs, HandleLayout, Target,
};

/// Resources represented by handles, which are bytes.
pub(super) static NO_SLOTS: Objects = Objects {
    constant_buffer: &[],
    texture_buffer: &[],
    texture: &[],
    rw_texture: &[],
    combined: &[],
    rw_combined: &[],
    sampler: &[],
    buffer: &[],
    rw_buffer: &[],
    counted_buffer: &[],
    acceleration_structure: &[],
    subpass_input: &[],
};

static CPP_FAMILY: Family = Family {
    profile: &SLANG_CPP,
    constants: &CPP_DATA,
    qualified: None,
    block: &CPP_DATA,
    texture_buffer: &CPP_DATA,
    structured: &CPP_DATA,
    entry_uniforms: &CPP_DATA,
    push_constants: &CPP_DATA,
    shader_record: &CPP_DATA,
    specialization: Some(&CPP_DATA),
    varying_input: &CPP_DATA,
    varying_output: &CPP_DATA,
    ray_payload: &CPP_DATA,
    callable_payload: &CPP_DATA,
    hit_attributes: &CPP_DATA,
    code: CodeRules::SAME,
};
static CPP_DATA: ContentRules = bytes(&CPP_RULES, &NO_SLOTS, &CPP_FAMILY);

static CUDA_FAMILY: Family = Family {
    profile: &SLANG_CUDA,
    constants: &CUDA_DATA,
    qualified: None,
    block: &CUDA_DATA,
    texture_buffer: &CUDA_DATA,
    structured: &CUDA_DATA,
    entry_uniforms: &CUDA_DATA,
    push_constants: &CUDA_DATA,
    shader_record: &CUDA_DATA,
    specialization: Some(&CUDA_DATA),
    varying_input: &CUDA_DATA,
    varying_output: &CUDA_DATA,
    ray_payload: &CUDA_RAY_PAYLOAD,
    callable_payload: &CUDA_DATA,
    hit_attributes: &CUDA_HIT_ATTRIBUTES,
    code: CodeRules::SAME,
};
static CUDA_DATA: ContentRules = bytes(&CUDA_RULES, &NO_SLOTS, &CUDA_FAMILY);
static CUDA_RAY_PAYLOAD: ContentRules = slots(LayoutUnit::RayPayload, &NO_SLOTS, &CUDA_FAMILY);
static CUDA_HIT_ATTRIBUTES: ContentRules = slots(LayoutUnit::HitAttributes, &NO_SLOTS, &CUDA_FAMILY);

const fn with_pointers(family: &'static Family) -> Target {
    Target {
        family,
        explicit: ExplicitSource::None,
        overlaps: false,
        locations: false,
        spaces: BlockSpaces::Never,
        block_buffers: BlockBuffers::Always,
        default_buffers: DefaultBuffers::OfScopesOnly,
        entry_uniforms: EntryUniforms::Constants,
        entry_tail: EntryTail::AsStructs,
        handles: HandleLayout::Objects,
        bindless: Bindless::Always,
        fragment_outputs: FragmentOutputs::TakeNothing,
        thread_groups_are_entries: true,
        spirv_interfaces: false,
        built_in_indices: false,
    }
}

/// CUDA.
pub const CUDA: Target = Target { entry_tail: EntryTail::Unpadded, thread_groups_are_entries: false, ..with_pointers(&CUDA_FAMILY) };
/// C++.
pub const CPP: Target = with_pointers(&CPP_FAMILY);
