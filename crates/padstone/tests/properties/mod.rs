//! Properties of every program, checked on generated ones: 300 in an everyday run, ten thousand in a full run.
//!
//! `PADSTONE_CASES` sets the number of programs, `PADSTONE_SEED` the seed. A failure is shrunk to
//! the smallest counterexample, and printed as source.

pub(crate) mod check;
pub(crate) mod choices;
pub(crate) mod compare;
#[cfg(test)]
mod each_program;
pub(crate) mod generate;
#[cfg(test)]
mod invariants;
pub(crate) mod naive;
#[cfg(test)]
pub(crate) mod pieces;
pub(crate) mod program;
pub(crate) mod rows;
#[cfg(test)]
mod second_opinion;
pub(crate) mod source;
pub(crate) mod subject;
