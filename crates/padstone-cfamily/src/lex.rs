//! Lexes text into raw tokens: comments and line continuations are removed; the preprocessor handles macros and directives.
//!
//! The rules are those of C (ISO C17, 5.1.1.2 and 6.4) as in clang: `$` and non-ASCII letters are allowed in names, white space is
//! allowed between a backslash and the end of its line, and an unterminated literal is one token up to the end of its line. Digraphs and
//! trigraphs, which no shading language has, are not supported. Numbers and strings of Slang end by other rules (`slang`).

mod chars;
mod scan;
mod slang;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_source::{Interner, Span, Symbol};

use crate::{Token, TokenKind};
use chars::{BlockCommentEnd, block_comment, byte, line_comment, literal, name_end, number_end, punctuator, splice, without_splices};
pub(crate) use scan::Stop;

/// Reads one text from start to end. The text is shared with the source map, never copied.
#[derive(Debug)]
pub(crate) struct Lexer {
    text: Arc<str>,
    /// Position of the text's first byte in the source map.
    base: u32,
    /// The next byte to read.
    at: usize,
    /// The first byte of the text after a byte order mark.
    first: usize,
    /// Whether numbers and strings follow the rules of Slang.
    pub(crate) is_slang: bool,
    /// Whether a `//` comment continues in the next line if white space separates its last backslash from the end of the line: as in clang and DXC,
    /// but not in libslang 2026.12 and glslang 12 (measured).
    pub(crate) blanks_after_backslash: bool,
}

impl Lexer {
    /// A lexer at the start of `text`, whose first byte has the position `base`.
    pub(crate) fn new(text: Arc<str>, base: u32) -> Self {
        let first = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Lexer { text, base, at: first, first, is_slang: false, blanks_after_backslash: true }
    }

    /// Switches to the rules of Slang.
    pub(crate) fn read_slang(&mut self) {
        self.is_slang = true;
        self.blanks_after_backslash = false;
    }

    /// Switches to the rules of GLSL.
    pub(crate) fn read_glsl(&mut self) {
        self.blanks_after_backslash = false;
    }

    /// The end of the `//` comment at a position.
    fn line_comment(&self, position: usize) -> usize {
        line_comment(self.text.as_bytes(), position, self.blanks_after_backslash)
    }

    /// The next token; at the end of the text, always [`TokenKind::End`].
    #[inline(always)]
    pub(crate) fn next(&mut self, names: &mut Interner, found: &mut Diagnostics) -> Token {
        self.token::<false>(names, found)
    }

    /// The next token of the current line; at the end of the line, always [`TokenKind::End`], without moving past it.
    pub(crate) fn next_in_line(&mut self, names: &mut Interner, found: &mut Diagnostics) -> Token {
        self.token::<true>(names, found)
    }

    /// Whether only space and comments are left on the line. Consumes nothing.
    pub(crate) fn at_line_end(&self) -> bool {
        self.after_space(true).is_none_or(|position| byte(self.text.as_bytes(), position) == b'\n')
    }

    /// Whether the next token is `(`. Consumes nothing.
    pub(crate) fn at_paren(&self) -> bool {
        self.after_space(false).is_some_and(|position| byte(self.text.as_bytes(), position) == b'(')
    }

