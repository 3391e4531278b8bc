//! Vulkan and WebGPU: bindings in descriptor sets.

use padstone_layout::{
    C, NATURAL, Profile, RuleSet, SLANG_CBUFFER, SLANG_SPIRV, SLANG_SPIRV_C, SLANG_SPIRV_DX, SLANG_SPIRV_SCALAR, SLANG_STD140,
    SLANG_STD430, SLANG_WGSL, SLANG_WGSL_C, SLANG_WGSL_DX, SLANG_WGSL_SCALAR,
};

use crate::content_rules::{
    CodeRules, ContentRules, Family, Objects, OrdinaryData, QualifiedRules, VectorSlots, bytes, several, single_counter, slots,
};
use crate::layout_unit::{Counter, LayoutUnit};
use crate::target::{
    Bindless, BlockBuffers, BlockSpaces, DefaultBuffers, EntryTail, EntryUniforms, ExplicitSource, FragmentOutputs, HandleLayout, Target,
};

const SLOT: &[Counter] = &[single_counter(LayoutUnit::DescriptorTableSlot)];
const SUBPASS: &[Counter] = &[single_counter(LayoutUnit::DescriptorTableSlot), single_counter(LayoutUnit::InputAttachmentIndex)];
const TWO_SLOTS: &[Counter] = &[several(LayoutUnit::DescriptorTableSlot, 2)];

/// Bindings.
pub(super) static BINDINGS: Objects = objects(SLOT, SLOT);
/// The bindings of WebGPU, which has no combined samplers.
static WEBGPU_BINDINGS: Objects = objects(SLOT, TWO_SLOTS);
static PUSH_CONSTANTS: Objects = objects_of_one_slot(&[single_counter(LayoutUnit::PushConstantBuffer)]);
static SHADER_RECORDS: Objects = objects_of_one_slot(&[single_counter(LayoutUnit::ShaderRecord)]);

const fn objects(slot: &'static [Counter], combined: &'static [Counter]) -> Objects {
    Objects {
        constant_buffer: slot,
        texture_buffer: slot,
        texture: slot,
        rw_texture: slot,
        combined,
        rw_combined: combined,
        sampler: slot,
        buffer: slot,
        rw_buffer: slot,
        // The buffer and the buffer of its counter.
        counted_buffer: TWO_SLOTS,
        acceleration_structure: slot,
        subpass_input: SUBPASS,
    }
}

const fn objects_of_one_slot(slot: &'static [Counter]) -> Objects {
    Objects { counted_buffer: slot, subpass_input: slot, ..objects(slot, slot) }
}

/// The rules of one layout option of Vulkan.
///
/// The SPIR-V of libslang 2026.12 uses the data layout of structured buffers under each option, and that of constant buffers under
/// `-fvk-use-c-layout` too; for the uniform parameters of entry points it ignores `-fvk-use-dx-layout`. Measured.
macro_rules! family {
    ($name:ident, $profile:expr, constants: $constants:expr, storage: $storage:expr, texture_buffer: $texture:expr,
     scope: $scope:expr, push_constant_contents: $contents:expr, qualified: $qualified:expr,
     code_constants: $code_constants:expr, code_uniforms: $code_uniforms:expr) => {
        pub(super) mod $name {
            use super::*;

            pub(in super::super) static FAMILY: Family = Family {
                profile: $profile,
                constants: &CONSTANTS,
                qualified: $qualified,
                block: &CONSTANTS,
                texture_buffer: &TEXTURE_BUFFER,
                structured: &STORAGE,
                entry_uniforms: &STORAGE,
                push_constants: &PUSH_CONSTANT,
                shader_record: &SHADER_RECORD,
                specialization: Some(&SPECIALIZATION),
                varying_input: &VARYING_INPUT,
                varying_output: &VARYING_OUTPUT,
                ray_payload: &RAY_PAYLOAD,
                callable_payload: &CALLABLE_PAYLOAD,
                hit_attributes: &HIT_ATTRIBUTES,
                code: CodeRules { constants: $code_constants, structured: Some(&QUALIFIED), entry_uniforms: $code_uniforms },
            };
            pub(in super::super) static CONSTANTS: ContentRules = bytes($constants, &BINDINGS, &FAMILY);
            pub(in super::super) static STORAGE: ContentRules = bytes($storage, &BINDINGS, &FAMILY);
            pub(in super::super) static TEXTURE_BUFFER: ContentRules = bytes($texture, &BINDINGS, &FAMILY);
            pub(in super::super) static PUSH_CONSTANT: ContentRules = group($scope, &PUSH_CONSTANTS, &FAMILY, $contents);
            pub(in super::super) static SHADER_RECORD: ContentRules = group($scope, &SHADER_RECORDS, &FAMILY, None);
            pub(in super::super) static SPECIALIZATION: ContentRules = specialization(&FAMILY);
            pub(in super::super) static VARYING_INPUT: ContentRules = slots(LayoutUnit::VaryingInput, &BINDINGS, &FAMILY);
            pub(in super::super) static VARYING_OUTPUT: ContentRules = slots(LayoutUnit::VaryingOutput, &BINDINGS, &FAMILY);
            pub(in super::super) static RAY_PAYLOAD: ContentRules = slots(LayoutUnit::RayPayload, &BINDINGS, &FAMILY);
            pub(in super::super) static CALLABLE_PAYLOAD: ContentRules = slots(LayoutUnit::CallablePayload, &BINDINGS, &FAMILY);
            pub(in super::super) static HIT_ATTRIBUTES: ContentRules = slots(LayoutUnit::HitAttributes, &BINDINGS, &FAMILY);
        }
    };
}

