//! Diagnostics with resolved source locations.

use std::sync::Arc;

use padstone_read::diag;

use crate::reading::Reading;
use crate::span::Span;

pub use padstone_read::diag::Severity;

/// The diagnostics of a source, in source order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    /// The diagnostics.
    pub list: Vec<Diagnostic>,
    /// The number of further diagnostics, which were only counted; a lower bound.
    pub dropped: usize,
}

/// One error, warning or note.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The code, `P` and four digits, whose meaning never changes.
    pub code: &'static str,
    /// A readable name of the code: `packoffset-overlap`.
    pub name: &'static str,
    /// The severity.
    pub severity: Severity,
    /// The problem, in one clause.
    pub message: String,
    /// The source range; `None` if it concerns a file as a whole.
    pub span: Option<Span>,
    /// Labeled source ranges; the first may be `span`.
    pub labels: Vec<(Span, String)>,
    /// Facts that explain it.
    pub notes: Vec<String>,
    /// Instructions for the user.
    pub helps: Vec<String>,
    /// Edits that remove it.
    pub fixes: Vec<Fix>,
}

/// A change that removes a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fix {
    /// A description, in the imperative.
    pub title: String,
    /// Whether it can be applied without review.
    pub sure: bool,
    /// The replacements, which do not overlap.
    pub edits: Vec<Edit>,
}

/// A replacement of text; an empty range inserts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The replaced range.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl Diagnostics {
    /// The diagnostics of a reading, in source order, without duplicates.
    pub(crate) fn new(reading: &Arc<Reading>, found: &[&diag::Diagnostics]) -> Diagnostics {
        let sources = &reading.unit.sources;
        let mut all: Vec<&diag::Diagnostic> = found.iter().flat_map(|found| found.iter()).collect();
        all.sort_by_key(|found| found.span.map(|span| sources.call_site(span).start));
        let mut list: Vec<Diagnostic> = Vec::with_capacity(all.len());
        for found in all {
            let found = Diagnostic::new(reading, found);
            if !list.contains(&found) {
                list.push(found);
            }
        }
        Diagnostics { list, dropped: found.iter().map(|found| found.dropped()).sum() }
    }

    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|found| found.severity == Severity::Error)
    }

    /// The diagnostics, in source order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Appends the diagnostics of `others` that it does not contain yet.
    pub fn add(&mut self, others: &Diagnostics) {
        for found in &others.list {
            if !self.list.contains(found) {
                self.list.push(found.clone());
            }
        }
        // Each compiler includes the diagnostics of the reading that all of them share.
        self.dropped = self.dropped.max(others.dropped);
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Diagnostic {
    fn new(reading: &Arc<Reading>, found: &diag::Diagnostic) -> Diagnostic {
        let located = |span| Span::new(reading, span);
        Diagnostic {
            code: found.code.id,
            name: found.code.name,
            severity: found.severity,
            message: found.message.clone(),
            span: found.span.map(located),
            labels: found.labels.iter().map(|label| (located(label.span), label.text.clone())).collect(),
            notes: found.notes.clone(),
            helps: found.helps.clone(),
            fixes: found.fixes.iter().filter_map(|fix| Fix::new(reading, fix)).collect(),
        }
    }
}

impl Fix {
    /// A fix, if all its edits are outside macro expansions.
    fn new(reading: &Arc<Reading>, fix: &diag::Fix) -> Option<Fix> {
        let edit = |edit: &diag::Edit| {
            let span = reading.unit.sources.replaceable(edit.span)?;
            Some(Edit { span: Span::new(reading, span), text: edit.text.clone() })
        };
        let edits = fix.edits.iter().map(edit).collect::<Option<Vec<Edit>>>()?;
        Some(Fix { title: fix.title.clone(), sure: fix.applicability == diag::Applicability::MachineApplicable, edits })
    }
}
