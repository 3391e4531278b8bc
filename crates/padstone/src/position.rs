//! Positions in files: bytes, UTF-16, lines and columns.

use std::sync::{Arc, OnceLock};

/// A file, as it was read.
#[derive(Clone)]
pub struct File(Arc<FileContent>);

struct FileContent {
    path: String,
    text: Arc<str>,
    lines: OnceLock<LineIndex>,
}

/// The offset of each line, and the number of UTF-16 units before it.
struct LineIndex {
    bytes: Vec<u32>,
    utf16: Vec<u32>,
}

/// A position in the text of a file. All numbers count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Position {
    /// Bytes of UTF-8 from the start of the file.
    Byte(u32),
    /// UTF-16 code units from the start of the file.
    Utf16(u32),
    /// A line, and a column in it. Lines end at `\n`, `\r\n` and `\r`.
    Line {
        /// The line.
        line: u32,
        /// The column.
        column: u32,
        /// The unit of the column.
        encoding: Encoding,
    },
}

/// The unit of positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Encoding {
    /// Bytes of UTF-8.
    #[default]
    Utf8,
    /// UTF-16 code units, as in JavaScript and most editors.
    Utf16,
}

impl File {
    pub(crate) fn new(path: &str, text: Arc<str>) -> File {
        File(Arc::new(FileContent { path: path.to_owned(), text, lines: OnceLock::new() }))
    }

    /// The path, as passed to the workspace or as found by an include.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Returns the byte offset of a position: inside a character, its first byte; after the end, the end.
    ///
    /// ```
    /// use padstone::{Encoding, Options, Position, Workspace};
    ///
    /// let mut ws = Workspace::new();
    /// ws.set_file("sky.hlsl", "// 🌤\r\nfloat a;");
    /// let file = ws.unit("sky.hlsl", &Options::default())?.file();
    /// assert_eq!(file.byte(Position::Utf16(5)), 7);
    /// assert_eq!(file.byte(Position::Line { line: 1, column: 6, encoding: Encoding::Utf16 }), 15);
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn byte(&self, position: Position) -> u32 {
        let text = self.text();
        match position {
            Position::Byte(byte) => floor(text, byte),
            Position::Utf16(unit) => {
                let lines = self.lines();
                let line = lines.utf16.partition_point(|&start| start <= unit).max(1) - 1;
                self.in_line(line, unit - lines.utf16[line], Encoding::Utf16, true)
            }
            Position::Line { line, column, encoding } => match self.lines().bytes.len() {
                count if (line as usize) < count => self.in_line(line as usize, column, encoding, false),
                _ => text.len() as u32,
            },
        }
    }

    /// Returns the UTF-16 code unit of a byte offset.
    pub fn utf16(&self, byte: u32) -> u32 {
        let (line, start) = self.line_of(byte);
        self.lines().utf16[line] + units(&self.text()[start as usize..floor(self.text(), byte) as usize])
    }

    /// Returns the line and column of a byte offset.
    pub fn line_column(&self, byte: u32, encoding: Encoding) -> (u32, u32) {
        let (line, start) = self.line_of(byte);
        let end = floor(self.text(), byte);
        let column = match encoding {
            Encoding::Utf8 => end - start,
            Encoding::Utf16 => units(&self.text()[start as usize..end as usize]),
        };
        (line as u32, column)
    }

    fn line_of(&self, byte: u32) -> (usize, u32) {
        let lines = self.lines();
        let line = lines.bytes.partition_point(|&start| start <= byte.min(self.text().len() as u32)) - 1;
        (line, lines.bytes[line])
    }

    /// The byte of a column of a line; `is_whole`: whether the end of the line counts as part of it.
    fn in_line(&self, line: usize, column: u32, encoding: Encoding, is_whole: bool) -> u32 {
        let start = self.lines().bytes[line];
        let end = self.lines().bytes.get(line + 1).map_or(self.text().len(), |&next| next as usize);
        let text = &self.text()[start as usize..end];
        let text = if is_whole { text } else { text.trim_end_matches(['\r', '\n']) };
        let inner = match encoding {
            Encoding::Utf8 => floor(text, column),
            Encoding::Utf16 => {
                let mut left = column;
                let taken = text.chars().take_while(|c| {
                    let next = left.checked_sub(c.len_utf16() as u32);
                    left = next.unwrap_or(0);
                    next.is_some()
                });
                taken.map(|c| c.len_utf8() as u32).sum()
            }
        };
        start + inner
    }

    fn lines(&self) -> &LineIndex {
        self.0.lines.get_or_init(|| {
            let mut lines = LineIndex { bytes: vec![0], utf16: vec![0] };
            let (mut utf16, mut characters) = (0, self.text().char_indices().peekable());
            while let Some((position, c)) = characters.next() {
                utf16 += c.len_utf16() as u32;
                let ends = c == '\n' || (c == '\r' && characters.peek().is_none_or(|&(_, next)| next != '\n'));
                if ends {
                    lines.bytes.push((position + 1) as u32);
                    lines.utf16.push(utf16);
                }
            }
            lines
        })
    }
}

impl PartialEq for File {
    /// Whether path and text are the same.
    fn eq(&self, other: &File) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.path() == other.path() && self.text() == other.text())
    }
}

impl Eq for File {}

impl std::fmt::Debug for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "File({:?})", self.path())
    }
}

/// The start of the character that contains a byte; the end of the text, if the byte is after it.
fn floor(text: &str, byte: u32) -> u32 {
    let mut byte = (byte as usize).min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte as u32
}

fn units(text: &str) -> u32 {
    text.chars().map(|c| c.len_utf16() as u32).sum()
}
