//! Files that have another path in the new version.

use std::collections::HashMap;
use std::sync::Arc;

use padstone_read::source::Loader;

use super::{ComparedFile, DiffVersion, FileVersion};

/// The least share of equal lines in a renamed file, in percent, as in git (`git diff --find-renames`).
const LEAST_EQUAL: usize = 50;

/// The maximum number of pairs of removed and added files whose lines are compared; further files must be equal.
const MAX_PAIRS: usize = 10_000;

/// The files to compare, with each removed file that was renamed joined with the added one.
pub(super) fn joined(files: Vec<ComparedFile>, working_tree: &dyn Loader) -> Vec<ComparedFile> {
    let text = |version: &FileVersion| match &version.version {
        DiffVersion::WorkingTree => working_tree.load(&version.path).ok(),
        DiffVersion::Revision(revision) => revision.load(&version.path).ok(),
    };
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    for (index, file) in files.iter().enumerate().filter(|(_, file)| file.old.path == file.new.path) {
        match (file.old.exists(), file.new.exists()) {
            (true, false) => removed.extend(text(&file.old).map(|text| (index, text))),
            (false, true) => added.extend(text(&file.new).map(|text| (index, text))),
            _ => {}
        }
    }
    let old_of: HashMap<usize, usize> = renames(&removed, &added).into_iter().map(|(old, new)| (new, old)).collect();
    let mut old_versions: HashMap<usize, FileVersion> = HashMap::new();
    let mut left = Vec::new();
    for (index, file) in files.into_iter().enumerate() {
        if old_of.values().any(|old| *old == index) {
            old_versions.insert(index, file.old);
        } else {
            left.push((index, file));
        }
    }
    let join = |(index, file): (usize, ComparedFile)| match old_of.get(&index).and_then(|old| old_versions.remove(old)) {
        Some(old) => ComparedFile { old, new: file.new, is_renamed: true },
        None => file,
    };
    left.into_iter().map(join).collect()
}

/// A file of one version by its index, with its text.
type IndexedText = (usize, Arc<str>);

/// The pairs of removed and added files with the most equal lines.
fn renames(removed: &[IndexedText], added: &[IndexedText]) -> Vec<(usize, usize)> {
    let is_equal = |(_, old): &IndexedText, (_, new): &IndexedText| old == new;
    let compares_lines = removed.len() * added.len() <= MAX_PAIRS;
    let mut candidates = Vec::new();
    for old in removed {
        for new in added {
            let equal = if is_equal(old, new) {
                100
            } else if compares_lines {
                equal_lines(&old.1, &new.1)
            } else {
                0
            };
            candidates.extend((equal >= LEAST_EQUAL).then_some((equal, old.0, new.0)));
        }
    }
    // The sort is stable, so that equal ones remain in the order of their paths.
    candidates.sort_by_key(|(equal, ..)| std::cmp::Reverse(*equal));
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (_, old, new) in candidates {
        if pairs.iter().all(|(known_old, known_new)| *known_old != old && *known_new != new) {
            pairs.push((old, new));
        }
    }
    pairs
}

/// The share of lines that two texts have in common, in percent; empty lines do not count.
fn equal_lines(old: &str, new: &str) -> usize {
    let lines = |text| str::lines(text).map(str::trim).filter(|line| !line.is_empty());
    let mut counts: HashMap<&str, usize> = HashMap::new();
    lines(old).for_each(|line| *counts.entry(line).or_default() += 1);
    let mut common = 0_usize;
    for line in lines(new) {
        if let Some(count) = counts.get_mut(line).filter(|count| **count > 0) {
            *count -= 1;
            common += 1;
        }
    }
    (200 * common).checked_div(lines(old).count() + lines(new).count()).unwrap_or(0)
}
