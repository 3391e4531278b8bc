//! The Slang profiles, one for each target.

mod cpp;
mod cuda;
mod documented;
mod hlsl;
mod metal;
mod spirv;
mod spirv_c;
mod spirv_dx;
mod spirv_scalar;
mod wgsl;

pub use cpp::SLANG_CPP;
pub use cuda::SLANG_CUDA;
pub use documented::{SLANG_DOCUMENTED_HLSL, SLANG_DOCUMENTED_SPIRV};
pub use hlsl::SLANG_HLSL;
pub use metal::SLANG_METAL;
pub use spirv::SLANG_SPIRV;
pub use spirv_c::SLANG_SPIRV_C;
pub use spirv_dx::SLANG_SPIRV_DX;
pub use spirv_scalar::SLANG_SPIRV_SCALAR;
pub use wgsl::{SLANG_WGSL, SLANG_WGSL_C, SLANG_WGSL_DX, SLANG_WGSL_SCALAR};
