//! What a project holds its shaders to: its settings.
//!
//! Values in, values out: files are read and written by the command.

pub mod config;
mod level;

pub use level::Level;
