//! A text as tokens and trivia: whitespace and comments.

use padstone_source::Span;

use super::chars::{BEYOND, block_comment, byte, line_comment, skip_blank};
use super::templates::TemplateLists;
use super::token;
use crate::token::TokenKind;
use crate::tree::Source;

/// A token, a comment, or the space between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The kind.
    pub kind: PieceKind,
    /// The span, never empty.
    pub span: Span,
}

/// The kind of a piece of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceKind {
    /// A token.
    Token(TokenKind),
    /// Spaces and ends of lines.
    Blank,
    /// `// …`, without the end of its line.
    LineComment,
    /// `/* … */`; to the end of the text if it is never closed.
    BlockComment,
}

/// Splits a text into pieces: each starts at the end of the preceding one, the first at the start of the text, and the
/// last ends at the end of the text.
///
/// ```
/// use padstone_wgsl::{PieceKind, pieces, token::TokenKind, tree::{Edition, Source}};
/// let source = Source { text: "a  /* b */;", base: 0, edition: Edition::Current };
/// let kinds: Vec<_> = pieces(source).map(|piece| piece.kind).collect();
/// use PieceKind::{BlockComment, Blank, Token};
/// assert_eq!(kinds, [Token(TokenKind::Name), Blank, BlockComment, Token(TokenKind::Semicolon)]);
/// ```
pub fn pieces(source: Source<'_>) -> impl Iterator<Item = Piece> + '_ {
    let mut cutter = TriviaLexer { source, at: 0, templates: TemplateLists::default(), ends: Vec::new(), after_name: false };
    std::iter::from_fn(move || cutter.next())
}

struct TriviaLexer<'a> {
    source: Source<'a>,
    at: usize,
    templates: TemplateLists,
    /// The position of the `>` of each open template list, the innermost last.
    ends: Vec<usize>,
    /// Whether the last token was a name or a keyword.
    after_name: bool,
}

impl TriviaLexer<'_> {
    fn next(&mut self) -> Option<Piece> {
        let (text, start) = (self.source.text, self.at);
        let (kind, end) = self.next_piece(text, text.as_bytes(), start)?;
        self.at = end;
        let span = Span { start: self.source.base + start as u32, end: self.source.base + end as u32 };
        Some(Piece { kind, span })
    }

    fn next_piece(&mut self, text: &str, bytes: &[u8], start: usize) -> Option<(PieceKind, usize)> {
        let blank_end = skip_blank(bytes, start);
        if blank_end > start {
            return Some((PieceKind::Blank, blank_end));
        }
        match (byte(bytes, start), byte(bytes, start + 1)) {
            (BEYOND, _) => None,
            (b'/', b'/') => Some((PieceKind::LineComment, line_comment(bytes, start))),
            (b'/', b'*') => Some((PieceKind::BlockComment, block_comment(bytes, start).unwrap_or(bytes.len()))),
            _ => Some(self.token(text, start)),
        }
    }

    fn token(&mut self, text: &str, start: usize) -> (PieceKind, usize) {
        let (mut kind, mut end) = token(text, start);
        if self.ends.last() == Some(&start) {
            self.ends.pop();
            (kind, end) = (TokenKind::TemplateClose, start + 1);
        } else if kind == TokenKind::Less
            && self.after_name
            && let Some(close) = self.templates.end_of(text, start)
        {
            self.ends.push(close);
            kind = TokenKind::TemplateOpen;
        }
        self.after_name = matches!(kind, TokenKind::Name | TokenKind::Reserved) || kind.is_keyword();
        (PieceKind::Token(kind), end)
    }
}
