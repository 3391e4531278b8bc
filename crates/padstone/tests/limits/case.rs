//! A case, and the construction of its text.

/// The depth of deeply nested inputs.
pub(crate) const DEEP: usize = 100_000;

/// An input, and the expected parts of the result.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) source: fn() -> String,
    /// Words, each of which a diagnostic must contain.
    pub(crate) messages: &'static [&'static str],
    /// Buffers that must be laid out, and their sizes.
    pub(crate) sizes: &'static [(&'static str, u64)],
}

/// `DEEP` declarations with a number in their name, for which `@` is a placeholder; `@@` is three times as much.
pub(crate) fn many(before: &str, after: &str) -> String {
    let suffix = |n: usize| after.replace("@@", &(3 * n).to_string()).replace('@', &n.to_string());
    (0..DEEP).map(|n| format!("{before}{n}{}", suffix(n))).collect()
}

/// A text between `DEEP` openings and the same number of closings.
pub(crate) fn nest(open: &str, inside: &str, close: &str) -> String {
    format!("{}{inside}{}", open.repeat(DEEP), close.repeat(DEEP))
}

/// `DEEP` declarations, each of which refers to the preceding one.
pub(crate) fn links(first: &str, next: impl Fn(usize, usize) -> String) -> String {
    let mut text = format!("{first}\n");
    for n in 1..DEEP {
        text.push_str(&next(n, n - 1));
        text.push('\n');
    }
    text
}

/// Sixty declarations, each of which refers to the preceding one.
pub(crate) fn doubling(first: &str, next: impl Fn(usize, usize) -> String) -> String {
    let mut text = format!("{first}\n");
    for n in 1..=60 {
        text.push_str(&next(n, n - 1));
        text.push('\n');
    }
    text
}

/// `count` declarations with a number in their name.
pub(crate) fn numbered(before: &str, after: &str, count: usize) -> String {
    (0..count).map(|n| format!("{before}{n}{after}")).collect()
}
