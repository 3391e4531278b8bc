//! The single space of positions that files and macro expansions share.

use std::fmt;
use std::sync::Arc;
use std::sync::OnceLock;

use crate::Symbol;

/// A half-open range of positions, `start..end`, in the space of one [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The empty range at the start of `self`.
    pub fn before(self) -> Span {
        Span { start: self.start, end: self.start }
    }

    /// The empty range at the end of `self`.
    pub fn after(self) -> Span {
        Span { start: self.end, end: self.end }
    }

    /// Length in bytes.
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the range has no bytes.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A file of a [`SourceMap`], by order of addition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(u32);

impl FileId {
    /// The position of the file in its map, counted from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One source file: name, text and line starts.
#[derive(Debug)]
pub struct SourceFile {
    /// The display name: the path as passed or found.
    pub name: String,
    /// The whole text.
    pub text: Arc<str>,
    base: u32,
    lines: OnceLock<Vec<u32>>,
    /// `#line` directives: from this byte offset on, the next line has this number, and this file name if one is specified.
    markers: Vec<(u32, u32, Option<String>)>,
}

impl SourceFile {
    /// The span of the bytes `start..end` of this file.
    pub fn span(&self, start: u32, end: u32) -> Span {
        Span { start: self.base + start, end: self.base + end }
    }

    /// The position of the file's first byte.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// Line (from 1) and column (from 1, in characters) of a byte offset.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let lines = self.lines();
        let line = lines.partition_point(|&start| start <= offset);
        let start = lines[line - 1];
        let column = self.text.get(start as usize..offset as usize).map_or(offset - start, |text| text.chars().count() as u32);
        (line as u32, column + 1)
    }

    /// The text of a line counted from 1, without its line end.
    pub fn line_text(&self, line: u32) -> &str {
        let lines = self.lines();
        let start = lines[line as usize - 1] as usize;
        let end = lines.get(line as usize).map_or(self.text.len(), |&next| next as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let newlines = memchr::memchr_iter(b'\n', self.text.as_bytes());
            std::iter::once(0).chain(newlines.map(|position| position as u32 + 1)).collect()
        })
    }
}

/// A text whose lines all end in a line feed: a carriage return alone ends a line too (WGSL, 3.2, "Blankspace and Line Breaks"; clang 22, glslang 12
/// and libslang 2026.12, measured), and becomes one. The bytes keep their positions.
fn with_line_feeds(text: Arc<str>) -> Arc<str> {
    let bytes = text.as_bytes();
    let is_alone = |&position: &usize| bytes.get(position + 1) != Some(&b'\n');
    let Some(first) = memchr::memchr_iter(b'\r', bytes).find(is_alone) else { return text };
    let mut changed = String::with_capacity(text.len());
    changed.push_str(&text[..first]);
    let mut rest = text[first..].chars().peekable();
    while let Some(c) = rest.next() {
        changed.push(if c == '\r' && rest.peek() != Some(&'\n') { '\n' } else { c });
    }
    changed.into()
}

/// One use of a macro.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// The macro's name.
    pub name: Symbol,
    /// The macro's body, where it is written.
    pub body: Span,
    /// The use: name and arguments. May itself be inside an expansion.
    pub site: Span,
}

/// A position as displayed: file, line, and column, with `#line` directives applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The file that contains the text.
    pub file: FileId,
    /// Byte offset in that file.
    pub offset: u32,
    /// The display name of the file.
    pub name: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
}

/// The 4 GiB of positions are exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceFull;

impl fmt::Display for SourceFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the source, with all its includes and macro expansions, exceeds 4 GiB")
    }
}

impl std::error::Error for SourceFull {}

#[derive(Clone, Copy, Debug)]
enum SegmentOrigin {
    File(FileId),
    Expansion(u32),
}

/// A state of a [`SourceMap`], for [`SourceMap::rewind`].
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    files: usize,
    expansions: usize,
    origins: usize,
    next: u32,
}

