//! Lexes text on demand, without storing the tokens.
//!
//! The rules are those of the W3C (WGSL, chapter 3), which also apply to the draft of 2020. Whether a `<` begins a template list depends on
//! the text after it; `templates.rs` decides.

mod braces;
mod chars;
pub(crate) mod keywords;
mod number;
mod templates;
mod tokens_and_trivia;

use padstone_source::Span;

use crate::token::{Token, TokenKind};
use crate::tree::Source;
pub(crate) use braces::{BodyEnd, Braces};
use chars::{BEYOND, byte, name_end, skip_trivia};
use templates::TemplateLists;
pub use tokens_and_trivia::{Piece, PieceKind, pieces};

/// Reads a text or a range of one.
#[derive(Debug)]
pub(crate) struct Lexer<'a> {
    /// The text up to the end of the range.
    text: &'a str,
    base: u32,
    /// The next byte to read.
    at: usize,
    templates: TemplateLists,
    /// The position of the `>` that closes the innermost open template list.
    template_end: usize,
    /// The start of an unclosed comment, once one was found.
    open_comment: Option<usize>,
}

impl<'a> Lexer<'a> {
    /// A lexer of the whole text.
    pub(crate) fn new(source: Source<'a>) -> Self {
        Lexer { text: source.text, base: source.base, at: 0, templates: TemplateLists::default(), template_end: NONE, open_comment: None }
    }

    /// A lexer of a span of the text.
    pub(crate) fn within(source: Source<'a>, span: Span) -> Self {
        let mut lexer = Lexer::new(source);
        let end = (span.end.saturating_sub(source.base) as usize).min(source.text.len());
        lexer.at = (span.start.saturating_sub(source.base) as usize).min(end);
        // The parser never creates a span that splits a character.
        lexer.text = source.text.get(..end).filter(|text| text.is_char_boundary(lexer.at)).unwrap_or("");
        lexer.at = lexer.at.min(lexer.text.len());
        lexer
    }

    /// The next token; at the end, always [`TokenKind::End`].
    #[inline]
    pub(crate) fn next(&mut self) -> Token {
        let bytes = self.text.as_bytes();
        let (start, open) = skip_trivia(bytes, self.at);
        if open.is_some() {
            self.open_comment = open;
        }
        let (mut kind, mut end) = token(self.text, start);
        if start == self.template_end {
            (kind, end) = (TokenKind::TemplateClose, start + 1);
        }
        self.at = end;
        Token { kind, span: self.span(start, end) }
    }

    /// Whether the [`TokenKind::Less`] just read begins a template list. If so, the `>` that ends it will be read as
    /// [`TokenKind::TemplateClose`], and the returned value must be passed to [`Self::leave_template`] there.
    pub(crate) fn enter_template(&mut self, open_angle: Token) -> Option<OuterTemplate> {
        let end = self.templates.end_of(self.text, (open_angle.span.start - self.base) as usize)?;
        Some(OuterTemplate(std::mem::replace(&mut self.template_end, end)))
    }

    /// Ends a template list. Call it before reading the token after its `>`.
    pub(crate) fn leave_template(&mut self, outer: OuterTemplate) {
        self.template_end = outer.0;
    }

    /// Whether a colon or an equals sign follows the last token, as it would follow a declared name.
    pub(crate) fn ends_name(&self) -> bool {
        let bytes = self.text.as_bytes();
        matches!(byte(bytes, skip_trivia(bytes, self.at).0), b':' | b'=')
    }

    /// Whether the token after the last one ends a statement, or the header of a loop.
    pub(crate) fn ends_statement(&self) -> bool {
        let bytes = self.text.as_bytes();
        matches!(byte(bytes, skip_trivia(bytes, self.at).0), b';' | b')' | b'{' | b'}')
    }

    /// The position of the `>` that ends the innermost open template list.
    pub(crate) fn template_end(&self) -> u32 {
        self.base + self.template_end.min(self.text.len()) as u32
    }

    /// Continues at a position that is not before the last token.
    pub(crate) fn jump(&mut self, position: u32) {
        self.at = (position - self.base) as usize;
    }

    /// The position of the next byte to read.
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    /// The text up to the end of the range.
    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// The text of a token that was read.
    #[inline]
    pub(crate) fn token_text(&self, span: Span) -> &'a str {
        &self.text[(span.start - self.base) as usize..(span.end - self.base) as usize]
    }

    /// The unclosed comment, if one was found.
    pub(crate) fn open_comment(&self) -> Option<Span> {
        self.open_comment.map(|position| self.span(position, position + 2))
    }

    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        // A source map holds at most 4 GiB, so no text is longer.
        Span { start: self.base + start as u32, end: self.base + end as u32 }
    }
}

