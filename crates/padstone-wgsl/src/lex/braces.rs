//! Skips function bodies without lexing them.

use super::chars::{BEYOND, BRACE, block_comment, byte, is, line_comment, skip_trivia};
use super::token;
use crate::token::TokenKind;

/// Finds the ends of bodies.
#[derive(Debug, Default)]
pub(crate) struct Braces {
    /// Whether a brace of the text is unclosed. From then on bodies are scanned token by token, so that an unclosed body ends before the
    /// next declaration, and no scan to the end of the text is repeated.
    unbalanced: bool,
}

/// The end of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BodyEnd {
    /// After its closing brace.
    Closed(usize),
    /// The body is unclosed, and the token at this position is the first after it.
    Open(usize),
}

impl Braces {
    /// The end of the body whose opening brace is at `position`.
    pub(crate) fn skip(&mut self, text: &str, position: usize) -> BodyEnd {
        if !self.unbalanced {
            match matching(text.as_bytes(), position) {
                Some(end) => return BodyEnd::Closed(end),
                None => self.unbalanced = true,
            }
        }
        before_declaration(text, position)
    }
}

/// The position after the closing brace of the brace at `position`. Braces in comments are ignored.
fn matching(bytes: &[u8], mut position: usize) -> Option<usize> {
    let mut depth = 0_u32;
    loop {
        while !is(bytes, position, BRACE) {
            position += 1;
        }
        match byte(bytes, position) {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(position + 1);
                }
            }
            BEYOND => return None,
            _ => {
                position = match byte(bytes, position + 1) {
                    b'/' => line_comment(bytes, position),
                    b'*' => block_comment(bytes, position)?,
                    _ => position + 1,
                };
                continue;
            }
        }
        position += 1;
    }
}

/// The end of the body at `position`, or the next token that can only begin a declaration, whichever comes first.
fn before_declaration(text: &str, mut position: usize) -> BodyEnd {
    let bytes = text.as_bytes();
    let mut depth = 0_u32;
    loop {
        let start = skip_trivia(bytes, position).0;
        let (kind, end) = token(text, start);
        match kind {
            TokenKind::BraceOpen => depth += 1,
            TokenKind::BraceClose => {
                depth -= 1;
                if depth == 0 {
                    return BodyEnd::Closed(end);
                }
            }
            TokenKind::End => return BodyEnd::Open(position),
            _ if is_declaration(text, kind, end) => return BodyEnd::Open(position),
            _ => {}
        }
        position = end;
    }
}

/// Whether the token that ends at `end` begins a declaration and is not allowed in a body.
fn is_declaration(text: &str, kind: TokenKind, end: usize) -> bool {
    let bytes = text.as_bytes();
    let next = skip_trivia(bytes, end).0;
    match kind {
        TokenKind::Fn | TokenKind::Struct | TokenKind::Alias | TokenKind::Override | TokenKind::Enable | TokenKind::Requires => true,
        // `@diagnostic` is the only attribute of statements.
        TokenKind::At => !matches!(token(text, next).0, TokenKind::Diagnostic),
        TokenKind::BracketOpen => byte(bytes, end) == b'[',
        TokenKind::Var => byte(bytes, next) == b'<' && !text[next + 1..].trim_start().starts_with("function"),
        _ => false,
    }
}
