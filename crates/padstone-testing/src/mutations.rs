//! Texts with one change each, on which compilers and padstone are compared.

use std::collections::BTreeSet;

use crate::seeds;

/// The texts with one word removed, one duplicated, or two swapped, without duplicates; words are separated by spaces. As many of them as
/// [`seeds`] returns, at equal intervals.
///
/// ```
/// let changed = padstone_testing::mutations(&["a b"], 1000, 1000);
/// assert_eq!(changed, ["b", "a a b", "b a", "a", "a b b"]);
/// ```
pub fn mutations(texts: &[&str], everyday: u64, full: u64) -> Vec<String> {
    let mut known: BTreeSet<String> = texts.iter().map(|&text| text.to_owned()).collect();
    let all: Vec<String> = texts.iter().flat_map(|text| changed(text)).filter(|text| known.insert(text.clone())).collect();
    let cases = seeds(everyday, full);
    let count = usize::try_from(cases.end - cases.start).unwrap_or(usize::MAX).max(1);
    let step = (all.len() / count).max(1);
    let first = usize::try_from(cases.start).unwrap_or_default() % step;
    all.into_iter().skip(first).step_by(step).collect()
}

fn changed(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let mut all = Vec::new();
    for (index, &word) in words.iter().enumerate() {
        let (before, after) = (&words[..index], &words[index + 1..]);
        all.push([before, after].concat().join(" "));
        all.push([before, &[word, word], after].concat().join(" "));
        if let [next, rest @ ..] = after {
            all.push([before, &[*next, word], rest].concat().join(" "));
        }
    }
    all
}
