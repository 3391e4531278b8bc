//! Textures (WGSL, section 6.5) and the formats of their texels.

use super::AccessMode;
use crate::names::names;
use crate::scalar::Scalar;

/// A texture type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Texture {
    /// `texture_2d<f32>`
    Sampled(SampledTexture, Scalar),
    /// `texture_depth_2d`
    Depth(DepthTexture),
    /// `texture_storage_2d<rgba8unorm, write>`
    Storage(StorageTexture, TexelFormat, AccessMode),
    /// `texel_buffer<r32uint, read>`, of the language extension `texel_buffer`.
    TexelBuffer(TexelFormat, AccessMode),
    /// `texture_external`
    External,
}

names! {
    /// Textures that are sampled (sections 6.5.2 and 6.5.3).
    SampledTexture {
        D1 = "texture_1d",
        D2 = "texture_2d",
        D2Array = "texture_2d_array",
        D3 = "texture_3d",
        Cube = "texture_cube",
        CubeArray = "texture_cube_array",
        Multisampled2 = "texture_multisampled_2d",
    }
}

names! {
    /// Depth textures (section 6.5.6).
    DepthTexture {
        D2 = "texture_depth_2d",
        D2Array = "texture_depth_2d_array",
        Cube = "texture_depth_cube",
        CubeArray = "texture_depth_cube_array",
        Multisampled2 = "texture_depth_multisampled_2d",
    }
}

names! {
    /// Storage textures (section 6.5.5).
    StorageTexture {
        D1 = "texture_storage_1d",
        D2 = "texture_storage_2d",
        D2Array = "texture_storage_2d_array",
        D3 = "texture_storage_3d",
    }
}

names! {
    /// Texel formats (section 6.5.1), including those of `texture_formats_tier1`.
    TexelFormat {
        Rgba8unorm = "rgba8unorm",
        Rgba8snorm = "rgba8snorm",
        Rgba8uint = "rgba8uint",
        Rgba8sint = "rgba8sint",
        Rgba16unorm = "rgba16unorm",
        Rgba16snorm = "rgba16snorm",
        Rgba16uint = "rgba16uint",
        Rgba16sint = "rgba16sint",
        Rgba16float = "rgba16float",
        Rg8unorm = "rg8unorm",
        Rg8snorm = "rg8snorm",
        Rg8uint = "rg8uint",
        Rg8sint = "rg8sint",
        Rg16unorm = "rg16unorm",
        Rg16snorm = "rg16snorm",
        Rg16uint = "rg16uint",
        Rg16sint = "rg16sint",
        Rg16float = "rg16float",
        R32uint = "r32uint",
        R32sint = "r32sint",
        R32float = "r32float",
        Rg32uint = "rg32uint",
        Rg32sint = "rg32sint",
        Rg32float = "rg32float",
        Rgba32uint = "rgba32uint",
        Rgba32sint = "rgba32sint",
        Rgba32float = "rgba32float",
        Bgra8unorm = "bgra8unorm",
        R8unorm = "r8unorm",
        R8snorm = "r8snorm",
        R8uint = "r8uint",
        R8sint = "r8sint",
        R16unorm = "r16unorm",
        R16snorm = "r16snorm",
        R16uint = "r16uint",
        R16sint = "r16sint",
        R16float = "r16float",
        Rgb10a2unorm = "rgb10a2unorm",
        Rgb10a2uint = "rgb10a2uint",
        Rg11b10ufloat = "rg11b10ufloat",
    }
}

impl Texture {
    /// The name of the type, without its arguments.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Texture::Sampled(dimension, _) => dimension.name(),
            Texture::Depth(dimension) => dimension.name(),
            Texture::Storage(dimension, ..) => dimension.name(),
            Texture::TexelBuffer(..) => "texel_buffer",
            Texture::External => "texture_external",
        }
    }
}
