//! The edits of a pass.

use padstone_diag::Edit;
use padstone_source::Span;

/// Edits of a text, which must not overlap; insertions at one position keep their order.
#[derive(Debug, Default)]
pub struct Edits {
    edits: Vec<Edit>,
}

impl Edits {
    /// Replaces a span with text.
    pub fn replace(&mut self, span: Span, text: impl Into<String>) {
        self.edits.push(Edit { span, text: text.into() });
    }

    /// Inserts text before a span.
    pub fn insert_before(&mut self, span: Span, text: impl Into<String>) {
        self.replace(span.before(), text);
    }

    /// Inserts text after a span.
    pub fn insert_after(&mut self, span: Span, text: impl Into<String>) {
        self.replace(span.after(), text);
    }

    /// Deletes a span.
    pub fn remove(&mut self, span: Span) {
        self.replace(span, "");
    }

    /// Whether there are no edits.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// All edits, in the order of their creation.
    pub fn as_slice(&self) -> &[Edit] {
        &self.edits
    }
}
