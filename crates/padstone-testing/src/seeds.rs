//! The seeds and the number of generated programs.

use std::ops::Range;

/// The seeds of generated programs, as many as [`amount`] returns: the same ones in every run, so that results are reproducible.
/// `PADSTONE_SEED` sets the first seed.
///
/// # Panics
///
/// If a variable is not an integer.
pub fn seeds(everyday: u64, full: u64) -> Range<u64> {
    let first = number("PADSTONE_SEED").unwrap_or(0);
    first..first.saturating_add(amount(everyday, full))
}

/// The number of cases that a test runs: `everyday`, or `full` in `cargo xtask test --full`. `PADSTONE_CASES` overrides both.
///
/// # Panics
/// If `PADSTONE_CASES` is not an integer.
pub fn amount(everyday: u64, full: u64) -> u64 {
    number("PADSTONE_CASES").unwrap_or(if is_full() { full } else { everyday })
}

/// Whether this is a full run: `PADSTONE_FULL` is set, as `cargo xtask test --full` does.
pub fn is_full() -> bool {
    std::env::var_os("PADSTONE_FULL").is_some()
}

/// The cases that a test runs: one in `one_in` everyday, all in a full run.
pub fn sampled<T>(cases: impl IntoIterator<Item = T>, one_in: usize) -> impl Iterator<Item = T> {
    cases.into_iter().step_by(if is_full() { 1 } else { one_in })
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} must be a number, found {text}")))
}
