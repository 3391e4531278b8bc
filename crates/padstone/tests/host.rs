//! Structs of host languages lie as the layouts say: their own compilers take the assertions, and what is written through
//! every field arrives at its byte.
//!
//! Libraries of Rust have to be built first; they are tried in the workspace `hosts`, by the same means.

#![allow(clippy::print_stdout, reason = "says how much was compared")]

mod compare;
mod pairs;
mod programs;
mod standalone;
mod tools;

use std::path::Path;

use padstone_testing::is_full;
use tools::Tool;

#[test]
fn shaders_read_values_written_through_rust() {
    check(tools::rust::TOOLS);
}

#[test]
fn shaders_read_values_written_through_c() {
    check(tools::c::TOOLS);
}

#[test]
fn shaders_read_values_written_through_python() {
    check(tools::python::TOOLS);
}

#[test]
fn shaders_read_values_written_through_typescript() {
    check(tools::typescript::TOOLS);
}

fn check(tools: &[Tool]) {
    // Everyday one program of four.
    compare::check(tools, Path::new(env!("CARGO_TARGET_TMPDIR")), if is_full() { 1 } else { 4 });
}
