//! Changes to a function whose text is to be copied.

use std::collections::BTreeMap;

use padstone_diag::Edit;
use padstone_source::Span;

use crate::Unit;

/// Changes that do not overlap, in source order.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// By start and end; insertions at one position are in order.
    changes: BTreeMap<(u32, u32, usize), String>,
}

impl Changes {
    pub(super) fn put(&mut self, span: Span, text: impl Into<String>) {
        self.changes.insert((span.start, span.end, self.changes.len()), text.into());
    }

    /// The text of a span, with the changes in it.
    pub(super) fn rendered(&self, unit: &Unit<'_>, span: Span) -> String {
        let (mut text, mut position) = (String::new(), span.start);
        for (&(start, end, _), change) in self.edits_within(span) {
            text.push_str(unit.text(Span { start: position, end: start }));
            text.push_str(change);
            position = end;
        }
        text.push_str(unit.text(Span { start: position, end: span.end }));
        text
    }

    /// Replaces a span, and drops the changes inside it.
    pub(super) fn replace(&mut self, span: Span, text: impl Into<String>) {
        let inside: Vec<(u32, u32, usize)> = self.edits_within(span).map(|(&position, _)| position).collect();
        for position in inside {
            self.changes.remove(&position);
        }
        self.put(span, text);
    }

    pub(super) fn into_edits(self) -> impl Iterator<Item = Edit> {
        self.changes.into_iter().map(|((start, end, _), text)| Edit { span: Span { start, end }, text })
    }

    fn edits_within(&self, span: Span) -> impl Iterator<Item = (&(u32, u32, usize), &String)> {
        self.changes.range((span.start, 0, 0)..=(span.end, u32::MAX, usize::MAX)).filter(move |((_, end, _), _)| *end <= span.end)
    }
}
