//! Properties that hold for every program, checked on generated ones: 300 everyday, ten thousand in a full run.
//!
//! `PADSTONE_CASES` asks for another number of programs, `PADSTONE_SEED` for other ones. A failure is shrunk to
//! the smallest program that shows it, and printed as source.

mod check;
mod choices;
mod compare;
mod each_program;
mod generate;
mod invariants;
mod naive;
mod pieces;
#[path = "../pipeline/mod.rs"]
mod pipeline;
mod program;
mod rows;
mod second_opinion;
mod source;
mod subject;
