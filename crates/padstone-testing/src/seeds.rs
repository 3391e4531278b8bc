//! Which programs are generated.

use std::ops::Range;

/// The seeds of generated programs: the same ones every time, so that what passed once passes again. With `PADSTONE_FULL` set, which
/// `cargo xtask test --full` does, they are `full`; `PADSTONE_CASES` asks for another number of them, and `PADSTONE_SEED` for
/// those from another one on.
///
/// # Panics
/// If one of the variables is no number: what was asked for would not be run.
pub fn seeds(everyday: u64, full: u64) -> Range<u64> {
    let usual = if std::env::var_os("PADSTONE_FULL").is_some() { full } else { everyday };
    let first = number("PADSTONE_SEED").unwrap_or(0);
    first..first.saturating_add(number("PADSTONE_CASES").unwrap_or(usual))
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, and not {text}")))
}
