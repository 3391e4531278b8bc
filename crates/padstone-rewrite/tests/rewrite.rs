//! Rewriting as a user sees it: files with a command line, what comes out of them, and what is said.

mod golden;
mod outcome;
