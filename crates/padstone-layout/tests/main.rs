//! The tests of layouts, in one program: `cargo test -p padstone-layout --test tests diagnostics` runs those of a module.

mod common;
mod diagnostics;
mod extremes;
mod glsl;
mod layouts;
mod padding;
mod wgsl;
mod wgsl_diagnostics;
