//! After the body of a function, without reading it.

use super::chars::{BEYOND, BRACE, block_comment, byte, is, line_comment, skip_trivia};
use super::token;
use crate::token::TokenKind;

/// Finds the ends of bodies.
#[derive(Debug, Default)]
pub(crate) struct Braces {
    /// Whether some brace of the text is never closed. From then on bodies are read word by word, so that one which is
    /// not closed ends before the next declaration, and nobody runs to the end of the text more than once.
    unbalanced: bool,
}

/// Where a body ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BodyEnd {
    /// After the brace that closes it.
    Closed(usize),
    /// It is not closed, and what is at that place is not a part of it.
    Open(usize),
}

impl Braces {
    /// The end of the body whose opening brace is at `at`.
    pub(crate) fn skip(&mut self, text: &str, at: usize) -> BodyEnd {
        if !self.unbalanced {
            match matching(text.as_bytes(), at) {
                Some(end) => return BodyEnd::Closed(end),
                None => self.unbalanced = true,
            }
        }
        before_declaration(text, at)
    }
}

/// After the brace that closes the one at `at`. Braces in comments do not count.
fn matching(bytes: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0_u32;
    loop {
        while !is(bytes, at, BRACE) {
            at += 1;
        }
        match byte(bytes, at) {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            BEYOND => return None,
            _ => {
                at = match byte(bytes, at + 1) {
                    b'/' => line_comment(bytes, at),
                    b'*' => block_comment(bytes, at)?,
                    _ => at + 1,
                };
                continue;
            }
        }
        at += 1;
    }
}

/// The end of the body at `at`, or what can only be a declaration, whichever comes first.
fn before_declaration(text: &str, mut at: usize) -> BodyEnd {
    let bytes = text.as_bytes();
    let mut depth = 0_u32;
    loop {
        let start = skip_trivia(bytes, at).0;
        let (kind, end) = token(text, start);
        match kind {
            TokenKind::BraceOpen => depth += 1,
            TokenKind::BraceClose => {
                depth -= 1;
                if depth == 0 {
                    return BodyEnd::Closed(end);
                }
            }
            TokenKind::End => return BodyEnd::Open(at),
            _ if is_declaration(text, kind, end) => return BodyEnd::Open(at),
            _ => {}
        }
        at = end;
    }
}

/// Whether the token that ends at `end` begins a declaration, and cannot appear in a body.
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
