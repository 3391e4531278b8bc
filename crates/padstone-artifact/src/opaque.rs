//! Objects without bytes: images, textures and samplers, in the words of GLSL.

use padstone_model::{Dimension, ResourceAccess, ResourceKind, ResourceShape, SampleType};
use rspirv::spirv::Dim;

use crate::module_info::{Image, ModuleInfo, TypeKind};

/// A type without bytes.
pub(crate) struct Opaque {
    pub(crate) kind: ResourceKind,
    pub(crate) shape: ResourceShape,
    /// As GLSL spells it.
    pub(crate) spelling: String,
}

/// What an opaque type is; `None` for types that are not opaque.
pub(crate) fn opaque(info: &ModuleInfo, kind: &TypeKind) -> Option<Opaque> {
    let plain = |kind, shape, word: &str| Opaque { kind, shape, spelling: word.to_owned() };
    Some(match kind {
        TypeKind::Sampler => plain(ResourceKind::Sampler, ResourceShape::NONE, "sampler"),
        TypeKind::AccelerationStructure => {
            let shape = ResourceShape::read(Dimension::AccelerationStructure);
            plain(ResourceKind::AccelerationStructure, shape, "accelerationStructureEXT")
        }
        TypeKind::Image(image) if image.sampled == 2 => {
            let word = if image.dim == Dim::DimSubpassData as u32 { "subpassInput" } else { "image" };
            of_image(info, image, ResourceKind::RwTexture, word)
        }
        TypeKind::Image(image) => of_image(info, image, ResourceKind::Texture, "texture"),
        TypeKind::SampledImage { image } => match info.get(*image).map(|(_, fact)| &fact.kind) {
            Some(TypeKind::Image(image)) => of_image(info, image, ResourceKind::Texture, "sampler"),
            _ => plain(ResourceKind::Texture, ResourceShape::NONE, "sampler"),
        },
        _ => return None,
    })
}

/// `texture2DArray`, `iimage3D`, `usamplerBuffer`.
fn of_image(info: &ModuleInfo, image: &Image, kind: ResourceKind, word: &str) -> Opaque {
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
    Opaque { kind, shape, spelling: format!("{prefix}{word}{dim}{multisampled}{arrayed}") }
}
