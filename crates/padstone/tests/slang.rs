//! Slang programs: libslang's recorded results, its live results for generated programs, and properties of all programs.

#![allow(clippy::print_stdout, reason = "prints the counts")]

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
mod verdicts;
mod written;
