//! Skips text without producing tokens: function bodies, excluded groups of conditions, ends of directives.
//!
//! Comments, literals and splices are recognized as in the lexer. One table classifies all other bytes, at about one byte per cycle.

use padstone_diag::Diagnostics;
use padstone_source::Span;

use super::chars::{BlockCommentEnd, block_comment, byte, literal, splice};
use super::{Lexer, open_comment, second, slang};

/// The reason why a scan stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// At a directive, after its `#`, which has this span.
    Directive(Span),
    /// After the `}` that closes the outermost open brace.
    Closed(Span),
    /// Before a keyword that never appears in a body, at the start of a line: the body is unclosed.
    Outside,
    /// At the end of the text.
    End,
}

/// The bytes at which a scan stops: the special ones.
const fn table(special: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut index = 0;
    while index < special.len() {
        table[special[index] as usize] = true;
        index += 1;
    }
    table
}

static GROUP: [bool; 256] = table(b"\n/\"'\\");
static BODY: [bool; 256] = table(b"\n/\"'\\{}");

impl Lexer {
    /// Moves to the next directive.
    pub(crate) fn scan_group(&mut self, found: &mut Diagnostics) -> Stop {
        self.scan(&GROUP, &mut 0, &[], found)
    }

    /// Scans to the next directive, past the brace that brings `depth`, the number of open braces, to 0, or to one of the
    /// keywords `outside` at the start of a line.
    pub(crate) fn scan_body(&mut self, depth: &mut usize, outside: &[&str], found: &mut Diagnostics) -> Stop {
        self.scan(&BODY, depth, outside, found)
    }

    /// Moves to the end of the line, but not past it.
    pub(crate) fn skip_line(&mut self, found: &mut Diagnostics) {
        let bytes = self.text.as_bytes();
        let mut position = self.at;
        loop {
            position = run(bytes, position, &GROUP);
            match byte(bytes, position) {
                b'\n' => break,
                0 if position >= bytes.len() => break,
                _ => position = self.pass(position, found),
            }
        }
        self.at = position;
    }

    /// Scans to the end of the line, but not past it. Returns the span without the white space around it.
    pub(crate) fn rest_of_line(&mut self) -> Span {
        let bytes = self.text.as_bytes();
        let mut end = self.at;
        loop {
            end = run(bytes, end, &GROUP);
            match byte(bytes, end) {
                b'\n' => break,
                b'\\' => end += splice(bytes, end).max(1),
                0 if end >= bytes.len() => break,
                _ => end += 1,
            }
        }
        let text = &self.text[self.at..end];
        let start = end - text.trim_start().len();
        let last = start + text.trim().len();
        self.at = end;
        self.span(start, last)
    }

    /// The header name at this position, if there is one: quoted (`"…"`) or in angle brackets. Returns its span, including the delimiters.
    /// A backslash in it is not an escape (ISO C17, 6.4.7).
    pub(crate) fn header_name(&mut self) -> Option<Span> {
        let bytes = self.text.as_bytes();
        let mut start = self.at;
        loop {
            match byte(bytes, start) {
                b' ' | b'\t' => start += 1,
                b'/' if byte(bytes, start + 1) == b'*' => match block_comment(bytes, start) {
                    BlockCommentEnd::Closed(end) => start = end,
                    BlockCommentEnd::Open => return None,
                },
                _ => break,
            }
        }
        let close = match byte(bytes, start) {
            b'"' => b'"',
            b'<' => b'>',
            _ => return None,
        };
        let length = bytes[start + 1..].iter().position(|&byte| byte == close || byte == b'\n')?;
        let end = start + 1 + length;
        if bytes[end] == b'\n' {
            return None;
        }
        self.at = end + 1;
        Some(self.span(start, end + 1))
    }

    fn scan(&mut self, special: &[bool; 256], depth: &mut usize, outside: &[&str], found: &mut Diagnostics) -> Stop {
        let bytes = self.text.as_bytes();
        let mut position = self.at;
        let mut starts_line = position == self.first;
        loop {
            if starts_line {
                starts_line = false;
                position = self.line_start(position, found);
                if byte(bytes, position) == b'#' && second(bytes, position) != b'#' {
                    self.at = position + 1;
                    return Stop::Directive(self.span(position, position + 1));
                }
                if outside.iter().any(|word| is_word(&bytes[position..], word)) {
                    self.at = position;
                    return Stop::Outside;
                }
            }
            position = run(bytes, position, special);
            match byte(bytes, position) {
                b'\n' => {
                    position += 1;
                    starts_line = true;
                }
                b'{' => {
                    position += 1;
                    *depth += 1;
                }
                b'}' => {
                    position += 1;
                    *depth = depth.saturating_sub(1);
                    if *depth == 0 {
                        self.at = position;
                        return Stop::Closed(self.span(position - 1, position));
                    }
                }
                0 if position >= bytes.len() => {
                    self.at = position;
                    return Stop::End;
                }
                _ => position = self.pass(position, found),
            }
        }
    }

    /// The position after the comment, literal, splice or single byte at `index`.
    fn pass(&self, index: usize, found: &mut Diagnostics) -> usize {
        let bytes = self.text.as_bytes();
        match bytes[index] {
            b'/' => match second(bytes, index) {
                b'/' => self.line_comment(index),
                b'*' => match block_comment(bytes, index) {
                    BlockCommentEnd::Closed(end) => end,
                    BlockCommentEnd::Open => {
                        found.push(open_comment(self.span(index, index + 2)));
                        bytes.len()
                    }
                },
                _ => index + 1,
            },
            b'"' if self.is_slang && slang::is_raw(bytes, index) => slang::raw_text_end(bytes, index).unwrap_or(bytes.len()),
            b'"' | b'\'' => literal(bytes, index).end,
            b'\\' => index + splice(bytes, index).max(1),
            _ => index + 1,
        }
    }

    /// The position after white space and comments at the start of a line, before its end.
    fn line_start(&self, mut position: usize, found: &mut Diagnostics) -> usize {
        let bytes = self.text.as_bytes();
        loop {
            match byte(bytes, position) {
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => position += 1,
                b'/' if matches!(second(bytes, position), b'/' | b'*') => position = self.pass(position, found),
                b'\\' if splice(bytes, position) > 0 => position += splice(bytes, position),
                _ => return position,
            }
        }
    }
}

/// The first special byte at or after `index`, or the end.
#[inline]
fn run(bytes: &[u8], index: usize, special: &[bool; 256]) -> usize {
    bytes[index..].iter().position(|&byte| special[byte as usize]).map_or(bytes.len(), |length| index + length)
}

/// Whether `text` begins with the keyword `word`, followed by white space or a parenthesis.
fn is_word(text: &[u8], word: &str) -> bool {
    text.strip_prefix(word.as_bytes()).is_some_and(|rest| rest.first().is_some_and(|&next| next.is_ascii_whitespace() || next == b'('))
}
