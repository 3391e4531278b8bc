//! Skips text without producing tokens: function bodies, excluded groups of conditions, ends of directives.
//!
//! Comments, literals and splices are recognized as in the lexer. One table classifies all other bytes, at about one byte per cycle.

use padstone_diag::Diagnostics;
use padstone_source::Span;

use super::chars::{BlockCommentEnd, block_comment, byte, line_comment, literal, splice};
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
    let mut at = 0;
    while at < special.len() {
        table[special[at] as usize] = true;
        at += 1;
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
        let mut at = self.at;
        loop {
            at = run(bytes, at, &GROUP);
            match byte(bytes, at) {
                b'\n' => break,
                0 if at >= bytes.len() => break,
                _ => at = self.pass(at, found),
            }
        }
        self.at = at;
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
        let mut at = self.at;
        let mut starts_line = at == self.first;
        loop {
            if starts_line {
                starts_line = false;
                at = self.line_start(at, found);
                if byte(bytes, at) == b'#' && second(bytes, at) != b'#' {
                    self.at = at + 1;
                    return Stop::Directive(self.span(at, at + 1));
                }
                if outside.iter().any(|word| is_word(&bytes[at..], word)) {
                    self.at = at;
                    return Stop::Outside;
                }
            }
            at = run(bytes, at, special);
            match byte(bytes, at) {
                b'\n' => {
                    at += 1;
                    starts_line = true;
                }
                b'{' => {
                    at += 1;
                    *depth += 1;
                }
                b'}' => {
                    at += 1;
                    *depth = depth.saturating_sub(1);
                    if *depth == 0 {
                        self.at = at;
                        return Stop::Closed(self.span(at - 1, at));
                    }
                }
                0 if at >= bytes.len() => {
                    self.at = at;
                    return Stop::End;
                }
                _ => at = self.pass(at, found),
            }
        }
    }

    /// The position after the comment, literal, splice or single byte at `at`.
    fn pass(&self, at: usize, found: &mut Diagnostics) -> usize {
        let bytes = self.text.as_bytes();
        match bytes[at] {
            b'/' => match second(bytes, at) {
                b'/' => line_comment(bytes, at),
                b'*' => match block_comment(bytes, at) {
                    BlockCommentEnd::Closed(end) => end,
                    BlockCommentEnd::Open => {
                        found.push(open_comment(self.span(at, at + 2)));
                        bytes.len()
                    }
                },
                _ => at + 1,
            },
            b'"' if self.is_slang && slang::is_raw(bytes, at) => slang::raw_text_end(bytes, at).unwrap_or(bytes.len()),
            b'"' | b'\'' => literal(bytes, at).end,
            b'\\' => at + splice(bytes, at).max(1),
            _ => at + 1,
        }
    }

    /// The position after white space and comments at the start of a line, before its end.
    fn line_start(&self, mut at: usize, found: &mut Diagnostics) -> usize {
        let bytes = self.text.as_bytes();
        loop {
            match byte(bytes, at) {
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => at += 1,
                b'/' if matches!(second(bytes, at), b'/' | b'*') => at = self.pass(at, found),
                b'\\' if splice(bytes, at) > 0 => at += splice(bytes, at),
                _ => return at,
            }
        }
    }
}

/// The first special byte at or after `at`, or the end.
#[inline]
fn run(bytes: &[u8], at: usize, special: &[bool; 256]) -> usize {
    bytes[at..].iter().position(|&byte| special[byte as usize]).map_or(bytes.len(), |length| at + length)
}

/// Whether `text` begins with the keyword `word`, followed by white space or a parenthesis.
fn is_word(text: &[u8], word: &str) -> bool {
    text.strip_prefix(word.as_bytes()).is_some_and(|rest| rest.first().is_some_and(|&next| next.is_ascii_whitespace() || next == b'('))
}
