//! What is wrong with sources, with places that are resolved.

use std::sync::Arc;

use padstone_read::diag;

use crate::place::Span;
use crate::reading::Reading;

pub use padstone_read::diag::Severity;

/// What there is to say about a source, in the order of its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    /// The diagnostics.
    pub list: Vec<Diagnostic>,
    /// How many more there are, at least, that were only counted.
    pub dropped: usize,
}

/// One error, warning or note.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Its code, `P` and four digits, whose meaning never changes.
    pub code: &'static str,
    /// A readable name of the code: `packoffset-overlap`.
    pub name: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one clause.
    pub message: String,
    /// Where; `None` if it is about a file as a whole.
    pub span: Option<Span>,
    /// More places, with what each has to do with it; the first may be `span`.
    pub labels: Vec<(Span, String)>,
    /// Facts that explain it.
    pub notes: Vec<String>,
    /// What to do.
    pub helps: Vec<String>,
    /// Changes that remove it.
    pub fixes: Vec<Fix>,
}

/// A change that removes a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fix {
    /// What it does.
    pub title: String,
    /// Whether it can be applied without review.
    pub sure: bool,
    /// The replacements, which do not overlap.
    pub edits: Vec<Edit>,
}

/// A replacement of text; an empty range inserts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// What comes there.
    pub text: String,
}

impl Diagnostics {
    /// What was found in a reading, in the order of its text, each once.
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

    /// Whether there is an error among them.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|found| found.severity == Severity::Error)
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Adds those of others that are not there yet, after those that are.
    pub fn add(&mut self, others: &Diagnostics) {
        for found in &others.list {
            if !self.list.contains(found) {
                self.list.push(found.clone());
            }
        }
        // Each compiler counts those of the reading that all of them share.
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
        let at = |span| Span::new(reading, span);
        Diagnostic {
            code: found.code.id,
            name: found.code.name,
            severity: found.severity,
            message: found.message.clone(),
            span: found.span.map(at),
            labels: found.labels.iter().map(|label| (at(label.span), label.text.clone())).collect(),
            notes: found.notes.clone(),
            helps: found.helps.clone(),
            fixes: found.fixes.iter().filter_map(|fix| Fix::new(reading, fix)).collect(),
        }
    }
}

impl Fix {
    /// A fix whose edits are all of written text.
    fn new(reading: &Arc<Reading>, fix: &diag::Fix) -> Option<Fix> {
        let edit = |edit: &diag::Edit| {
            let span = reading.unit.sources.replaceable(edit.span)?;
            Some(Edit { span: Span::new(reading, span), text: edit.text.clone() })
        };
        let edits = fix.edits.iter().map(edit).collect::<Option<Vec<Edit>>>()?;
        Some(Fix { title: fix.title.clone(), sure: fix.applicability == diag::Applicability::MachineApplicable, edits })
    }
}
