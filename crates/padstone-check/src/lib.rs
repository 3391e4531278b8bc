//! The checks of a project: its settings, its lints, and its recorded ABI.
//!
//! Values in, values out: files are read and written by the command.

pub mod abi;
pub mod config;
mod level;
pub mod lints;

pub use level::Level;
