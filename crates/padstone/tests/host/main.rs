//! Structs of host languages lie as the layouts say: their own compilers take the assertions, and what is written through
//! every field arrives at its byte.
//!
//! Libraries of Rust have to be built first; they are tried in the workspace `hosts`, by the same means.

#![allow(clippy::print_stdout, reason = "says how much was compared")]

mod compare;
mod programs;
mod tools;

#[test]
fn what_is_written_through_the_host_arrives() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let all = [tools::rust::TOOLS, tools::c::TOOLS, tools::python::TOOLS, tools::typescript::TOOLS];
    compare::check(&all.concat(), folder, 1);
}
