//! The targets, as data.

mod cpu;
mod d3d;
mod documented;
mod metal;
mod vulkan;

pub use cpu::{CPP, CUDA};
pub use d3d::D3D;
pub use documented::{DOCUMENTED_FOR_D3D, DOCUMENTED_FOR_VULKAN};
pub(crate) use metal::ARGUMENT_BUFFER;
pub use metal::METAL;
pub use vulkan::{GLSL, VULKAN, VULKAN_C, VULKAN_DX, VULKAN_SCALAR, WEBGPU, WEBGPU_C, WEBGPU_DX, WEBGPU_SCALAR};
