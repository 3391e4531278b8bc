//! The binding types of wgpu for descriptors.

use padstone_bind::Amount;
use padstone_model::{Dimension, Module, SampleType, Scalar, StructId, Type, TypeId};
use rustc_hash::FxHashMap;

use super::super::descriptors::{Descriptor, SlotPart};
use crate::reflect::{ObjectKind, ObjectShape, ResourceSlot};

/// A binding type as Rust text.
pub(super) struct BindingType {
    pub(super) text: String,
    /// Whether shaders may write to it.
    pub(super) written: bool,
}

/// The reason why a descriptor has no binding type, and a help.
pub(super) struct Omission {
    pub(super) reason: String,
    pub(super) help: &'static str,
}

/// A feature that wgpu does not have.
impl From<String> for Omission {
    fn from(reason: String) -> Omission {
        Omission { reason, help: "exclude it from this target with a macro, or use a resource that wgpu supports" }
    }
}

/// The binding type of a descriptor, or the reason why there is none. `implied`: whether the texel type of a storage texture implies its format if the
/// source specifies none.
pub(super) fn binding_type(alignments: &mut Alignments<'_>, descriptor: &Descriptor<'_>, implied: bool) -> Result<BindingType, Omission> {
    let slot = descriptor.slot;
    let read = |text: String| BindingType { text, written: false };
    Ok(match (slot.kind, descriptor.part) {
        (_, SlotPart::Counter) => buffer("Storage { read_only: false }", Some(4), true),
        (_, SlotPart::Sampler) | (ObjectKind::Sampler, _) => {
            let compares = slot.resource.is_some_and(|resource| resource.shape.sample == SampleType::Depth);
            let sort = if compares { "Comparison" } else { "Filtering" };
            read(format!("wgpu::BindingType::Sampler(wgpu::SamplerBindingType::{sort})"))
        }
        (ObjectKind::Globals | ObjectKind::ConstantBuffer | ObjectKind::ParameterBlock, _) => {
            buffer("Uniform", size(alignments, slot), false)
        }
        (ObjectKind::StructuredBuffer | ObjectKind::ByteAddressBuffer | ObjectKind::TextureBuffer, _) => {
            buffer("Storage { read_only: true }", size(alignments, slot), false)
        }
        (ObjectKind::RwStructuredBuffer | ObjectKind::RwByteAddressBuffer, _) => {
            let read_only = slot.shape.as_ref().is_some_and(|shape| shape.access == "read");
            buffer(&format!("Storage {{ read_only: {read_only} }}"), size(alignments, slot), !read_only)
        }
        (ObjectKind::CombinedSampler, _) if slot.count != Amount::Finite(2) => {
            return Err(Omission {
                reason: format!("wgpu has no binding for a texture and its sampler, `{}`", slot.ty),
                help: "declare a texture and a sampler: `texture2D` and `sampler` in GLSL, `Texture2D` and `SamplerState` in Slang",
            });
        }
        // A texture without dimensions is a `texture_external` of WGSL.
        (ObjectKind::Texture, _) if slot.resource.is_some_and(|resource| resource.shape.dimension == Dimension::None) => {
            read("wgpu::BindingType::ExternalTexture".to_owned())
        }
        (ObjectKind::Texture | ObjectKind::CombinedSampler, _) => read(texture(slot, shape(slot)?)?),
        (ObjectKind::RwTexture, _) => BindingType { text: storage_texture(shape(slot)?, implied)?, written: true },
        (ObjectKind::AccelerationStructure, _) => {
            let vertex_return = slot.resource.is_some_and(|resource| resource.shape.vertex_return);
            read(format!("wgpu::BindingType::AccelerationStructure {{ vertex_return: {vertex_return} }}"))
        }
        (ObjectKind::SubpassInput | ObjectKind::SpecializationConstant | ObjectKind::DescriptorHeap | ObjectKind::Value, _) => {
            return Err(format!("wgpu does not support bindings of `{}`", slot.ty).into());
        }
    })
}

fn shape(slot: &ResourceSlot) -> Result<&ObjectShape, String> {
    slot.shape.as_ref().ok_or_else(|| format!("the dimension of `{}` is unknown", slot.ty))
}

fn buffer(sort: &str, size: Option<u64>, written: bool) -> BindingType {
    let size = size.filter(|&size| size > 0).map_or("None".to_owned(), |size| format!("std::num::NonZeroU64::new({size})"));
    let text =
        format!("wgpu::BindingType::Buffer {{ ty: wgpu::BufferBindingType::{sort}, has_dynamic_offset: false, min_binding_size: {size} }}");
    BindingType { text, written }
}

/// The minimum size to bind: all of a block, one element of a structured buffer or of a runtime-sized array (WebGPU, minimum buffer
/// binding size). wgpu counts the padding at the end of a block, also for shaders that come as SPIR-V, whose blocks end with their last member.
fn size(alignments: &mut Alignments<'_>, slot: &ResourceSlot) -> Option<u64> {
    let buffer = slot.buffer.as_ref()?;
    // The members of an array of structs are those of its elements.
    let element = || buffer.members.first().and_then(|first| first.arrays.first().map_or(first.stride, |array| Some(array.stride)));
    let block = || {
        let size = buffer.size.finite()?;
        let align = match buffer.content {
            // Only structs have padding at their end.
            Some(ty) if !matches!(alignments.module.types[ty], Type::Struct(_)) => 1,
            Some(ty) => alignments.of(ty),
            None => buffer.align,
        };
        Some(size.checked_next_multiple_of(align).unwrap_or(size))
    };
    buffer.stride.or_else(block).or_else(element)
}

