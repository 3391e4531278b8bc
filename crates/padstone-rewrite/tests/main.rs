//! The tests of rewriting WGSL, in one program: `cargo test -p padstone-rewrite --test tests minimal` runs those of a module.

mod minimal;
mod properties;
mod rewrite;
mod vulkan;