/// All files and macro expansions of one compilation.
#[derive(Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
    expansions: Vec<Expansion>,
    /// Start position of each origin, ascending.
    origins: Vec<(u32, SegmentOrigin)>,
    next: u32,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    ///
    /// # Errors
    /// [`SourceFull`] if the file does not fit into the rest of the 4 GiB.
    pub fn add_file(&mut self, name: impl Into<String>, text: Arc<str>) -> Result<FileId, SourceFull> {
        let text = with_line_feeds(text);
        let base = self.reserve(text.len())?;
        let id = FileId(self.files.len() as u32);
        self.files.push(SourceFile { name: name.into(), text, base, lines: OnceLock::new(), markers: Vec::new() });
        self.origins.push((base, SegmentOrigin::File(id)));
        Ok(id)
    }

    /// Adds one use of a macro and returns the position of the first byte of its body.
    ///
    /// # Errors
    /// [`SourceFull`] if the body does not fit into the rest of the 4 GiB.
    pub fn add_expansion(&mut self, expansion: Expansion) -> Result<u32, SourceFull> {
        let base = self.reserve(expansion.body.len() as usize)?;
        self.origins.push((base, SegmentOrigin::Expansion(self.expansions.len() as u32)));
        self.expansions.push(expansion);
        Ok(base)
    }

    /// Records a `#line` directive: the line after the one that contains `position` is line `line` of file `name`.
    pub fn add_line_marker(&mut self, position: u32, line: u32, name: Option<String>) {
        if let (_, SegmentOrigin::File(file)) = self.origin(position) {
            let file = &mut self.files[file.index()];
            let offset = position - file.base;
            // A file that is read again repeats its directives.
            if file.markers.last().is_none_or(|&(last, ..)| last < offset) {
                file.markers.push((offset, line, name));
            }
        }
    }

    /// The current state, for [`Self::rewind`].
    pub fn mark(&self) -> Mark {
        Mark { files: self.files.len(), expansions: self.expansions.len(), origins: self.origins.len(), next: self.next }
    }

    /// Removes all files and expansions added after `mark`; later ones reuse their positions.
    pub fn rewind(&mut self, mark: Mark) {
        self.files.truncate(mark.files);
        self.expansions.truncate(mark.expansions);
        self.origins.truncate(mark.origins);
        self.next = mark.next;
    }

    /// The file with an id.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.index()]
    }

    /// All files, in order of addition.
    pub fn files(&self) -> impl ExactSizeIterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(index, file)| (FileId(index as u32), file))
    }

    /// The span where the text is written: for a token from a macro, in the macro's body.
    pub fn spelling(&self, mut span: Span) -> Span {
        while let (base, SegmentOrigin::Expansion(index)) = self.origin(span.start) {
            let body = self.expansions[index as usize].body;
            let start = body.start + (span.start - base).min(body.len());
            span = Span { start, end: (start + span.len()).min(body.end) };
        }
        span
    }

    /// The span that the user wrote: for a token from a macro, the outermost use of a macro.
    pub fn call_site(&self, mut span: Span) -> Span {
        while let (_, SegmentOrigin::Expansion(index)) = self.origin(span.start) {
            span = self.expansions[index as usize].site;
        }
        span
    }

    /// The range from the start of `first` to the end of `last`. A token from a macro is replaced by the use of the macro, outward until
    /// both are in one file or expansion. If they are in two files, or `last` is before `first`, no range covers both, and the
    /// result is `first`.
    pub fn join(&self, first: Span, last: Span) -> Span {
        let (mut from, mut to) = (first, last);
        let mut index = self.origin_index(from.start);
        if self.is_in(index, to.start) {
            if to.end <= from.start {
                return first;
            }
        } else {
            let mut other = self.origin_index(to.start);
            while index != other {
                // Expansions are stored after the expansions that they were used in.
                let (later, span) = if index > other { (&mut index, &mut from) } else { (&mut other, &mut to) };
                let Some(&(_, SegmentOrigin::Expansion(expansion))) = self.origins.get(*later) else { return first };
                *span = self.expansions[expansion as usize].site;
                *later = self.origin_index(span.start);
            }
        }
        Span { start: from.start.min(to.start), end: from.end.max(to.end) }
    }

    /// The range of a file to replace in order to replace exactly `span`: if `span` is the whole expansion of a macro, the use of
    /// the macro; `None` if it is only a part of the expansion.
    pub fn replaceable(&self, mut span: Span) -> Option<Span> {
        loop {
            let index = self.origin_index(span.start);
            let (base, origin) = self.origins[index];
            let SegmentOrigin::Expansion(expansion) = origin else { return self.is_in(index, span.end).then_some(span) };
            let Expansion { body, site, .. } = self.expansions[expansion as usize];
            let (from_start, to_end) = (span.start == base, span.end == base + body.len());
            span = match (from_start, to_end) {
                (true, true) => site,
                (true, false) if span.is_empty() => site.before(),
                (false, true) if span.is_empty() => site.after(),
                _ => return None,
            };
        }
    }

    /// Whether both ends of `span` are in the same file or expansion.
    pub fn is_whole(&self, span: Span) -> bool {
        self.is_in(self.origin_index(span.start), span.end)
    }

    /// The macro uses that `span` comes from, innermost first.
    pub fn expansions(&self, span: Span) -> impl Iterator<Item = Expansion> + '_ {
        let mut span = span;
        std::iter::from_fn(move || match self.origin(span.start) {
            (_, SegmentOrigin::Expansion(index)) => {
                let expansion = self.expansions[index as usize];
                span = expansion.site;
                Some(expansion)
            }
            (_, SegmentOrigin::File(_)) => None,
        })
    }

    /// The text at the spelling of `span`.
    pub fn text(&self, span: Span) -> &str {
        let span = self.spelling(span);
        let file = self.file(self.file_of(span.start));
        let (start, end) = ((span.start - file.base) as usize, (span.end - file.base) as usize);
        file.text.get(start..end.min(file.text.len())).unwrap_or("")
    }

    /// The file in which a position is written.
    pub fn file_of(&self, position: u32) -> FileId {
        match self.origin(self.spelling(Span { start: position, end: position }).start).1 {
            SegmentOrigin::File(id) => id,
            SegmentOrigin::Expansion(_) => unreachable!("a spelling is in a file"),
        }
    }

    /// File, line, and column of a position; inside a macro, those of its outermost use.
    pub fn locate(&self, position: u32) -> Location {
        let start = self.call_site(Span { start: position, end: position }).start;
        let id = self.file_of(start);
        let file = self.file(id);
        let offset = (start - file.base).min(file.text.len() as u32);
        let (mut line, column) = file.line_column(offset);
        let mut name = &file.name;
        let marker = file.markers.partition_point(|&(index, ..)| index <= offset);
        if marker > 0 {
            let (index, number, renamed) = &file.markers[marker - 1];
            let marked = file.line_column(*index).0;
            if line > marked {
                line = number.saturating_add(line - marked - 1);
                name = renamed.as_ref().unwrap_or(name);
            }
        }
        Location { file: id, offset, name: name.clone(), line, column }
    }

    fn origin(&self, position: u32) -> (u32, SegmentOrigin) {
        self.origins[self.origin_index(position)]
    }

    fn origin_index(&self, position: u32) -> usize {
        self.origins.partition_point(|&(base, _)| base <= position).max(1) - 1
    }

    /// Whether a position is in the origin of that index.
    fn is_in(&self, index: usize, position: u32) -> bool {
        let starts_before = self.origins.get(index).is_none_or(|&(base, _)| base <= position);
        starts_before && self.origins.get(index + 1).is_none_or(|&(next, _)| position < next)
    }

    fn reserve(&mut self, len: usize) -> Result<u32, SourceFull> {
        // One position more than bytes, so that "the end of the file" is a position of that file.
        let len = u32::try_from(len).ok().and_then(|len| len.checked_add(1)).ok_or(SourceFull)?;
        let base = self.next;
        self.next = base.checked_add(len).ok_or(SourceFull)?;
        Ok(base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Interner;

    #[test]
    fn carriage_returns_alone_end_lines() {
        for (text, expected) in [("a\r\nb", "a\r\nb"), ("a\rb", "a\nb"), ("a\r\r\nä\r", "a\n\r\nä\n")] {
            let mut sources = SourceMap::new();
            let file = sources.add_file("m.hlsl", text.into()).unwrap();
            assert_eq!(&*sources.file(file).text, expected);
        }
    }

    #[test]
    fn spans_survive_nested_expansion() {
        let mut sources = SourceMap::new();
        let text = "#define A B\n#define B 7\nfloat x[A];\n";
        let file = sources.add_file("m.hlsl", text.into()).unwrap();
        let mut names = Interner::new();
        let span = |position: usize, len: usize| Span { start: position as u32, end: (position + len) as u32 };
        let site = span(32, 1);
        let a = sources.add_expansion(Expansion { name: names.intern("A"), body: span(10, 1), site }).unwrap();
        let b =
            sources.add_expansion(Expansion { name: names.intern("B"), body: span(22, 1), site: Span { start: a, end: a + 1 } }).unwrap();
        let seven = Span { start: b, end: b + 1 };
        assert_eq!(sources.text(seven), "7");
        assert_eq!(sources.call_site(seven), site);
        assert_eq!(sources.expansions(seven).map(|e| names.resolve(e.name).to_owned()).collect::<Vec<_>>(), ["B", "A"]);
        let position = sources.locate(b);
        assert_eq!((position.file, position.line, position.column), (file, 3, 9));
    }

    /// Joins two words of the text below, each inside `depth` uses of macros; `#1` is the second occurrence of a word.
    #[track_caller]
    fn check_join(first: (&str, usize), last: (&str, usize), expected: &str) {
        let mut sources = SourceMap::new();
        let text = "#define A in1 B in2\n#define B deep1 deep2\nbefore A between A after\n";
        sources.add_file("m.hlsl", text.into()).unwrap();
        let other = sources.add_file("n.hlsl", "other\n".into()).unwrap();
        let mut names = Interner::new();
        let words = |text: &str, base: u32| {
            let position_of = |word: &str| word.as_ptr() as u32 - text.as_ptr() as u32 + base;
            text.split_whitespace()
                .map(|word| (word.to_owned(), Span { start: position_of(word), end: position_of(word) + word.len() as u32 }))
                .collect()
        };
        let mut levels: Vec<Vec<(String, Span)>> = vec![words(text, 0)];
        levels[0].push(("other".into(), sources.file(other).span(0, 5)));
        let bodies = [("A", &text[10..19]), ("B", &text[30..41])];
        for (depth, (name, body)) in bodies.into_iter().enumerate() {
            let position = body.as_ptr() as u32 - text.as_ptr() as u32;
            let body_span = Span { start: position, end: position + body.len() as u32 };
            let is_definition = |span: Span| depth == 0 && span.start < 42;
            let uses: Vec<Span> =
                levels[depth].iter().filter(|(word, span)| word == name && !is_definition(*span)).map(|(_, span)| *span).collect();
            let mut inner: Vec<(String, Span)> = Vec::new();
            for site in uses {
                let base = sources.add_expansion(Expansion { name: names.intern(name), body: body_span, site }).unwrap();
                inner.append(&mut words(body, base));
            }
            levels.push(inner);
        }
        let find = |(word, depth): (&str, usize)| {
            let (word, nth) = word.split_once('#').map_or((word, 0), |(word, nth)| (word, nth.parse().unwrap()));
            levels[depth].iter().filter(|(text, _)| text == word).nth(nth).expect(word).1
        };
        let joined = sources.join(find(first), find(last));
        assert_eq!(sources.text(joined), expected);
        assert!(sources.is_whole(joined));
    }

    #[test]
    fn spans_join_within_one_file() {
        check_join(("before", 0), ("after", 0), "before A between A after");
        check_join(("before", 0), ("before", 0), "before");
        // The result is the first if the last is before it, or in another file.
        check_join(("after", 0), ("before", 0), "after");
        check_join(("before", 0), ("other", 0), "before");
        check_join(("other", 0), ("before", 0), "other");
        check_join(("deep1#1", 2), ("other", 0), "deep1");
        // A token from a macro is replaced by the use of the macro,
        check_join(("before", 0), ("deep2", 2), "before A");
        check_join(("deep1", 2), ("after", 0), "A between A after");
        check_join(("in1", 1), ("deep2#1", 2), "A between A");
        // only as far outward as necessary.
        check_join(("in1", 1), ("in2", 1), "in1 B in2");
        check_join(("in1", 1), ("deep1", 2), "in1 B");
        check_join(("deep1", 2), ("deep2", 2), "deep1 deep2");
    }

    #[test]
    fn line_directives_rename() {
        let mut sources = SourceMap::new();
        sources.add_file("gen.hlsl", "a\n#line 40 \"real.hlsl\"\nb\nc\n".into()).unwrap();
        sources.add_line_marker(2, 40, Some("real.hlsl".into()));
        let b = sources.locate(23);
        assert_eq!((b.name.as_str(), b.line), ("real.hlsl", 40));
        assert_eq!(sources.locate(0).line, 1);
    }
}
