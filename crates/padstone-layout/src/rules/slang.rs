//! Slang's layout rules for ordinary data, for each of its targets.

mod c;
mod cbuffer;
mod cpp;
mod cuda;
mod documented_d3d;
mod documented_vulkan;
mod metal_argument_buffer;
mod metal_constant;
mod metal_device;
mod natural;
mod std140;
mod std430;

pub use c::C;
pub use cbuffer::SLANG_CBUFFER;
pub use cpp::CPP;
pub use cuda::CUDA;
pub use documented_d3d::DOCUMENTED_D3D;
pub use documented_vulkan::DOCUMENTED_VULKAN;
pub use metal_argument_buffer::METAL_ARGUMENT_BUFFER;
pub use metal_constant::METAL_CONSTANT;
pub use metal_device::METAL_DEVICE;
pub use natural::NATURAL;
pub use std140::SLANG_STD140;
pub use std430::SLANG_STD430;
