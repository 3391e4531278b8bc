//! Spans as files, lines and columns.

use padstone_source::{FileId, SourceMap, Span};

/// A range of a file as the user wrote it: for a macro expansion, the use of the macro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TextRange {
    /// The file that holds the text.
    pub(super) id: FileId,
    /// First byte in that file.
    pub(super) start: usize,
    /// One past the last byte.
    pub(super) end: usize,
    /// The name to print, after `#line`.
    pub(super) file: String,
    /// From 1, after `#line`.
    pub(super) line: u32,
    /// From 1, in characters.
    pub(super) column: u32,
    /// The line of the end, after `#line`.
    pub(super) end_line: u32,
    /// One past the last character.
    pub(super) end_column: u32,
}

/// The range of source text that `span` was expanded from.
pub(super) fn text_range(sources: &SourceMap, span: Span) -> TextRange {
    written_range(sources, sources.call_site(span))
}

/// The span where the text of `span` is written: for a macro expansion, in the macro's body.
#[cfg(feature = "terminal")]
pub(super) fn spelled(sources: &SourceMap, span: Span) -> TextRange {
    written_range(sources, sources.spelling(span))
}

/// The position of a span in a file.
fn written_range(sources: &SourceMap, span: Span) -> TextRange {
    debug_assert!(sources.is_whole(span), "{span:?} begins in one file or expansion and ends in another");
    let from = sources.locate(span.start);
    let file = sources.file(from.file);
    let start = boundary(&file.text, from.offset as usize);
    let end = boundary(&file.text, start + span.len() as usize).max(start);
    let to = sources.locate(file.span(0, end as u32).end);
    TextRange { id: from.file, start, end, file: from.name, line: from.line, column: from.column, end_line: to.line, end_column: to.column }
}

/// `position`, or the last position before it at which a character begins.
fn boundary(text: &str, position: usize) -> usize {
    (0..=position.min(text.len())).rev().find(|&position| text.is_char_boundary(position)).unwrap_or(0)
}
