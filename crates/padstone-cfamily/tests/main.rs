//! The tests of the front ends of HLSL, Slang and GLSL, in one program: `cargo test -p padstone-cfamily --test tests declarations` runs those of a module.

mod common;
mod declarations;
mod glsl_declarations;
mod glsl_diagnostics;
mod preprocess;
mod slang;
mod usage;
