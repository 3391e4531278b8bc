//! What naga says about a module of WGSL, in the words in which `padstone_testing` compares layouts.

mod naga_layouts;

pub use naga_layouts::{accepts, compile, layouts, layouts_of};
