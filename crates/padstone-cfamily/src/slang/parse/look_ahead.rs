//! Decisions that need look-ahead: whether `<` begins arguments, `(` a cast, and whether `*` and `?` belong to a type.

use super::super::keywords::Builtin;
use super::Parser;
use crate::TokenKind;
use crate::cursor::Tokens;

/// The maximum look-ahead for a `>` that distinguishes `a < b` from `a<b>`.
const LOOK_AHEAD: usize = 256;

/// The maximum number of tokens in an initializer list of one value.
const LOOK_AHEAD_IN_LIST: usize = 24;

impl Parser<'_, '_> {
    /// Whether a `*` or `?` before the token `n` ahead belongs to a type, because an operator cannot precede that token.
    pub(super) fn ends_type(&mut self, n: usize) -> bool {
        matches!(
            self.cursor.peek_at(n).kind,
            TokenKind::Greater | TokenKind::Comma | TokenKind::ParenClose | TokenKind::BracketOpen | TokenKind::Star
        )
    }

    /// Whether the current `<` begins generic arguments: a `>` outside parentheses and outside `? :` closes it and is followed by a token
    /// that can follow arguments, as in libslang 2026.12: `a < b && c > (d)` has arguments. A list beyond the look-ahead is taken for
    /// arguments: no comparison is that long.
    pub(super) fn begins_arguments(&mut self) -> bool {
        let (mut depth, mut inside, mut undecided) = (0u32, 0u32, 0u32);
        for n in 0..LOOK_AHEAD {
            match self.cursor.peek_at(n).kind {
                TokenKind::ParenOpen | TokenKind::BracketOpen => inside += 1,
                TokenKind::ParenClose | TokenKind::BracketClose => match inside.checked_sub(1) {
                    Some(outside) => inside = outside,
                    None => return false,
                },
                TokenKind::Semicolon | TokenKind::BraceOpen | TokenKind::BraceClose | TokenKind::End => return false,
                _ if inside > 0 => {}
                TokenKind::Less => depth += 1,
                TokenKind::Greater => depth -= 1,
                // Except that of `Box<T?>`.
                TokenKind::Question if !self.ends_type(n + 1) => undecided += 1,
                TokenKind::Colon => undecided = undecided.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return undecided == 0
                    && matches!(
                        self.cursor.peek_at(n + 1).kind,
                        TokenKind::ParenOpen
                            | TokenKind::ParenClose
                            | TokenKind::BracketOpen
                            | TokenKind::BracketClose
                            | TokenKind::Colon
                            | TokenKind::ColonColon
                            | TokenKind::Semicolon
                            | TokenKind::Comma
                            | TokenKind::Dot
                            | TokenKind::Greater
                            | TokenKind::Star
                            | TokenKind::Question
                            | TokenKind::Equal
                            | TokenKind::NotEqual
                            | TokenKind::BraceOpen
                            | TokenKind::End
                    );
            }
        }
        depth > 1
    }

    /// Whether the current `{` begins an initializer list of one value, which is made of names, numbers and operators. A list beyond the
    /// look-ahead is taken for a longer one.
    pub(super) fn is_one_value(&mut self) -> bool {
        let (mut lists, mut inside) = (1u32, 0u32);
        for n in 1..LOOK_AHEAD_IN_LIST {
            let (token, next) = (self.cursor.peek_at(n).kind, self.cursor.peek_at(n + 1).kind);
            match token {
                TokenKind::BraceOpen if matches!(self.cursor.peek_at(n - 1).kind, TokenKind::BraceOpen) => lists += 1,
                TokenKind::BraceClose if inside == 0 && n > 1 => lists -= 1,
                TokenKind::ParenOpen => inside += 1,
                TokenKind::ParenClose if inside > 0 => inside -= 1,
                TokenKind::Comma if inside > 0 || next == TokenKind::BraceClose => {}
                // `x is T`.
                TokenKind::Ident if next == TokenKind::Ident => return false,
                TokenKind::Ident | TokenKind::Number | TokenKind::Char | TokenKind::Dot | TokenKind::ColonColon => {}
                TokenKind::Plus | TokenKind::Minus | TokenKind::Tilde | TokenKind::Star | TokenKind::Slash | TokenKind::Percent => {}
                _ => return false,
            }
            if lists == 0 {
                return true;
            }
        }
        false
    }

    /// Whether the current `(` begins a cast: a name in parentheses, before a token that is not an operator; before a sign, only if the
    /// name is a built-in type.
    pub(super) fn is_cast(&mut self) -> bool {
        let first = self.cursor.peek_at(1);
        if first.kind != TokenKind::Ident {
            return false;
        }
        let mut n = 2;
        while matches!(self.cursor.peek_at(n).kind, TokenKind::Dot | TokenKind::ColonColon)
            && self.cursor.peek_at(n + 1).kind == TokenKind::Ident
        {
            n += 2;
        }
        if self.cursor.peek_at(n).kind != TokenKind::ParenClose {
            return false;
        }
        match self.cursor.peek_at(n + 1).kind {
            TokenKind::Ident | TokenKind::Number | TokenKind::ParenOpen | TokenKind::Tilde | TokenKind::Bang => true,
            TokenKind::Plus | TokenKind::Minus => {
                matches!(self.keywords.builtin(first.symbol), Some(Builtin::Scalar(_) | Builtin::Vector(..)))
            }
            _ => false,
        }
    }
}
