//! The tests of the front end of WGSL, in one program: `cargo test -p padstone-wgsl --test tests bodies` runs those of a module.

mod bodies;
mod common;
mod constants;
mod declarations;
mod diagnostics;
mod imports;
mod syntax;
mod verdicts;
