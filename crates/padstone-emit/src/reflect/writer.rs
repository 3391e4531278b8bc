//! JSON, written piece by piece.

use std::io::{self, Write};

use crate::buffer::OutputBuffer;

/// The maximum nesting of objects and arrays: eight for each level of [`padstone_layout::MAX_DEPTH`].
const MAX_OPEN: usize = 2048;

/// Writes JSON, in which an object or array is on one line or on several.
pub(super) struct JsonWriter<'w> {
    out: OutputBuffer<'w>,
    /// For each open object and array: whether it is on one line, and whether it has any content yet.
    open: Vec<(bool, bool)>,
    /// Whether a key was written whose value follows.
    keyed: bool,
    /// The number of objects and arrays so far.
    opened: u64,
    /// The maximum number.
    most: u64,
}

impl<'w> JsonWriter<'w> {
    /// `most`: the maximum number of objects and arrays in a document.
    pub(super) fn new(out: &'w mut dyn Write, most: u64) -> JsonWriter<'w> {
        JsonWriter { out: OutputBuffer::new(out), open: Vec::new(), keyed: false, opened: 0, most }
    }

    /// Begins an object or array.
    ///
    /// # Errors Those of the writer, and [`io::ErrorKind::InvalidData`] if there are too many, or they are nested too deeply.
    pub(super) fn begin(&mut self, bracket: &str, one_line: bool) -> io::Result<()> {
        self.opened += 1;
        if self.open.len() >= MAX_OPEN || self.opened > self.most {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the types nest too deeply or too often"));
        }
        self.separate();
        self.out.text(bracket);
        let inside = self.open.last().is_some_and(|&(one_line, _)| one_line);
        self.open.push((one_line || inside, false));
        Ok(())
    }

    /// Ends the innermost object or array.
    pub(super) fn end(&mut self, bracket: &str) -> io::Result<()> {
        if let Some((false, true)) = self.open.pop() {
            self.line();
        }
        self.out.text(bracket);
        self.out.pass()
    }

    /// Writes the key of the next value, which must not need escaping.
    #[inline]
    pub(super) fn key(&mut self, key: &'static str) -> io::Result<()> {
        self.separate();
        self.out.text("\"");
        self.out.text(key);
        self.out.text("\": ");
        self.keyed = true;
        Ok(())
    }

    /// Writes any text as the key of the next value.
    pub(super) fn key_of_text(&mut self, key: &str) -> io::Result<()> {
        self.separate();
        self.out.quoted(key);
        self.out.text(": ");
        self.keyed = true;
        Ok(())
    }

    /// Writes a string.
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.separate();
        self.out.quoted(text);
        Ok(())
    }

    /// Writes a value without quotes.
    pub(super) fn plain(&mut self, value: impl std::fmt::Display) -> io::Result<()> {
        self.separate();
        write!(self.out, "{value}")
    }

    /// Writes a key with a string.
    pub(super) fn pair(&mut self, key: &'static str, text: &str) -> io::Result<()> {
        self.key(key)?;
        self.text(text)
    }

    /// Writes a key with a string that needs no escaping.
    #[inline]
    pub(super) fn word(&mut self, key: &'static str, word: &'static str) -> io::Result<()> {
        self.key(key)?;
        self.separate();
        self.out.text("\"");
        self.out.text(word);
        self.out.text("\"");
        Ok(())
    }

    /// Writes a key with a number.
    #[inline]
    pub(super) fn number(&mut self, key: &'static str, value: u64) -> io::Result<()> {
        self.key(key)?;
        self.separate();
        self.out.number(value);
        Ok(())
    }

    /// Writes a key with `true`.
    pub(super) fn yes(&mut self, key: &'static str) -> io::Result<()> {
        self.key(key)?;
        self.plain(true)
    }

    /// Ends the document.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.text("\n");
        self.out.finish()
    }

    /// The separator before the next value.
    fn separate(&mut self) {
        if std::mem::take(&mut self.keyed) {
            return;
        }
        let Some((one_line, filled)) = self.open.last_mut() else { return };
        let (one_line, comma) = (*one_line, std::mem::replace(filled, true));
        match (comma, one_line) {
            (true, true) => self.out.text(", "),
            (true, false) => {
                self.out.text(",");
                self.line();
            }
            (false, true) => {}
            (false, false) => self.line(),
        }
    }

    fn line(&mut self) {
        /// A line break with the indentation of most lines.
        const START: &str = "\n                                                                ";
        let indent = 4 * self.open.len();
        match START.get(..=indent) {
            Some(start) => self.out.text(start),
            None => {
                self.out.text("\n");
                self.out.spaces(indent);
            }
        }
    }
}
