//! Shaders run on a device, and what is in memory then is what it should be.

#![allow(missing_docs, clippy::print_stdout, reason = "tests say how much was compared")]

mod equal;
mod generated;
mod proof;
mod runner;
mod traps;
