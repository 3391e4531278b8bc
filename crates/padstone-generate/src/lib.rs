//! Generates valid shaders from any byte string, for property tests, comparisons with compilers, benchmarks and
//! fuzz targets.
//!
//! The compilers of each language should accept every generated shader: tests compare [`mod@wgsl`] with
//! tint and naga, [`mod@glsl`] with glslang, and [`mod@slang`] with libslang. This crate depends on no other crate of padstone; it computes
//! the few sizes that it needs, such as for a sufficient `@size`, itself.
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
