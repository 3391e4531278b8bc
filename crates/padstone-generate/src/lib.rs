//! Correct shaders out of any string of bytes: what property tests, comparisons with compilers, benchmarks and
//! fuzz targets are fed with.
//!
//! Every shader that comes out is meant to be accepted by the compilers of its language: [`mod@wgsl`] is compared with
//! tint and naga, [`mod@glsl`] against glslang, [`mod@slang`] against libslang. This crate knows no other crate of padstone; the little that it has
//! to know of sizes, so as not to write an `@size` that is too small, is its own.
//!
//! ```
//! use padstone_generate::{Choices, bytes, wgsl};
//!
//! let text = wgsl::module(&mut Choices::new(&bytes(1, 2000)), wgsl::ModuleFeatures::everywhere());
//! assert_eq!(text, wgsl::module(&mut Choices::new(&bytes(1, 2000)), wgsl::ModuleFeatures::everywhere()));
//! ```

mod choices;
pub mod glsl;
mod large;
pub mod slang;
mod spacing;
pub mod wgsl;

pub use choices::{Choices, bytes};
pub use large::{large_glsl, large_hlsl, large_slang, large_wgsl};