/// The alignments of types in WGSL (14.4.1, Alignment and Size), in bytes.
pub(super) struct Alignments<'m> {
    module: &'m Module,
    of_structs: FxHashMap<StructId, u64>,
}

impl<'m> Alignments<'m> {
    pub(super) fn new(module: &'m Module) -> Self {
        Alignments { module, of_structs: FxHashMap::default() }
    }

    /// The alignment of a type; 1 if WGSL does not have the type.
    fn of(&mut self, ty: TypeId) -> u64 {
        let vector = |scalar: Scalar, width: u8| self.module.scalar_bytes(scalar) * if width == 3 { 4 } else { u64::from(width) };
        match self.module.types[ty] {
            Type::Scalar(scalar) | Type::Atomic(scalar) => self.module.scalar_bytes(scalar),
            Type::Vector { scalar, width } => vector(scalar, width),
            Type::Matrix { scalar, rows, .. } => vector(scalar, rows),
            Type::Array { element, .. } => self.of(element),
            Type::Struct(id) => {
                if let Some(&known) = self.of_structs.get(&id) {
                    return known;
                }
                let fields = self.module.structs[id].fields.iter();
                let align = fields.map(|field| self.of(field.ty)).max().unwrap_or(1);
                self.of_structs.insert(id, align);
                align
            }
            _ => 1,
        }
    }
}

fn texture(slot: &ResourceSlot, shape: &ObjectShape) -> Result<String, String> {
    let sample_type = match shape.sample {
        Some(SampleType::Depth) => "Depth".to_owned(),
        Some(SampleType::Sint) => "Sint".to_owned(),
        Some(SampleType::Uint) => "Uint".to_owned(),
        // Multisampled textures cannot be filtered: WebGPU, section 8.1.1.
        Some(SampleType::Float) => format!("Float {{ filterable: {} }}", !shape.multisample),
        Some(SampleType::Sint64 | SampleType::Uint64) | None => {
            return Err(format!("wgpu does not support textures of `{}`", shape.result.as_deref().unwrap_or(&slot.ty)));
        }
    };
    Ok(format!(
        "wgpu::BindingType::Texture {{ sample_type: wgpu::TextureSampleType::{sample_type}, view_dimension: wgpu::TextureViewDimension::{}, multisampled: {} }}",
        dimension(shape)?,
        shape.multisample
    ))
}

fn storage_texture(shape: &ObjectShape, implied: bool) -> Result<String, Omission> {
    let access = match shape.access {
        "read" => "ReadOnly",
        "write" => "WriteOnly",
        _ => "ReadWrite",
    };
    let implied = || shape.result.as_deref().filter(|_| implied).and_then(format_of_numbers);
    let written = shape.format.as_deref().or_else(implied).ok_or_else(|| Omission {
        reason: "its declaration has no texel format, which wgpu requires".to_owned(),
        help: "add `[format(\"rgba8\")]`, or `layout(rgba8)` in GLSL",
    })?;
    let format = format(written).ok_or_else(|| format!("wgpu does not support storage textures with format `{written}`"))?;
    Ok(format!(
        "wgpu::BindingType::StorageTexture {{ access: wgpu::StorageTextureAccess::{access}, format: wgpu::TextureFormat::{format}, view_dimension: wgpu::TextureViewDimension::{} }}",
        dimension(shape)?
    ))
}

fn dimension(shape: &ObjectShape) -> Result<&'static str, String> {
    Ok(match (shape.dimension, shape.array) {
        (Some("1d"), false) => "D1",
        (Some("2d"), false) => "D2",
        (Some("2d"), true) => "D2Array",
        (Some("cube"), false) => "Cube",
        (Some("cube"), true) => "CubeArray",
        (Some("3d"), false) => "D3",
        (Some("buffer"), _) => return Err("wgpu does not support texel buffers".to_owned()),
        _ => return Err("wgpu does not support textures of this dimension".to_owned()),
    })
}

/// The format of a storage texture in the WGSL of libslang 2026.12 if the source specifies none (measured). For other types, libslang
/// reports an error, or uses a format with other components.
fn format_of_numbers(ty: &str) -> Option<&'static str> {
    Some(match ty {
        "float" => "r32f",
        "float2" => "rg32f",
        "float3" | "float4" => "rgba32f",
        "int" => "r32i",
        "int2" => "rg32i",
        "int4" => "rgba32i",
        "uint" => "r32ui",
        "uint2" => "rg32ui",
        "uint4" => "rgba32ui",
        _ => return None,
    })
}

/// The format of a storage texture in the spelling of WGSL (`rgba8unorm`), from that of WGSL, GLSL or Slang (`rgba8`).
fn format(written: &str) -> Option<String> {
    let digits = written.find(|c: char| c.is_ascii_digit())?;
    let (channels, rest) = written.split_at(digits);
    let bits_end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (bits, sort) = rest.split_at(bits_end);
    let sort = match sort {
        "" | "unorm" => "Unorm",
        "_snorm" | "snorm" => "Snorm",
        "f" | "float" => "Float",
        "i" | "sint" => "Sint",
        "ui" | "uint" => "Uint",
        _ => return None,
    };
    let channels = match channels {
        "r" => "R",
        "rg" => "Rg",
        "rgba" => "Rgba",
        "bgra" => "Bgra",
        _ => return None,
    };
    let known = matches!(bits, "8" | "16" | "32") && (bits != "32" || !sort.ends_with("norm")) && (bits != "8" || sort != "Float");
    known.then(|| format!("{channels}{bits}{sort}"))
}
