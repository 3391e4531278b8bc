//! Structs of host languages lie as the layouts say: their own compilers take the assertions, and what is written through
//! every field arrives at its byte.
//!
//! Libraries of Rust have to be built first; they are tried in the workspace `hosts`, by the same means.

#![allow(clippy::print_stdout, reason = "says how much was compared")]

mod alone;
mod compare;
mod pairs;
mod programs;
mod tools;

use std::path::Path;

use padstone_testing::is_full;
use tools::Tool;

#[test]
fn what_is_written_through_rust_arrives() {
    check(tools::rust::TOOLS);
}

#[test]
fn what_is_written_through_c_arrives() {
    check(tools::c::TOOLS);
}

#[test]
fn what_is_written_through_python_arrives() {
    check(tools::python::TOOLS);
}

#[test]
fn what_is_written_through_typescript_arrives() {
    check(tools::typescript::TOOLS);
}

fn check(tools: &[Tool]) {
    // Everyday one program of four.
    compare::check(tools, Path::new(env!("CARGO_TARGET_TMPDIR")), if is_full() { 1 } else { 4 });
}
