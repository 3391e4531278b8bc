//! Shaders are run here: on [`Gpu`], which is lavapipe, the Vulkan device of Mesa that is a program.
//!
//! ```text
//! WGSL ──naga──▶ SPIR-V ──▶ Kernel ──bytes of buffers──▶ bytes of buffers
//! ```
//!
//! [`compile`] makes SPIR-V of WGSL, and SPIR-V from elsewhere runs as it is. [`prove_spirv`] and [`prove_naga`] hold what padstone
//! says of a layout against what a device does.

mod buffers;
mod compile;
mod contents;
mod gpu;
mod proof;

pub use buffers::buffers;
pub use compile::{Compiled, NAGA_PANICS, Resource, compile, compile_writable};
pub use contents::{PADDING, contents};
pub use gpu::{Gpu, Kernel, Kind};
pub use proof::{Proof, prove_naga, prove_spirv};
