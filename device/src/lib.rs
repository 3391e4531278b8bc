//! Shaders are run here: on [`Gpu`], which is lavapipe, the Vulkan device of Mesa that is a program.
//!
//! ```text
//! WGSL ──naga──▶ SPIR-V ──▶ Kernel ──bytes of buffers──▶ bytes of buffers
//! ```
//!
//! [`compile`] makes SPIR-V of WGSL, and SPIR-V from elsewhere runs as it is.

mod compile;
mod gpu;

pub use compile::{Compiled, Resource, compile};
pub use gpu::{Gpu, Kernel, Kind};