family!(standard, &SLANG_SPIRV, constants: &SLANG_STD140, storage: &SLANG_STD430, texture_buffer: &SLANG_STD430,
    scope: &SLANG_STD430, push_constant_contents: Some(&STORAGE), qualified: Some(&QUALIFIED), code_constants: None, code_uniforms: None);
family!(scalar, &SLANG_SPIRV_SCALAR, constants: &NATURAL, storage: &NATURAL, texture_buffer: &NATURAL,
    scope: &SLANG_STD430, push_constant_contents: None, qualified: Some(&QUALIFIED), code_constants: None, code_uniforms: None);
family!(dx, &SLANG_SPIRV_DX, constants: &SLANG_CBUFFER, storage: &NATURAL, texture_buffer: &SLANG_CBUFFER,
    scope: &SLANG_STD430, push_constant_contents: None, qualified: Some(&QUALIFIED),
    code_constants: None, code_uniforms: Some(&standard::STORAGE));
family!(like_c, &SLANG_SPIRV_C, constants: &C, storage: &C, texture_buffer: &C,
    scope: &C, push_constant_contents: None, qualified: None,
    code_constants: Some(&QUALIFIED), code_uniforms: None);

static QUALIFIED: QualifiedRules =
    QualifiedRules { std140: &standard::CONSTANTS, std430: &standard::STORAGE, scalar: &AS_SCALAR, c: &like_c::CONSTANTS };
static AS_SCALAR: ContentRules = bytes(&NATURAL, &BINDINGS, &standard::FAMILY);

const fn group(
    rules: &'static RuleSet,
    objects: &'static Objects,
    family: &'static Family,
    constants: Option<&'static ContentRules>,
) -> ContentRules {
    ContentRules { ordinary: OrdinaryData::Bytes(rules), objects, family, constants }
}

/// A specialization constant for each scalar.
pub(super) const fn specialization(family: &'static Family) -> ContentRules {
    let ordinary = OrdinaryData::Slots { kind: LayoutUnit::SpecializationConstant, vectors: VectorSlots::PerComponent };
    ContentRules { ordinary, objects: &BINDINGS, family, constants: None }
}

static WEBGPU_FAMILY: Family = webgpu_family(&SLANG_WGSL, &standard::FAMILY, &WEBGPU_CONSTANTS, &standard::CONSTANTS);
static WEBGPU_SCALAR_FAMILY: Family = webgpu_family(&SLANG_WGSL_SCALAR, &scalar::FAMILY, &WEBGPU_SCALAR_CONSTANTS, &SCALAR_BLOCK);
static WEBGPU_DX_FAMILY: Family = webgpu_family(&SLANG_WGSL_DX, &dx::FAMILY, &WEBGPU_DX_CONSTANTS, &DX_BLOCK);
static WEBGPU_C_FAMILY: Family = webgpu_family(&SLANG_WGSL_C, &QUALIFIED_C_FAMILY, &WEBGPU_C_CONSTANTS, &C_BLOCK);

static WEBGPU_CONSTANTS: ContentRules = bytes(&SLANG_STD140, &WEBGPU_BINDINGS, &WEBGPU_FAMILY);
static WEBGPU_SCALAR_CONSTANTS: ContentRules = bytes(&SLANG_STD140, &WEBGPU_BINDINGS, &WEBGPU_SCALAR_FAMILY);
static WEBGPU_DX_CONSTANTS: ContentRules = bytes(&SLANG_STD140, &WEBGPU_BINDINGS, &WEBGPU_DX_FAMILY);
static WEBGPU_C_CONSTANTS: ContentRules = bytes(&SLANG_STD140, &WEBGPU_BINDINGS, &WEBGPU_C_FAMILY);

