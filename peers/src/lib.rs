//! naga's layouts of WGSL modules, as `padstone_testing` compares them.

mod naga_layouts;

pub use naga_layouts::{accepts, compile, layouts, layouts_of};
