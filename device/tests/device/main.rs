//! Runs shaders on a device, and checks the contents of its memory.

#![allow(missing_docs, clippy::print_stdout, reason = "tests say how much was compared")]

mod equal;
mod generated;
mod proof;
mod runner;
mod traps;
mod view;
