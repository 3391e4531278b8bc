//! The changes that a pass wants to make.

use padstone_diag::Edit;
use padstone_source::Span;

/// Changes to a text. No two of them may touch the same bytes; those that insert at one place insert in their order.
#[derive(Debug, Default)]
pub struct Edits {
    edits: Vec<Edit>,
}

impl Edits {
    /// Puts text where other text was.
    pub fn replace(&mut self, span: Span, text: impl Into<String>) {
        self.edits.push(Edit { span, text: text.into() });
    }

    /// Puts text before a place.
    pub fn insert_before(&mut self, span: Span, text: impl Into<String>) {
        self.replace(span.before(), text);
    }

    /// Puts text after a place.
    pub fn insert_after(&mut self, span: Span, text: impl Into<String>) {
        self.replace(span.after(), text);
    }

    /// Takes text away.
    pub fn remove(&mut self, span: Span) {
        self.replace(span, "");
    }

    /// Whether nothing is to be changed.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// All of them, in the order in which they were made.
    pub fn as_slice(&self) -> &[Edit] {
        &self.edits
    }
}
