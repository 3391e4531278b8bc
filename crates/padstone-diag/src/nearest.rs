//! The names most similar to a misspelled one.

/// The maximum number of suggestions.
const MOST: usize = 3;
/// Longer names are not compared: the cost grows with the product of the lengths.
const LONGEST: usize = 64;

/// The candidates most similar to a name, best first, without those that differ in more than a third of it.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut near: Vec<(usize, &str)> = candidates
        .filter(|candidate| !candidate.is_empty() && candidate.len() <= LONGEST && name.len() <= LONGEST)
        // Names differ at least by the difference of their lengths.
        .filter(|candidate| name.len().abs_diff(candidate.len()) <= most_changes(name, candidate))
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= most_changes(name, candidate))
        .collect();
    near.sort();
    near.dedup();
    near.truncate(MOST);
    near.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The maximum distance of two similar names.
fn most_changes(name: &str, candidate: &str) -> usize {
    (name.len().max(candidate.len()) / 3).max(1)
}

/// The number of characters to insert, delete, change or swap to get from one name to the other, ignoring case
/// (optimal string alignment).
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.to_lowercase().chars().collect(), to.to_lowercase().chars().collect());
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for row in 1..=from.len() {
        let mut current = vec![row; to.len() + 1];
        for column in 1..=to.len() {
            let change = usize::from(from[row - 1] != to[column - 1]);
            current[column] = (last[column] + 1).min(current[column - 1] + 1).min(last[column - 1] + change);
            if row > 1 && column > 1 && from[row - 1] == to[column - 2] && from[row - 2] == to[column - 1] {
                current[column] = current[column].min(before_last[column - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, current);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_are_suggested() {
        let check = |name: &str, expected: &[&str]| {
            assert_eq!(nearest(name, ["position", "colour", "pos", "lights", "view"].into_iter()), expected, "{name}");
        };
        check("positoin", &["position"]);
        check("Color", &["colour"]);
        check("pso", &["pos"]);
        check("light", &["lights"]);
        check("projection", &[]);
    }
}
