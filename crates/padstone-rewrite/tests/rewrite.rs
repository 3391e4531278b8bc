//! Rewritten files: the command line, the result, and the diagnostics of each.

mod golden;
mod outcome;