/// The bytes of a parameter block itself ignore the layout options; buffers bound in it use them.
static SCALAR_BLOCK: ContentRules = bytes(&SLANG_STD140, &BINDINGS, &scalar::FAMILY);
static DX_BLOCK: ContentRules = bytes(&SLANG_STD140, &BINDINGS, &dx::FAMILY);
static C_BLOCK: ContentRules = bytes(&SLANG_STD140, &BINDINGS, &like_c::FAMILY);

/// With `-fvk-use-c-layout`, buffers of Vulkan ignore their data layout, but push constants and shader records of WebGPU use it.
static QUALIFIED_C_FAMILY: Family = Family {
    qualified: Some(&QUALIFIED),
    push_constants: &QUALIFIED_C_PUSH_CONSTANT,
    shader_record: &QUALIFIED_C_SHADER_RECORD,
    ..like_c::FAMILY
};
static QUALIFIED_C_PUSH_CONSTANT: ContentRules = group(&C, &PUSH_CONSTANTS, &QUALIFIED_C_FAMILY, None);
static QUALIFIED_C_SHADER_RECORD: ContentRules = group(&C, &SHADER_RECORDS, &QUALIFIED_C_FAMILY, None);

/// Push constants, shader records and the contents of parameter blocks follow the Vulkan options; everything else ignores them.
const fn webgpu_family(
    profile: &'static Profile,
    vulkan: &'static Family,
    constants: &'static ContentRules,
    block: &'static ContentRules,
) -> Family {
    Family {
        profile,
        constants,
        qualified: None,
        // Inside parameter blocks, the rules are those of Vulkan: a combined sampler takes one binding.
        block,
        texture_buffer: &standard::STORAGE,
        structured: &standard::STORAGE,
        entry_uniforms: constants,
        push_constants: vulkan.push_constants,
        shader_record: vulkan.shader_record,
        specialization: Some(&standard::SPECIALIZATION),
        varying_input: &standard::VARYING_INPUT,
        varying_output: &standard::VARYING_OUTPUT,
        ray_payload: &standard::RAY_PAYLOAD,
        callable_payload: &standard::CALLABLE_PAYLOAD,
        hit_attributes: &standard::HIT_ATTRIBUTES,
        code: CodeRules::SAME,
    }
}

const fn vulkan(family: &'static Family) -> Target {
    Target {
        family,
        explicit: ExplicitSource::Bindings,
        overlaps: true,
        locations: true,
        spaces: BlockSpaces::Always,
        block_buffers: BlockBuffers::WithData,
        default_buffers: DefaultBuffers::WithData,
        entry_uniforms: EntryUniforms::PushConstants,
        entry_tail: EntryTail::AsStructs,
        handles: HandleLayout::UintPair,
        bindless: Bindless::Always,
        fragment_outputs: FragmentOutputs::TakeNothing,
        thread_groups_are_entries: true,
        spirv_interfaces: true,
        built_in_indices: true,
    }
}

/// Vulkan by SPIR-V.
pub const VULKAN: Target = vulkan(&standard::FAMILY);
/// Vulkan by GLSL.
pub const GLSL: Target = Target { spirv_interfaces: false, ..vulkan(&standard::FAMILY) };
/// With `-fvk-use-scalar-layout`.
pub const VULKAN_SCALAR: Target = vulkan(&scalar::FAMILY);
/// With `-fvk-use-dx-layout`.
pub const VULKAN_DX: Target = vulkan(&dx::FAMILY);
/// With `-fvk-use-c-layout`.
pub const VULKAN_C: Target = vulkan(&like_c::FAMILY);

const fn webgpu(family: &'static Family) -> Target {
    Target { entry_uniforms: EntryUniforms::Constants, spirv_interfaces: false, built_in_indices: false, ..vulkan(family) }
}

/// WebGPU.
pub const WEBGPU: Target = webgpu(&WEBGPU_FAMILY);
/// With `-fvk-use-scalar-layout`.
pub const WEBGPU_SCALAR: Target = webgpu(&WEBGPU_SCALAR_FAMILY);
/// With `-fvk-use-dx-layout`.
pub const WEBGPU_DX: Target = webgpu(&WEBGPU_DX_FAMILY);
/// With `-fvk-use-c-layout`.
pub const WEBGPU_C: Target = webgpu(&WEBGPU_C_FAMILY);
