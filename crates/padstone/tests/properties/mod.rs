//! Properties that hold for every program, checked on generated ones: 300 everyday, ten thousand in a full run.
//!
//! `PADSTONE_CASES` asks for another number of programs, `PADSTONE_SEED` for other ones. A failure is shrunk to
//! the smallest program that shows it, and printed as source.

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
