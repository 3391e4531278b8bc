//! Rewriting: files with what comes out of them, and what holds for every module.

mod golden;
mod outcome;
mod properties;
