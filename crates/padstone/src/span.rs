//! Ranges of files, and the macros that their text comes from.

use std::ops::Range;
use std::sync::Arc;

use padstone_read::source::{self, SourceMap};

use crate::position::{Encoding, File};
use crate::reading::Reading;

/// A range of the text of a file. For code from a macro expansion, the range is that of the outermost use.
#[derive(Clone)]
pub struct Span {
    /// The file.
    pub file: File,
    /// The offset of its first byte in the file.
    pub start: u32,
    /// The offset after its last byte.
    pub end: u32,
    origin: Option<(Arc<Reading>, source::Span)>,
}

impl Span {
    /// The location of a span of a reading.
    pub(crate) fn new(reading: &Arc<Reading>, span: source::Span) -> Span {
        let sources = &reading.unit.sources;
        let site = sources.call_site(span);
        let origin = (site != span).then(|| (Arc::clone(reading), span));
        Span { origin, ..Span::in_file(reading, sources, site) }
    }

    /// The location of a span that is in a file.
    fn in_file(reading: &Reading, sources: &SourceMap, span: source::Span) -> Span {
        let id = sources.file_of(span.start);
        let (base, file) = (sources.file(id).base(), reading.files[id.index()].clone());
        let byte = |position: u32| position.saturating_sub(base).min(file.text().len() as u32);
        Span { start: byte(span.start), end: byte(span.end), file, origin: None }
    }

    /// A range of a file.
    pub(crate) fn in_text(file: &File, start: u32, end: u32) -> Span {
        Span { file: file.clone(), start, end, origin: None }
    }

    /// The range in UTF-16 code units from the start of the file.
    pub fn utf16(&self) -> Range<u32> {
        self.file.utf16(self.start)..self.file.utf16(self.end)
    }

    /// The range in lines and columns, which count from 0.
    pub fn lines(&self, encoding: Encoding) -> Range<(u32, u32)> {
        self.file.line_column(self.start, encoding)..self.file.line_column(self.end, encoding)
    }

    /// The text in the range.
    pub fn text(&self) -> &str {
        self.file.text().get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// The range where the code is written: in the body of the macro, if it comes from a macro expansion; otherwise this range.
    ///
    /// ```
    /// use padstone::{Options, Workspace, compiler};
    ///
    /// let mut ws = Workspace::new();
    /// ws.set_file("sky.hlsl", "#define MEMBER float fog\ncbuffer Sky { MEMBER; }");
    /// let fog = ws.unit("sky.hlsl", &Options::default())?.layout(&compiler::DXC).buffer("Sky")?.field("fog")?;
    /// let span = fog.span();
    /// assert_eq!((span.text(), span.written().text()), ("MEMBER", "fog"));
    /// assert_eq!(span.macros()[0].0, "MEMBER");
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn written(&self) -> Span {
        let Some((reading, span)) = &self.origin else { return self.clone() };
        let sources = &reading.unit.sources;
        Span::in_file(reading, sources, sources.spelling(*span))
    }

    /// The macros that the code comes from, each with its use, innermost first.
    pub fn macros(&self) -> Vec<(String, Span)> {
        let Some((reading, span)) = &self.origin else { return Vec::new() };
        let names = &reading.unit.module.names;
        let expansions = reading.unit.sources.expansions(*span);
        expansions.map(|expansion| (names.resolve(expansion.name).to_owned(), Span::new(reading, expansion.site))).collect()
    }
}

impl PartialEq for Span {
    /// Whether it is the same range of the same file.
    fn eq(&self, other: &Span) -> bool {
        (self.start, self.end) == (other.start, other.end) && self.file == other.file
    }
}

impl Eq for Span {}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}..{}", self.file.path(), self.start, self.end)
    }
}
