//! Errors about unknown names: each name once, and those that a missing file may declare at the error about that file.

use padstone_source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Diagnostic, Diagnostics, Label, Severity, codes};

/// The maximum number of further uses of a name that have a label.
const LABELED_USES: usize = 8;
/// The maximum number of names in the note about a missing file.
const LISTED_NAMES: usize = 5;

/// Merges the errors about each unknown name into the first, and those about names that a missing file may declare into the error about that
/// file, as a note. `may_declare`: whether a file that is missing at the first position may declare the name at the second.
pub fn merge_unknown_names(found: Vec<Diagnostic>, may_declare: impl Fn(Span, Span) -> bool) -> Vec<Diagnostic> {
    let missing: Vec<(usize, Span)> = found
        .iter()
        .enumerate()
        .filter(|(_, found)| is_file_missing(found))
        .filter_map(|(index, found)| Some((index, found.span?)))
        .collect();
    let mut merged: Vec<Diagnostic> = Vec::with_capacity(found.len());
    // By the index of the file: the error about it in `merged`, and the names.
    let mut explained: FxHashMap<usize, MissingFile> = FxHashMap::default();
    let mut first_uses: FxHashMap<(&'static str, String), MergedUse> = FxHashMap::default();
    let by_file: Vec<Option<(usize, String)>> = found.iter().map(|found| unknown_because_of(found, &missing, &may_declare)).collect();
    for (index, (diagnostic, by_file)) in found.into_iter().zip(by_file).enumerate() {
        if let Some((file, name)) = by_file {
            explained.entry(file).or_default().add(name);
            continue;
        }
        if missing.iter().any(|&(file, _)| file == index) {
            explained.entry(index).or_default().position = Some(merged.len());
        }
        let is_error_about_name = diagnostic.unknown.is_some() && diagnostic.severity == Severity::Error;
        let key = (diagnostic.code.id, diagnostic.message.clone());
        match first_uses.get_mut(&key).filter(|_| is_error_about_name) {
            Some(first) => first.add(&mut merged, diagnostic),
            None => {
                if is_error_about_name {
                    first_uses.insert(key, MergedUse { position: merged.len(), uses: 0 });
                }
                merged.push(diagnostic);
            }
        }
    }
    for file in explained.into_values() {
        if let (Some(position), Some(note)) = (file.position, file.note()) {
            merged[position].notes.push(note);
        }
    }
    merged
}

impl Diagnostics {
    /// Merges the stored errors about unknown names: see [`merge_unknown_names`].
    pub fn merge_unknown_names(&mut self, may_declare: impl Fn(Span, Span) -> bool) {
        let found = self.take_stored();
        self.extend(merge_unknown_names(found, may_declare));
    }
}

fn is_file_missing(found: &Diagnostic) -> bool {
    let is_unread = found.missing.is_some() || *found.code == codes::INCLUDE_UNREADABLE;
    is_unread && found.severity == Severity::Error
}

/// The first missing file that may declare the unknown name of an error, and the name.
fn unknown_because_of(found: &Diagnostic, missing: &[(usize, Span)], may_declare: &impl Fn(Span, Span) -> bool) -> Option<(usize, String)> {
    let (name, span) = (found.unknown.as_deref()?, found.span?);
    let (file, _) = missing.iter().find(|&&(_, file)| may_declare(file, span)).filter(|_| found.severity == Severity::Error)?;
    Some((*file, name.to_owned()))
}

/// The first error about an unknown name.
struct MergedUse {
    position: usize,
    /// The number of other uses.
    uses: usize,
}

impl MergedUse {
    /// Adds another use. A fix changes all uses.
    fn add(&mut self, merged: &mut [Diagnostic], other: Diagnostic) {
        let first = &mut merged[self.position];
        self.uses += 1;
        if let (Some(own), Some(span)) = (first.span, other.span)
            && self.uses <= LABELED_USES
        {
            if first.labels.is_empty() {
                first.labels.push(Label { span: own, text: String::new() });
            }
            first.labels.push(Label { span, text: "used again".to_owned() });
        }
        for fix in other.fixes {
            match first.fixes.iter_mut().find(|known| known.title == fix.title) {
                Some(known) => known.edits.extend(fix.edits.into_iter().filter(|edit| !known.edits.contains(edit)).collect::<Vec<_>>()),
                None => first.fixes.push(fix),
            }
        }
    }
}

/// A missing file, and the names that it may declare.
#[derive(Default)]
struct MissingFile {
    position: Option<usize>,
    names: Vec<String>,
    seen: FxHashSet<String>,
}

impl MissingFile {
    fn add(&mut self, name: String) {
        if self.seen.insert(name.clone()) {
            self.names.push(name);
        }
    }

    fn note(&self) -> Option<String> {
        let listed: Vec<String> = self.names.iter().take(LISTED_NAMES).map(|name| format!("`{name}`")).collect();
        let more = self.names.len().saturating_sub(LISTED_NAMES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        (!listed.is_empty()).then(|| format!("unknown without this file: {}{more}", listed.join(", ")))
    }
}
