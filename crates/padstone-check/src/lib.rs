//! What a project holds its shaders to: its settings, its lints, and what it has promised to its hosts.
//!
//! Values in, values out: files are read and written by the command.

pub mod abi;
pub mod config;
mod level;
pub mod lints;

pub use level::Level;
