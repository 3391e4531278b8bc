//! Runs shaders on [`Gpu`]: lavapipe, Mesa's software Vulkan device.
//!
//! ```text
//! WGSL ──naga──▶ SPIR-V ──▶ Kernel ──bytes of buffers──▶ bytes of buffers
//! ```
//!
//! [`compile`] compiles WGSL to SPIR-V; other SPIR-V runs unchanged. [`prove_spirv`] and [`prove_naga`] compare padstone's
//! layouts with the behavior of the device.

mod buffers;
mod compile;
mod contents;
mod gpu;
mod layout_proof;

pub use buffers::buffers;
pub use compile::{CompiledModule, NAGA_PANICS, Resource, compile, compile_writable};
pub use contents::{PADDING, contents};
pub use gpu::{BufferAccess, Gpu, Kernel};
pub use layout_proof::{BufferComponents, Component, Proof, components, prove_naga, prove_spirv, read_components};
