//! The checks of a project: its settings, its lints, and its recorded ABI.
//!
//! It takes values and returns values; the command reads and writes the files.

pub mod abi;
pub mod config;
mod level;
pub mod lints;

pub use level::Level;
