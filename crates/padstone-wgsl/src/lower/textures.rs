//! Textures in the model.

use padstone_model::{ResourceAccess, ResourceShape, SampleType};
use padstone_source::Interner;

use crate::types::{AccessMode, DepthTexture, SampledTexture, StorageTexture, TexelFormat, Texture};
/// The resource shape of a texture.
pub(super) fn texture_shape(texture: Texture, names: &mut Interner) -> ResourceShape {
    let mut stored = |shape: ResourceShape, format: TexelFormat, access| {
        let access = match access {
            AccessMode::Read => ResourceAccess::Read,
            AccessMode::Write => ResourceAccess::Write,
            AccessMode::ReadWrite => ResourceAccess::ReadWrite,
        };
        ResourceShape { format: Some(names.intern(format.name())), ..shape.accessed(access) }
    };
    match texture {
        Texture::Sampled(texture, _) => match texture {
            SampledTexture::D1 => ResourceShape::D1,
            SampledTexture::D2 => ResourceShape::D2,
            SampledTexture::D2Array => ResourceShape::D2_ARRAY,
            SampledTexture::D3 => ResourceShape::D3,
            SampledTexture::Cube => ResourceShape::CUBE,
            SampledTexture::CubeArray => ResourceShape::CUBE_ARRAY,
            SampledTexture::Multisampled2 => ResourceShape::D2_MS,
        },
        Texture::Depth(texture) => {
            let shape = match texture {
                DepthTexture::D2 => ResourceShape::D2,
                DepthTexture::D2Array => ResourceShape::D2_ARRAY,
                DepthTexture::Cube => ResourceShape::CUBE,
                DepthTexture::CubeArray => ResourceShape::CUBE_ARRAY,
                DepthTexture::Multisampled2 => ResourceShape::D2_MS,
            };
            shape.sampled(SampleType::Depth)
        }
        Texture::Storage(texture, format, access) => {
            let shape = match texture {
                StorageTexture::D1 => ResourceShape::D1,
                StorageTexture::D2 => ResourceShape::D2,
                StorageTexture::D2Array => ResourceShape::D2_ARRAY,
                StorageTexture::D3 => ResourceShape::D3,
            };
            stored(shape, format, access)
        }
        Texture::TexelBuffer(format, access) => stored(ResourceShape::BUFFER, format, access),
        Texture::External => ResourceShape::NONE,
    }
}
