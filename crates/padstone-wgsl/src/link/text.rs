//! A text composed of pieces of files, with the origin of each piece.

use std::ops::Range;

use padstone_source::{SourceFile, Span};

use crate::tree::{Edition, Source};

/// A text with the origin of each piece.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkedText {
    text: String,
    /// In order, without gaps.
    segments: Vec<TextSegment>,
}

#[derive(Clone, Copy, Debug)]
struct TextSegment {
    /// The start in the text. It ends where the next one begins.
    start: usize,
    /// The span of its origin.
    origin: Span,
    /// The file of its origin, by the file's first position.
    file: u32,
    /// Whether the text equals that of its origin.
    verbatim: bool,
}

impl LinkedText {
    /// The whole text of a file.
    pub(crate) fn of_file(file: &SourceFile) -> LinkedText {
        let origin = file.span(0, u32::try_from(file.text.len()).unwrap_or(u32::MAX));
        let segment = TextSegment { start: 0, origin, file: file.base(), verbatim: true };
        LinkedText { text: file.text.as_ref().to_owned(), segments: vec![segment] }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// The text as a source, with positions from 0 on: [`Self::origin`] maps them.
    pub(crate) fn source(&self) -> Source<'_> {
        Source { text: &self.text, base: 0, edition: Edition::Current }
    }

    /// Appends a range of another text.
    pub(crate) fn copy(&mut self, from: &LinkedText, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let first = from.segment(range.start);
        for (index, segment) in from.segments.iter().enumerate().skip(first).take_while(|(_, segment)| segment.start < range.end) {
            let end = from.segments.get(index + 1).map_or(from.text.len(), |next| next.start).min(range.end);
            let start = segment.start.max(range.start);
            let origin = match segment.verbatim {
                true => Span { start: segment.at(start), end: segment.at(end) },
                false => segment.origin,
            };
            self.segments.push(TextSegment { start: self.text.len() + (start - range.start), origin, ..*segment });
        }
        self.text.push_str(&from.text[range]);
    }

    /// Appends a text that replaces a range of another one.
    pub(crate) fn substitute(&mut self, new: &str, from: &LinkedText, range: Range<usize>) {
        let Some(segment) = from.segments.get(from.segment(range.start)).filter(|_| !new.is_empty()) else { return };
        let origin = from.origin(Span { start: range.start as u32, end: range.end as u32 });
        self.segments.push(TextSegment { start: self.text.len(), origin, file: segment.file, verbatim: false });
        self.text.push_str(new);
    }

    /// The original span of a span of this text.
    pub(crate) fn origin(&self, span: Span) -> Span {
        let first = self.segment(span.start as usize);
        let Some(segment) = self.segments.get(first) else { return Span::default() };
        let start = segment.at(span.start as usize);
        if span.end <= span.start {
            return Span { start, end: start };
        }
        let last = &self.segments[self.segment(span.end as usize - 1)];
        let end = if last.verbatim { last.at(span.end as usize) } else { last.origin.end };
        if last.file == segment.file && end >= start { Span { start, end } } else { Span { start, end: segment.origin.end.max(start) } }
    }

    /// The original span of a span, if its text is verbatim, so that it can be edited there.
    pub(crate) fn verbatim(&self, span: Span) -> Option<Span> {
        let segment = self.segments.get(self.segment(span.start as usize))?;
        let end = segment.start + segment.origin.len() as usize;
        (segment.verbatim && span.end as usize <= end).then(|| self.origin(span))
    }

    /// The segment at a position.
    fn segment(&self, position: usize) -> usize {
        self.segments.partition_point(|segment| segment.start <= position).saturating_sub(1)
    }
}

impl TextSegment {
    /// The original position of a position in, or at the end of, this segment.
    fn at(&self, position: usize) -> u32 {
        if !self.verbatim {
            return self.origin.start;
        }
        let within = u32::try_from(position - self.start.min(position)).unwrap_or(u32::MAX);
        self.origin.start.saturating_add(within).min(self.origin.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use padstone_source::SourceMap;

    #[test]
    fn pieces_record_their_source() {
        let mut sources = SourceMap::new();
        let files = [("a", "abcdef"), ("b", "uvwxyz")].map(|(name, text)| sources.add_file(name, text.into()).unwrap());
        let texts = files.map(|file| LinkedText::of_file(sources.file(file)));
        let mut first = LinkedText::default();
        first.copy(&texts[0], 0..2);
        first.substitute("12345", &texts[0], 2..3);
        first.copy(&texts[0], 4..6);
        let mut joined = LinkedText::default();
        joined.copy(&first, 1..9);
        joined.copy(&texts[1], 3..6);
        assert_eq!(joined.as_str(), "b12345efxyz");
        let shown = |start: u32, end: u32| {
            let span = joined.origin(Span { start, end });
            let file = files.into_iter().map(|file| sources.file(file)).rfind(|file| file.base() <= span.start).unwrap();
            file.text[(span.start - file.base()) as usize..(span.end - file.base()) as usize].to_owned()
        };
        for (start, end, expected) in
            [(0, 1, "b"), (1, 6, "c"), (2, 4, "c"), (6, 8, "ef"), (0, 8, "bcdef"), (8, 11, "xyz"), (9, 10, "y"), (7, 9, "f"), (3, 3, "")]
        {
            assert_eq!(shown(start, end), expected, "{start}..{end}");
        }
        let verbatim = |start, end| joined.verbatim(Span { start, end }).is_some();
        assert!(verbatim(6, 8) && verbatim(8, 11) && verbatim(0, 1));
        assert!(!verbatim(1, 6) && !verbatim(0, 2) && !verbatim(7, 9));
    }
}
