//! Resources without bytes: images, textures and samplers, in the spelling of GLSL.

use padstone_model::{Dimension, ResourceAccess, ResourceKind, ResourceShape, SampleType};
use rspirv::spirv::Dim;

use crate::module_info::{Image, SpirvModule, TypeKind};

/// Texel formats by their numbers in SPIR-V (3.11, Image Format), in the spelling of GLSL. The first is "unknown".
const FORMATS: [&str; 42] = [
    "",
    "rgba32f",
    "rgba16f",
    "r32f",
    "rgba8",
    "rgba8_snorm",
    "rg32f",
    "rg16f",
    "r11f_g11f_b10f",
    "r16f",
    "rgba16",
    "rgb10_a2",
    "rg16",
    "rg8",
    "r16",
    "r8",
    "rgba16_snorm",
    "rg16_snorm",
    "rg8_snorm",
    "r16_snorm",
    "r8_snorm",
    "rgba32i",
    "rgba16i",
    "rgba8i",
    "r32i",
    "rg32i",
    "rg16i",
    "rg8i",
    "r16i",
    "r8i",
    "rgba32ui",
    "rgba16ui",
    "rgba8ui",
    "r32ui",
    "rgb10_a2ui",
    "rg32ui",
    "rg16ui",
    "rg8ui",
    "r16ui",
    "r8ui",
    "r64ui",
    "r64i",
];

/// A type without bytes.
pub(crate) struct Opaque {
    pub(crate) kind: ResourceKind,
    pub(crate) shape: ResourceShape,
    /// The spelling in GLSL.
    pub(crate) spelling: String,
    /// The texel format.
    pub(crate) format: Option<&'static str>,
}

/// The resource of an opaque type; `None` for other types.
pub(crate) fn opaque(info: &SpirvModule, kind: &TypeKind) -> Option<Opaque> {
    let opaque = |kind, shape, word: &str| Opaque { kind, shape, spelling: word.to_owned(), format: None };
    Some(match kind {
        TypeKind::Sampler => opaque(ResourceKind::Sampler, ResourceShape::NONE, "sampler"),
        TypeKind::AccelerationStructure => {
            let shape = ResourceShape::read(Dimension::AccelerationStructure);
            opaque(ResourceKind::AccelerationStructure, shape, "accelerationStructureEXT")
        }
        TypeKind::Image(image) if image.sampled == 2 => {
            let word = if image.dim == Dim::DimSubpassData as u32 { "subpassInput" } else { "image" };
            of_image(info, image, ResourceKind::RwTexture, word)
        }
        TypeKind::Image(image) => of_image(info, image, ResourceKind::Texture, "texture"),
        TypeKind::SampledImage { image } => match info.get(*image).map(|(_, fact)| &fact.kind) {
            // A texel buffer has no sampler.
            Some(TypeKind::Image(image)) if image.dim == Dim::DimBuffer as u32 => of_image(info, image, ResourceKind::Texture, "sampler"),
            Some(TypeKind::Image(image)) => of_image(info, image, ResourceKind::CombinedSampler, "sampler"),
            _ => opaque(ResourceKind::CombinedSampler, ResourceShape::NONE, "sampler"),
        },
        _ => return None,
    })
}

/// `texture2DArray`, `iimage3D`, `usamplerBuffer`.
fn of_image(info: &SpirvModule, image: &Image, kind: ResourceKind, word: &str) -> Opaque {
    let (prefix, sample) = match info.get(image.sampled_type).map(|(_, fact)| &fact.kind) {
        Some(TypeKind::Int { signed: true, bits: 64 }) => ("i", SampleType::Sint64),
        Some(TypeKind::Int { signed: false, bits: 64 }) => ("u", SampleType::Uint64),
        Some(TypeKind::Int { signed: true, .. }) => ("i", SampleType::Sint),
        Some(TypeKind::Int { signed: false, .. }) => ("u", SampleType::Uint),
        _ if image.is_depth => ("", SampleType::Depth),
        _ => ("", SampleType::Float),
    };
    let (dim, dimension) = match Dim::from_u32(image.dim) {
        Some(Dim::Dim1D) => ("1D", Dimension::Texture1D),
        Some(Dim::Dim2D) => ("2D", Dimension::Texture2D),
        Some(Dim::Dim3D) => ("3D", Dimension::Texture3D),
        Some(Dim::DimCube) => ("Cube", Dimension::TextureCube),
        Some(Dim::DimRect) => ("2DRect", Dimension::Texture2D),
        Some(Dim::DimBuffer) => ("Buffer", Dimension::TextureBuffer),
        Some(Dim::DimSubpassData) => ("", Dimension::SubpassInput),
        _ => ("", Dimension::None),
    };
    let access = if kind == ResourceKind::RwTexture && dimension != Dimension::SubpassInput {
        ResourceAccess::ReadWrite
    } else {
        ResourceAccess::Read
    };
    let shape = ResourceShape {
        arrayed: image.arrayed,
        multisampled: image.multisampled,
        ..ResourceShape::read(dimension).sampled(sample).accessed(access)
    };
    let multisampled = if image.multisampled { "MS" } else { "" };
    let arrayed = if image.arrayed { "Array" } else { "" };
    let compared = if image.is_depth && word == "sampler" { "Shadow" } else { "" };
    let format = FORMATS.get(image.format as usize).copied().filter(|format| !format.is_empty());
    Opaque { kind, shape, spelling: format!("{prefix}{word}{dim}{multisampled}{arrayed}{compared}"), format }
}
