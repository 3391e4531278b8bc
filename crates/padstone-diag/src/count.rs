//! Counts of things in messages.

/// A count with its noun: `1 argument`, `2 arguments`.
///
/// ```
/// use padstone_diag::counted;
/// assert_eq!([counted(0_usize, "argument"), counted(1_usize, "argument")], ["0 arguments", "1 argument"]);
/// ```
pub fn counted(count: impl TryInto<u64>, noun: &str) -> String {
    match count.try_into() {
        Ok(1) => format!("1 {noun}"),
        Ok(count) => format!("{count} {noun}s"),
        Err(_) => format!("too many {noun}s"),
    }
}
