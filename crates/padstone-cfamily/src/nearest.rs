//! What was likely meant by a name that is not known.

/// The candidate that differs least from `name`, if it differs by a slip of the finger.
pub(crate) fn nearest<'c>(name: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let limit = 1 + name.len() / 4;
    let candidates = candidates.filter(|candidate| candidate.len().abs_diff(name.len()) <= limit);
    let nearest = candidates.map(|candidate| (distance(name, candidate), candidate)).min()?;
    (nearest.0 <= limit).then_some(nearest.1)
}

/// How many characters have to be inserted, deleted or replaced to make `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
