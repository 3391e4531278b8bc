//! Diagnostics as data: code, severity, message, spans, notes, helps and fixes. Other crates render them.
//!
//! ```
//! use padstone_diag::{Diagnostic, codes};
//! use padstone_source::Span;
//! let at = Span { start: 10, end: 22 };
//! let found = Diagnostic::error(&codes::PACKOFFSET_OUTSIDE, "packoffset on a global constant", at)
//!     .label(at, "only members of a cbuffer or tbuffer can have a packoffset")
//!     .help("use `register(c2)` to place a global constant");
//! assert_eq!(found.code.id, "P0401");
//! ```

pub mod codes;
mod count;
mod nearest;
mod unknown_names;

pub use count::counted;
pub use nearest::nearest;
pub use unknown_names::merge_unknown_names;

use padstone_source::Span;

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Information that affects no offset, size or binding.
    Note,
    /// The offsets and bindings are correct, but probably not intended.
    Warning,
    /// The input is invalid, or padstone does not understand it.
    Error,
}

/// A kind of diagnostic. The meaning of an `id` never changes, and an id is never reused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Code {
    /// `P` and four digits.
    pub id: &'static str,
    /// A readable name, such as `packoffset-overlap`.
    pub name: &'static str,
    /// One clause that describes what the code reports.
    pub summary: &'static str,
}

/// A span in the source, and its role in the diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The span.
    pub span: Span,
    /// The role of the span, at most six words; may be empty.
    pub text: String,
}

/// One replacement of text: delete `span` and insert `text` there. An empty span only inserts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The text to delete.
    pub span: Span,
    /// The text to insert.
    pub text: String,
}

/// A change that fixes the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The change, as an imperative: "move `b` to c1.y".
    pub title: String,
    /// The replacements, which do not overlap.
    pub edits: Vec<Edit>,
    /// Whether it can be applied without review.
    pub applicability: Applicability,
}

/// How certain a fix is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Applicability {
    /// The fix removes the problem of its diagnostic. Problems that appear only afterwards have their own fixes.
    MachineApplicable,
    /// A guess: a similar name, a token that may be missing, or another type, which function bodies may not be written for.
    MaybeIncorrect,
}

impl Applicability {
    /// The name in machine formats.
    pub const fn name(self) -> &'static str {
        match self {
            Applicability::MachineApplicable => "machine-applicable",
            Applicability::MaybeIncorrect => "maybe-incorrect",
        }
    }
}

/// One error, warning or note.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The kind.
    pub code: &'static Code,
    /// The severity.
    pub severity: Severity,
    /// The problem: one clause in lower case, without a period.
    pub message: String,
    /// The primary span. `None` only if there is none (a file that cannot be read).
    pub span: Option<Span>,
    /// Labels of the primary span and of others, the primary span first.
    pub labels: Vec<Label>,
    /// Facts that explain: sizes, rules, sources.
    pub notes: Vec<String>,
    /// Instructions, as imperatives.
    pub helps: Vec<String>,
    /// Changes that can be applied.
    pub fixes: Vec<Fix>,
    /// The file that was not found, if that is the problem.
    pub missing: Option<Box<Missing>>,
    /// The name that nothing declares, if that is the problem.
    pub unknown: Option<Box<str>>,
}

/// A file that the source refers to and that was not found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// The name in the source.
    pub written: String,
    /// The paths that were tried, in order.
    pub tried: Vec<String>,
}

impl Diagnostic {
    /// A diagnostic of any severity at a span.
    pub fn new(severity: Severity, code: &'static Code, message: impl Into<String>, span: Span) -> Self {
        Diagnostic {
            code,
            severity,
            message: message.into(),
            span: Some(span),
            labels: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
            fixes: Vec::new(),
            missing: None,
            unknown: None,
        }
    }

    /// An error.
    pub fn error(code: &'static Code, message: impl Into<String>, span: Span) -> Self {
        Self::new(Severity::Error, code, message, span)
    }

    /// A warning.
    pub fn warning(code: &'static Code, message: impl Into<String>, span: Span) -> Self {
        Self::new(Severity::Warning, code, message, span)
    }

    /// An error about a file as a whole.
    pub fn without_place(code: &'static Code, message: impl Into<String>) -> Self {
        Diagnostic { span: None, ..Self::error(code, message, Span::default()) }
    }

    /// Adds a label.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds a help.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.helps.push(text.into());
        self
    }

    /// Adds a fix.
    #[must_use]
    pub fn fix(self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.with_fix(Fix { title: title.into(), edits, applicability: Applicability::MachineApplicable })
    }

    /// Adds a fix that is a guess.
    #[must_use]
    pub fn guess(self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.with_fix(Fix { title: title.into(), edits, applicability: Applicability::MaybeIncorrect })
    }

    /// Adds the file that was not found: its name in the source, and the paths that were tried.
    #[must_use]
    pub fn missing(mut self, written: impl Into<String>, tried: Vec<String>) -> Self {
        self.missing = Some(Box::new(Missing { written: written.into(), tried }));
        self
    }

    /// Adds the name that nothing declares.
    #[must_use]
    pub fn unknown(mut self, name: impl Into<Box<str>>) -> Self {
        self.unknown = Some(name.into());
        self
    }

    /// Adds a change.
    #[must_use]
    pub fn with_fix(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }
}

/// The maximum number of diagnostics that one compilation stores.
const LIMIT: usize = 1000;

/// Collects the diagnostics of one compilation, in the order they were found.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
    dropped: usize,
    errors: usize,
}

impl Diagnostics {
    /// An empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one. After the first thousand, diagnostics are only counted.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        if self.found.len() < LIMIT { self.found.push(diagnostic) } else { self.dropped += 1 }
    }

    /// Adds the stored diagnostics of another collection, and the number of those that it only counted.
    pub fn append(&mut self, other: Diagnostics) {
        let stored = other.found.iter().filter(|found| found.severity == Severity::Error).count();
        self.errors += other.errors - stored;
        self.dropped += other.dropped;
        self.extend(other.found);
    }

    /// Removes and returns the stored diagnostics; the count of the others stays.
    pub fn take_stored(&mut self) -> Vec<Diagnostic> {
        let stored = std::mem::take(&mut self.found);
        self.errors -= stored.iter().filter(|found| found.severity == Severity::Error).count();
        stored
    }

    /// Changes the severity of the stored diagnostics; `None` removes one.
    pub fn set_severities(&mut self, mut severity: impl FnMut(&Diagnostic) -> Option<Severity>) {
        let errors = |found: &[Diagnostic]| found.iter().filter(|found| found.severity == Severity::Error).count();
        self.errors -= errors(&self.found);
        self.found.retain_mut(|found| severity(found).map(|severity| found.severity = severity).is_some());
        self.errors += errors(&self.found);
    }

    /// Whether there is any error, stored or not.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The stored diagnostics.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.found.iter()
    }

    /// The number of diagnostics that were only counted.
    pub fn dropped(&self) -> usize {
        self.dropped
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, found: I) {
        found.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
