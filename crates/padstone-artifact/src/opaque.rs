//! Objects without bytes: images, textures and samplers, in the words of GLSL.

use padstone_model::ResourceKind;
use rspirv::spirv::Dim;

use crate::facts::{Facts, Image, TypeKind};

/// The kind of an opaque type, and its name; `None` for types that are not opaque.
pub(crate) fn opaque(facts: &Facts, kind: &TypeKind) -> Option<(ResourceKind, String)> {
    Some(match kind {
        TypeKind::Sampler => (ResourceKind::Sampler, "sampler".to_owned()),
        TypeKind::AccelerationStructure => (ResourceKind::AccelerationStructure, "accelerationStructureEXT".to_owned()),
        TypeKind::Image(image) if image.sampled == 2 => {
            let word = if image.dim == Dim::DimSubpassData as u32 { "subpassInput" } else { "image" };
            (ResourceKind::RwTexture, name(facts, image, word))
        }
        TypeKind::Image(image) => (ResourceKind::Texture, name(facts, image, "texture")),
        TypeKind::SampledImage { image } => match facts.get(*image).map(|(_, fact)| &fact.kind) {
            Some(TypeKind::Image(image)) => (ResourceKind::Texture, name(facts, image, "sampler")),
            _ => (ResourceKind::Texture, "sampler".to_owned()),
        },
        _ => return None,
    })
}

/// `texture2DArray`, `iimage3D`, `usamplerBuffer`.
fn name(facts: &Facts, image: &Image, word: &str) -> String {
    let prefix = match facts.get(image.sampled_type).map(|(_, fact)| &fact.kind) {
        Some(TypeKind::Int { signed: true, .. }) => "i",
        Some(TypeKind::Int { signed: false, .. }) => "u",
        _ => "",
    };
    let dim = match Dim::from_u32(image.dim) {
        Some(Dim::Dim1D) => "1D",
        Some(Dim::Dim2D) => "2D",
        Some(Dim::Dim3D) => "3D",
        Some(Dim::DimCube) => "Cube",
        Some(Dim::DimRect) => "2DRect",
        Some(Dim::DimBuffer) => "Buffer",
        _ => "",
    };
    let multisampled = if image.multisampled { "MS" } else { "" };
    let arrayed = if image.arrayed { "Array" } else { "" };
    format!("{prefix}{word}{dim}{multisampled}{arrayed}")
}
