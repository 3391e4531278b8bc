//! Structs of host languages match the layouts: their compilers accept the assertions, and a value written through
//! a field is at its offset.
//!
//! Libraries of Rust must be built first; the workspace `hosts` tests them in the same way.

#![allow(clippy::print_stdout, reason = "prints the counts")]

mod bit_fields;
mod compare;
mod copies;
mod pairs;
mod programs;
mod standalone;
mod tools;

use std::path::Path;

use padstone_read::emit::host::{self, HostTypes};
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

/// The workspace `hosts` compiles the libraries; their offsets need no compiler.
#[test]
fn library_types_have_the_offsets_of_the_layout() {
    let rust = host::LANGUAGES.iter().find(|language| language.name == "rust").expect("a language");
    for (style, derives) in [
        ("plain", &["bytemuck", "zerocopy"][..]),
        ("plain", &["encase"]),
        ("glam", &[]),
        ("glam", &["zerocopy"]),
        ("glam", &["encase"]),
        ("nalgebra", &["bytemuck"]),
        ("nalgebra", &["encase"]),
    ] {
        compare::check_offsets(&HostTypes::new(rust, Some(style), derives).expect("types of the language"));
    }
}

fn check(tools: &[Tool]) {
    // The everyday run tests one program in twenty, the full run one in two.
    compare::check(tools, Path::new(env!("CARGO_TARGET_TMPDIR")), if is_full() { 2 } else { 20 });
}
