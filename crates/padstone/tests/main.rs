//! The tests of the library, in one program: `cargo test -p padstone --test tests golden` runs those of a module.

mod clang;
mod common {
    pub(crate) mod layouts;
    pub(crate) mod program;
    pub(crate) mod random;
}
mod emitted;
mod facade;
mod fuzz_finds;
mod glslang;
mod golden;
mod host;
mod incomplete_code;
mod limits;
mod lints;
mod llvm;
mod mutants;
mod pipeline;
mod properties;
mod slang;
mod suggestions;
mod tint;
mod unknown_names;
mod validation;
