//! Runs shaders on a device, and checks the contents of its memory.

#![allow(missing_docs, clippy::print_stdout, reason = "tests say how much was compared")]

mod generated;
mod layout_proof;
mod rewrite_equivalence;
mod runner;
mod traps;
mod view;
