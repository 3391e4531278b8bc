//! Rewriting as users see it: files with a command line, the results, and the diagnostics.

mod golden;
mod outcome;