    /// The position after white space and comments, including those of the following lines unless `in_line`. `None` if nothing follows.
    fn after_space(&self, in_line: bool) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut position = self.at;
        loop {
            match byte(bytes, position) {
                0 if position >= bytes.len() => return None,
                b'\n' if in_line => return Some(position),
                b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => position += 1,
                b'/' => match second(bytes, position) {
                    b'/' => position = self.line_comment(position),
                    b'*' => match block_comment(bytes, position) {
                        BlockCommentEnd::Closed(end) => position = end,
                        BlockCommentEnd::Open => return None,
                    },
                    _ => return Some(position),
                },
                b'\\' if splice(bytes, position) > 0 => position += splice(bytes, position),
                _ => return Some(position),
            }
        }
    }

    /// The position of the next byte to read.
    pub(crate) fn position(&self) -> u32 {
        self.base + self.at as u32
    }

    /// Returns to a former [`Self::position`].
    pub(crate) fn rewind(&mut self, position: u32) {
        self.at = (position - self.base) as usize;
    }

    /// The text of a span of this file.
    pub(crate) fn text(&self, span: Span) -> &str {
        self.text.get((span.start - self.base) as usize..(span.end - self.base) as usize).unwrap_or("")
    }

    /// Whether a span is in this file.
    pub(crate) fn contains(&self, span: Span) -> bool {
        self.base <= span.start && span.end as usize <= self.base as usize + self.text.len()
    }

    #[inline(always)]
    fn token<const IN_LINE: bool>(&mut self, names: &mut Interner, found: &mut Diagnostics) -> Token {
        let bytes = self.text.as_bytes();
        let mut position = self.at;
        let mut starts_line = position == self.first;
        let mut after_space = false;
        loop {
            match byte(bytes, position) {
                b' ' => {
                    position += 1;
                    while byte(bytes, position) == b' ' {
                        position += 1;
                    }
                }
                b'\t' | b'\r' | 0x0b | 0x0c => position += 1,
                b'\n' if IN_LINE => return self.end(position, starts_line, after_space),
                b'\n' => {
                    starts_line = true;
                    position += 1;
                }
                b'/' => match second(bytes, position) {
                    b'/' => position = self.line_comment(position),
                    b'*' => match block_comment(bytes, position) {
                        BlockCommentEnd::Closed(end) => position = end,
                        BlockCommentEnd::Open => {
                            found.push(open_comment(self.span(position, position + 2)));
                            position = bytes.len();
                        }
                    },
                    _ => break,
                },
                b'\\' if splice(bytes, position) > 0 => {
                    position += splice(bytes, position);
                    continue;
                }
                0 if position >= bytes.len() => return self.end(position, true, after_space),
                _ => break,
            }
            after_space = true;
        }
        let start = position;
        let (kind, end, spliced) = match bytes[start] {
            b'R' if self.is_slang && byte(bytes, start + 1) == b'"' => {
                let end = slang::raw_text_end(bytes, start + 1);
                if end.is_none() {
                    found.push(open_raw_text(self.span(start, start + 2)));
                }
                (if end.is_some() { TokenKind::String } else { TokenKind::Stray }, end.unwrap_or(bytes.len()), false)
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => {
                let (end, spliced) = name_end(&self.text, start);
                (TokenKind::Ident, end, spliced)
            }
            b'0'..=b'9' => self.number(start),
            b'.' if second(bytes, start).is_ascii_digit() => self.number(start),
            quote @ (b'"' | b'\'') => {
                let literal = literal(bytes, start);
                if !literal.closed {
                    found.push(open_literal(quote, self.span(start, literal.end)));
                }
                let kind = if quote == b'"' { TokenKind::String } else { TokenKind::Char };
                (if literal.closed { kind } else { TokenKind::Stray }, literal.end, literal.spliced)
            }
            0x80.. => match self.text[start..].chars().next() {
                Some(letter) if letter.is_alphabetic() => {
                    let (end, spliced) = name_end(&self.text, start);
                    (TokenKind::Ident, end, spliced)
                }
                other => (TokenKind::Stray, start + other.map_or(1, char::len_utf8), false),
            },
            _ => match punctuator(bytes, start) {
                Some((TokenKind::CompoundAssign, end)) => (TokenKind::CompoundAssign, end, true),
                Some((kind, end)) => {
                    self.at = end;
                    return self.new_token(kind, starts_line, after_space, Symbol::EMPTY, start, end);
                }
                None => (TokenKind::Stray, start + 1, false),
            },
        };
        let text = &self.text[start..end];
        let symbol = if spliced { names.intern(&without_splices(text)) } else { names.intern(text) };
        self.at = end;
        self.new_token(kind, starts_line, after_space, symbol, start, end)
    }

    fn number(&self, start: usize) -> (TokenKind, usize, bool) {
        let (end, spliced) = if self.is_slang { slang::number_end(self.text.as_bytes(), start) } else { number_end(&self.text, start) };
        (TokenKind::Number, end, spliced)
    }

    fn end(&mut self, position: usize, starts_line: bool, after_space: bool) -> Token {
        self.at = position;
        self.new_token(TokenKind::End, starts_line, after_space, Symbol::EMPTY, position, position)
    }

    fn new_token(&self, kind: TokenKind, starts_line: bool, after_space: bool, symbol: Symbol, start: usize, end: usize) -> Token {
        Token { kind, starts_line, after_space, painted: false, symbol, span: self.span(start, end) }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        // A source map holds at most 4 GiB, so no text is longer.
        Span { start: self.base + start as u32, end: self.base + end as u32 }
    }
}

/// The byte after the first byte of the token at `position`, without line continuations.
fn second(bytes: &[u8], position: usize) -> u8 {
    chars::peek(bytes, position + 1).0
}

fn open_comment(span: Span) -> Diagnostic {
    Diagnostic::error(&codes::COMMENT_UNTERMINATED, "unterminated comment", span)
        .label(span, "comment extends to end of file")
        .help("close it with `*/`")
}

fn open_literal(quote: u8, span: Span) -> Diagnostic {
    let quote = char::from(quote);
    Diagnostic::warning(&codes::LITERAL_UNTERMINATED, format!("missing closing `{quote}` on this line"), span)
        .label(span, "rest of line read as one token")
        .help(format!("close it with `{quote}` before the end of the line"))
}

fn open_raw_text(span: Span) -> Diagnostic {
    Diagnostic::error(&codes::LITERAL_UNTERMINATED, "unterminated raw string literal", span)
        .label(span, "string extends to end of file")
        .help("close it with `)`, its delimiter, and `\"`")
}
