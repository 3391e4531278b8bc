//! Structs of host languages match the layouts: their compilers accept the assertions, and a value written through
//! a field is at its offset.
//!
//! Libraries of Rust must be built first; the workspace `hosts` tests them in the same way.

#![allow(clippy::print_stdout, reason = "prints the counts")]

mod bit_fields;
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
    // The everyday run tests one program in four.
    compare::check(tools, Path::new(env!("CARGO_TARGET_TMPDIR")), if is_full() { 1 } else { 4 });
}
