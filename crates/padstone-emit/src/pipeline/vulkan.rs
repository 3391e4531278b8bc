//! Descriptor set layouts and the pipeline layout of Vulkan, in C or in Rust.

mod c;
mod rust;

use std::io::{self, Write};

use padstone_diag::{Diagnostics, Severity, codes};

use super::descriptors::{CombinedSamplers, Descriptor, SlotPart, sets};
use super::{at, bound};
use crate::reflect::{BindingLocation, ObjectKind, Program, Reflection, ResourceSlot};

/// The language of the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VulkanLanguage {
    /// C11, with `vulkan/vulkan.h`.
    C,
    /// Rust, with the crate `ash`.
    Rust,
}

/// The options for writing it.
#[derive(Clone, Debug)]
pub struct VulkanOptions {
    /// The language.
    pub language: VulkanLanguage,
    /// The prefix of identifiers.
    pub name: String,
    /// Number of descriptors of an unbounded array.
    pub unbounded: u32,
}

/// A pipeline layout.
pub(super) struct PipelineLayout<'p> {
    /// Every set up to the last, including empty ones.
    sets: Vec<Vec<SetBinding<'p>>>,
    push_constants: Vec<PushConstants>,
}

/// A range of push constants in bytes, and its stages.
pub(super) struct PushConstants {
    stages: Vec<&'static str>,
    offset: u64,
    size: u64,
}

/// One binding.
pub(super) struct SetBinding<'p> {
    binding: u64,
    /// `STORAGE_BUFFER`, …
    kind: &'static str,
    /// `None` if unbounded.
    count: Option<u64>,
    stages: Vec<&'static str>,
    slot: &'p ResourceSlot,
    /// The texture or sampler that shares a combined image sampler with it.
    partner: Option<&'p ResourceSlot>,
    part: SlotPart,
}

/// The maximum set number: today's devices support at most 32 sets.
const MAX_SETS: u64 = 256;
/// The size of push constants, in bytes, that every device supports: Vulkan 1.3, table 55, `maxPushConstantsSize`.
const PUSH_CONSTANTS: u64 = 128;

/// Writes the layout of a program, and returns diagnostics.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, reflection: &Reflection<'_>, options: &VulkanOptions) -> io::Result<Diagnostics> {
    let open = crate::reflect::open(reflection);
    if open.has_errors() {
        return Ok(open);
    }
    let (program, mut diagnostics) = crate::reflect::reflect(reflection);
    let layout = layout(reflection, &program, &mut diagnostics);
    match options.language {
        VulkanLanguage::C => c::write(out, &layout, options)?,
        VulkanLanguage::Rust => rust::write(out, &layout, options)?,
    }
    Ok(diagnostics)
}

fn layout<'p>(reflection: &Reflection<'_>, program: &'p Program, diagnostics: &mut Diagnostics) -> PipelineLayout<'p> {
    let mut layout = PipelineLayout { sets: Vec::new(), push_constants: push_constants(reflection, program, diagnostics) };
    for (set, descriptors) in sets(reflection, program, CombinedSamplers::Allowed, diagnostics) {
        if set >= MAX_SETS {
            let message = format!("set {set} exceeds the {MAX_SETS} sets that a layout can have");
            diagnostics.push(at(reflection, descriptors[0].slot, &codes::NOT_IN_LAYOUT, Severity::Error, message));
            continue;
        }
        layout.sets.resize_with(layout.sets.len().max(set as usize), Vec::new);
        layout.sets.push(descriptors.into_iter().map(binding).collect());
    }
    layout
}

fn binding(descriptor: Descriptor<'_>) -> SetBinding<'_> {
    let Descriptor { binding, part, slot, partner, count, stages } = descriptor;
    let kind = if partner.is_some() { "COMBINED_IMAGE_SAMPLER" } else { kind(slot, part) };
    // Only fragment shaders read input attachments (VUID-VkDescriptorSetLayoutBinding-descriptorType-01510).
    let stages = if kind == "INPUT_ATTACHMENT" { vec!["fragment"] } else { stages };
    SetBinding { binding, kind, count, stages, slot, partner, part }
}

/// The descriptor type of each kind of resource: Vulkan 1.3, section 14.1, compared with libslang's modules.
fn kind(slot: &ResourceSlot, part: SlotPart) -> &'static str {
    let is_buffer = slot.shape.as_ref().is_some_and(|shape| shape.dimension == Some("buffer"));
    match (slot.kind, part) {
        (_, SlotPart::Counter) => "STORAGE_BUFFER",
        (_, SlotPart::Sampler) | (ObjectKind::Sampler, _) => "SAMPLER",
        (ObjectKind::Globals | ObjectKind::ConstantBuffer | ObjectKind::ParameterBlock, _) => "UNIFORM_BUFFER",
        (ObjectKind::Texture | ObjectKind::CombinedSampler, _) if is_buffer => "UNIFORM_TEXEL_BUFFER",
        (ObjectKind::RwTexture, _) if is_buffer => "STORAGE_TEXEL_BUFFER",
        (ObjectKind::Texture, _) => "SAMPLED_IMAGE",
        (ObjectKind::RwTexture, _) => "STORAGE_IMAGE",
        (ObjectKind::CombinedSampler, _) => "COMBINED_IMAGE_SAMPLER",
        (ObjectKind::AccelerationStructure, _) => "ACCELERATION_STRUCTURE_KHR",
        (ObjectKind::SubpassInput, _) => "INPUT_ATTACHMENT",
        // Descriptors of all types: DXC creates a variable of each type at this binding (VK_EXT_mutable_descriptor_type).
        (ObjectKind::DescriptorHeap, _) => "MUTABLE_EXT",
        (
            ObjectKind::TextureBuffer
            | ObjectKind::StructuredBuffer
            | ObjectKind::RwStructuredBuffer
            | ObjectKind::ByteAddressBuffer
            | ObjectKind::RwByteAddressBuffer
            | ObjectKind::SpecializationConstant
            | ObjectKind::Value,
            _,
        ) => "STORAGE_BUFFER",
    }
}