/// The state to pass to [`Lexer::leave_template`]: the position of the `>` of the enclosing list.
#[derive(Debug)]
#[must_use]
pub(crate) struct OuterTemplate(usize);

/// A position at which there is no token.
const NONE: usize = usize::MAX;

/// The token at `start`, which is not space or a comment, and its end.
#[inline]
fn token(text: &str, start: usize) -> (TokenKind, usize) {
    let bytes = text.as_bytes();
    let second = byte(bytes, start + 1);
    let kind = match byte(bytes, start) {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80..BEYOND => {
            let end = name_end(text, start);
            return match &bytes[start..end] {
                b"" => (TokenKind::Stray, start + text[start..].chars().next().map_or(1, char::len_utf8)),
                b"_" => (TokenKind::Underscore, end),
                // `package::lighting::Light` is one name. No other construct of WGSL has two consecutive colons.
                _ if byte(bytes, end) == b':' && byte(bytes, end + 1) == b':' && name_end(text, end + 2) > end + 2 => {
                    (TokenKind::Name, path_end(text, end))
                }
                word => (keywords::keyword_kind(word), end),
            };
        }
        b'0'..=b'9' => return (TokenKind::Number, number::number_end(bytes, start)),
        b'.' if second.is_ascii_digit() => return (TokenKind::Number, number::number_end(bytes, start)),
        BEYOND => return (TokenKind::End, start),
        b'(' => TokenKind::ParenOpen,
        b')' => TokenKind::ParenClose,
        b'[' => TokenKind::BracketOpen,
        b']' => TokenKind::BracketClose,
        b'{' => TokenKind::BraceOpen,
        b'}' => TokenKind::BraceClose,
        b';' => TokenKind::Semicolon,
        b',' => TokenKind::Comma,
        b'.' => TokenKind::Dot,
        b':' => TokenKind::Colon,
        b'@' => TokenKind::At,
        b'~' => TokenKind::Tilde,
        first => return operator(bytes, start, first, second),
    };
    (kind, start + 1)
}

/// The end of a path whose first name ends at `end`.
fn path_end(text: &str, mut end: usize) -> usize {
    while text.as_bytes()[end..].starts_with(b"::") {
        let next = name_end(text, end + 2);
        if next == end + 2 {
            break;
        }
        end = next;
    }
    end
}

/// An operator that may have more characters after its first.
fn operator(bytes: &[u8], start: usize, first: u8, second: u8) -> (TokenKind, usize) {
    let single = |kind| (kind, start + 1);
    let two = |kind| (kind, start + 2);
    match (first, second) {
        (b'-', b'>') => two(TokenKind::Arrow),
        (b'+', b'+') => two(TokenKind::Increment),
        (b'-', b'-') => two(TokenKind::Decrement),
        (b'&', b'&') => two(TokenKind::AndAnd),
        (b'|', b'|') => two(TokenKind::OrOr),
        (b'=', b'=') => two(TokenKind::EqualEqual),
        (b'!', b'=') => two(TokenKind::NotEqual),
        (b'<', b'=') => two(TokenKind::LessEqual),
        (b'>', b'=') => two(TokenKind::GreaterEqual),
        (b'+', b'=') => two(TokenKind::PlusEqual),
        (b'-', b'=') => two(TokenKind::MinusEqual),
        (b'*', b'=') => two(TokenKind::StarEqual),
        (b'/', b'=') => two(TokenKind::SlashEqual),
        (b'%', b'=') => two(TokenKind::PercentEqual),
        (b'&', b'=') => two(TokenKind::AmpersandEqual),
        (b'|', b'=') => two(TokenKind::PipeEqual),
        (b'^', b'=') => two(TokenKind::CaretEqual),
        (b'<', b'<') if byte(bytes, start + 2) == b'=' => (TokenKind::ShiftLeftEqual, start + 3),
        (b'<', b'<') => two(TokenKind::ShiftLeft),
        (b'>', b'>') if byte(bytes, start + 2) == b'=' => (TokenKind::ShiftRightEqual, start + 3),
        (b'>', b'>') => two(TokenKind::ShiftRight),
        (b'+', _) => single(TokenKind::Plus),
        (b'-', _) => single(TokenKind::Minus),
        (b'*', _) => single(TokenKind::Star),
        (b'/', _) => single(TokenKind::Slash),
        (b'%', _) => single(TokenKind::Percent),
        (b'&', _) => single(TokenKind::Ampersand),
        (b'|', _) => single(TokenKind::Pipe),
        (b'^', _) => single(TokenKind::Caret),
        (b'!', _) => single(TokenKind::Bang),
        (b'=', _) => single(TokenKind::Equal),
        (b'<', _) => single(TokenKind::Less),
        (b'>', _) => single(TokenKind::Greater),
        _ => single(TokenKind::Stray),
    }
}
