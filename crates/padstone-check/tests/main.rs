//! The tests of settings and lock files, in one program: `cargo test -p padstone-check --test tests abi` runs those of a module.

mod abi;
mod config;
