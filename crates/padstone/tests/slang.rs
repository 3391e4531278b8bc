//! Programs of Slang: what is recorded of libslang, what it says live about generated ones, and what must be true of all.

#![allow(clippy::print_stdout, reason = "says how much was compared")]

mod bytes;
mod compiled;
mod diagnostics;
mod documented;
mod errors;
mod examples;
mod golden;
mod guarantees;
mod live;
mod mutants;
mod pipelines;
mod policies;
mod reflect;
mod split;
mod split_live;
mod tree;
mod written;