/// A stage can be in only one range (VUID-VkPipelineLayoutCreateInfo-pPushConstantRanges-00292): from the first byte of its blocks to the
/// last, in multiples of 4; stages with the same bytes share a range. The bytes before the first member of a block are excluded, because another
/// stage may use them.
fn push_constants(reflection: &Reflection<'_>, program: &Program, diagnostics: &mut Diagnostics) -> Vec<PushConstants> {
    let mut bytes: Vec<(&'static str, u64, u64)> = Vec::new();
    for bound in bound(reflection, program) {
        let Some(BindingLocation::Other { kind: "pushConstantBuffer", .. }) = bound.slot.place else { continue };
        let Some(buffer) = &bound.slot.buffer else { continue };
        let Some(size) = buffer.size.finite() else {
            let message = format!("`{}` is skipped: its size is unknown", super::called(bound.slot));
            diagnostics.push(at(reflection, bound.slot, &codes::NOT_IN_LAYOUT, Severity::Error, message));
            continue;
        };
        let first = buffer.members.iter().filter_map(|member| member.offset.finite()).min().unwrap_or(0);
        if size > PUSH_CONSTANTS {
            let message = format!("{size} bytes of push constants exceed the {PUSH_CONSTANTS} that Vulkan guarantees");
            diagnostics.push(at(reflection, bound.slot, &codes::PUSH_CONSTANTS_LARGE, Severity::Warning, message));
        }
        let stages = if bound.stages.is_empty() { vec!["all"] } else { bound.stages };
        for stage in stages {
            match bytes.iter_mut().find(|(other, ..)| *other == stage) {
                Some((_, from, to)) => (*from, *to) = (first.min(*from), size.max(*to)),
                None => bytes.push((stage, first, size)),
            }
        }
    }
    let mut ranges: Vec<PushConstants> = Vec::new();
    for (stage, from, to) in bytes {
        // VUID-VkPushConstantRange-offset-00295 and -size-00297.
        let offset = from / 4 * 4;
        let size = to.saturating_add(3) / 4 * 4 - offset;
        match ranges.iter_mut().find(|range| (range.offset, range.size) == (offset, size)) {
            Some(range) => range.stages.push(stage),
            None => ranges.push(PushConstants { stages: vec![stage], offset, size }),
        }
    }
    ranges
}

/// The flag of a stage, without language-specific prefixes: `VERTEX`.
fn stage_flag(stage: &str) -> &'static str {
    match stage {
        "vertex" => "VERTEX",
        "hull" => "TESSELLATION_CONTROL",
        "domain" => "TESSELLATION_EVALUATION",
        "geometry" => "GEOMETRY",
        "fragment" => "FRAGMENT",
        "compute" => "COMPUTE",
        "raygeneration" => "RAYGEN_KHR",
        "intersection" => "INTERSECTION_KHR",
        "anyhit" => "ANY_HIT_KHR",
        "closesthit" => "CLOSEST_HIT_KHR",
        "miss" => "MISS_KHR",
        "callable" => "CALLABLE_KHR",
        "mesh" => "MESH_EXT",
        "amplification" => "TASK_EXT",
        _ => "ALL",
    }
}

/// The description of a binding, for a comment.
fn comment(binding: &SetBinding<'_>) -> String {
    let name = super::called(binding.slot);
    let partner = binding.partner.map_or(String::new(), |partner| format!(" and {}", super::called(partner)));
    let part = match binding.part {
        SlotPart::DeclaredAggregate => "",
        SlotPart::Counter => ", its counter",
        SlotPart::Sampler => ", its sampler",
    };
    let bytes =
        binding.slot.buffer.as_ref().filter(|_| binding.part == SlotPart::DeclaredAggregate).map_or(String::new(), |buffer| {
            match (buffer.stride, buffer.size.finite()) {
                (Some(stride), _) => format!(", stride {stride}"),
                (None, Some(size)) => format!(", {size} bytes"),
                (None, None) => String::new(),
            }
        });
    format!("{name}{partner}{part}{bytes}")
}
