//! Edits of a text that preserve all other bytes.

use std::fmt;

use padstone_diag::Edit;
use padstone_source::Span;

use super::Source;

/// The reason why edits cannot be applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditError {
    /// The two edits change the same text.
    Overlap(Span, Span),
    /// The edit is outside this text, or splits a character.
    Outside(Span),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::Overlap(..) => f.write_str("two edits change the same text"),
            EditError::Outside(_) => f.write_str("an edit is outside the text"),
        }
    }
}

impl std::error::Error for EditError {}

/// The text with some ranges replaced, and every other byte unchanged. Edits may be in any order; insertions at the same position are
/// applied in the order of the list.
///
/// # Errors
/// If two edits overlap, or one is outside the text.
///
/// ```
/// use padstone_diag::Edit;
/// use padstone_source::Span;
/// use padstone_wgsl::tree::{Edition, Source, apply};
/// let source = Source { text: "let a = 1; // one", base: 0, edition: Edition::Current };
/// let edit = Edit { span: Span { start: 8, end: 9 }, text: "2".to_owned() };
/// assert_eq!(apply(source, &[edit]).unwrap(), "let a = 2; // one");
/// ```
pub fn apply(source: Source<'_>, edits: &[Edit]) -> Result<String, EditError> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut out = String::with_capacity(source.text.len() + edits.iter().map(|edit| edit.text.len()).sum::<usize>());
    let mut before = Span { start: source.base, end: source.base };
    for edit in sorted {
        if edit.span.start < before.end {
            return Err(if edit.span.start < source.base { EditError::Outside(edit.span) } else { EditError::Overlap(before, edit.span) });
        }
        let unchanged = stretch(source, before.end, edit.span.start).ok_or(EditError::Outside(edit.span))?;
        stretch(source, edit.span.start, edit.span.end).ok_or(EditError::Outside(edit.span))?;
        out.push_str(unchanged);
        out.push_str(&edit.text);
        before = edit.span;
    }
    let rest = source.text.get((before.end - source.base) as usize..).ok_or(EditError::Outside(before))?;
    out.push_str(rest);
    Ok(out)
}

fn stretch(source: Source<'_>, start: u32, end: u32) -> Option<&str> {
    source.text.get(start.checked_sub(source.base)? as usize..end.checked_sub(source.base)? as usize)
}
