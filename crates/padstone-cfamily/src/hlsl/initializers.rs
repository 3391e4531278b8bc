//! The grammar of initializers. Their values bear on no layout, except those of constants, but a compiler rejects the file if one is not an expression.

use padstone_diag::codes;

use super::entities::Entity;
use super::keywords::{Builtin, Word};
use super::{Keyword, Parser};
use crate::constants::{Expressions, Operator};
use crate::reader::Reader;
use crate::{Token, TokenKind};

/// An open delimiter of an expression.
struct Delimiter {
    /// The token that closes it; of the outermost expression, the end.
    close: TokenKind,
    /// The number of `?` in it whose `:` is still to come.
    conditions: u32,
    /// Whether it contains only a name so far, so that it may be a cast: `(N::Row) x`.
    is_name: bool,
}

/// The first error of an expression.
enum Misplaced {
    /// At the token of this index, which is not what is described.
    Token(usize, &'static str),
    /// At the token after the expression.
    End(&'static str),
}

impl Parser<'_> {
    /// Reports an initializer that is not an expression. Returns whether it ends too early, so that more may be missing.
    pub(super) fn check_initializer(&mut self, tokens: &[Token]) -> bool {
        match self.misplaced(tokens) {
            None => false,
            Some(Misplaced::End(expected)) => {
                self.expected(expected);
                true
            }
            Some(Misplaced::Token(index, expected)) => {
                let found = self.describe(tokens[index]);
                self.error(&codes::UNEXPECTED_TOKEN, format!("expected {expected}, found {found}"), tokens[index].span);
                false
            }
        }
    }

    fn misplaced(&mut self, tokens: &[Token]) -> Option<Misplaced> {
        let kind = |index: usize| tokens.get(index).map_or(TokenKind::End, |token| token.kind);
        let mut open = vec![Delimiter { close: TokenKind::End, conditions: 0, is_name: false }];
        let mut wants_operand = true;
        let mut index = 0;
        while let Some(&token) = tokens.get(index) {
            let at = index;
            index += 1;
            let inner = open.last_mut()?;
            if !matches!(token.kind, TokenKind::Ident | TokenKind::ColonColon | TokenKind::ParenClose) {
                inner.is_name = false;
            }
            if wants_operand {
                match token.kind {
                    TokenKind::Plus
                    | TokenKind::Minus
                    | TokenKind::Bang
                    | TokenKind::Tilde
                    | TokenKind::Increment
                    | TokenKind::Decrement
                    | TokenKind::ColonColon => {}
                    TokenKind::Number => {
                        if let Err(fail) = self.check_number(token) {
                            self.reported::<()>(Err(fail));
                            return None;
                        }
                        // `1.#INF`
                        if kind(index) == TokenKind::Hash && kind(index + 1) == TokenKind::Ident {
                            index += 2;
                        }
                        wants_operand = false;
                    }
                    TokenKind::Char => wants_operand = false,
                    TokenKind::String => wants_operand = kind(index) == TokenKind::String,
                    TokenKind::ParenOpen => match self.cast(&tokens[index..]) {
                        Some(length) => index += length,
                        None => open.push(Delimiter { close: TokenKind::ParenClose, conditions: 0, is_name: true }),
                    },
                    TokenKind::BraceOpen => {
                        open.push(Delimiter { close: TokenKind::BraceClose, conditions: 0, is_name: false });
                        wants_operand = kind(index) != TokenKind::BraceClose;
                    }
                    TokenKind::Ident => match self.words.get(token.symbol) {
                        Some(Word::Keyword(Keyword::Unsigned | Keyword::Signed | Keyword::Typename)) => {}
                        Some(Word::Keyword(Keyword::True | Keyword::False)) => wants_operand = false,
                        Some(Word::Keyword(Keyword::Sizeof)) => {
                            if kind(index) == TokenKind::ParenOpen
                                && let Some(length) = self.cast(&tokens[index + 1..])
                            {
                                index += 1 + length;
                                wants_operand = false;
                            }
                        }
                        Some(Word::Keyword(keyword)) if !keyword.is_neutral_qualifier() => {
                            return Some(Misplaced::Token(at, "an expression"));
                        }
                        Some(Word::Reserved) if kind(index) != TokenKind::Less => return Some(Misplaced::Token(at, "an expression")),
                        Some(Word::Type(Builtin::Scalar(_) | Builtin::Vector(..) | Builtin::Matrix(..)))
                            if self.scopes.lookup(token.symbol).is_none()
                                && !matches!(kind(index), TokenKind::ParenOpen | TokenKind::BraceOpen) =>
                        {
                            let expected = "`(` after a type";
                            return Some(if index < tokens.len() { Misplaced::Token(index, expected) } else { Misplaced::End(expected) });
                        }
                        _ => {
                            if kind(index) == TokenKind::Less && self.takes_arguments(token) {
                                let Some(length) = arguments_length(&tokens[index..]) else { return Some(Misplaced::End("`>`")) };
                                index += length;
                            }
                            wants_operand = false;
                        }
                    },
                    _ => return Some(Misplaced::Token(at, "an expression")),
                }
                continue;
            }
            match token.kind {
                TokenKind::Increment | TokenKind::Decrement => {}
                TokenKind::Dot | TokenKind::Arrow | TokenKind::ColonColon => {
                    if kind(index) != TokenKind::Ident {
                        return Some(if index < tokens.len() { Misplaced::Token(index, "a name") } else { Misplaced::End("a name") });
                    }
                    let name = tokens[index];
                    index += 1;
                    if token.kind == TokenKind::ColonColon && kind(index) == TokenKind::Less && self.takes_arguments(name) {
                        let Some(length) = arguments_length(&tokens[index..]) else { return Some(Misplaced::End("`>`")) };
                        index += length;
                    }
                }
                TokenKind::ParenOpen => {
                    open.push(Delimiter { close: TokenKind::ParenClose, conditions: 0, is_name: false });
                    wants_operand = kind(index) != TokenKind::ParenClose;
                }
                TokenKind::BracketOpen => {
                    open.push(Delimiter { close: TokenKind::BracketClose, conditions: 0, is_name: false });
                    wants_operand = true;
                }
                TokenKind::BraceOpen => {
                    open.push(Delimiter { close: TokenKind::BraceClose, conditions: 0, is_name: false });
                    wants_operand = kind(index) != TokenKind::BraceClose;
                }
                TokenKind::ParenClose | TokenKind::BracketClose | TokenKind::BraceClose => {
                    if inner.conditions > 0 {
                        return Some(Misplaced::Token(at, "`:`"));
                    }
                    if inner.close != token.kind {
                        return Some(Misplaced::Token(at, closing(inner.close)));
                    }
                    wants_operand = inner.is_name && matches!(kind(index), TokenKind::Ident | TokenKind::Number);
                    open.pop();
                }
                TokenKind::Comma if inner.conditions > 0 => return Some(Misplaced::Token(at, "`:`")),
                TokenKind::Comma => wants_operand = !(inner.close == TokenKind::BraceClose && kind(index) == TokenKind::BraceClose),
                TokenKind::Question => {
                    inner.conditions += 1;
                    wants_operand = true;
                }
                TokenKind::Colon if inner.conditions > 0 => {
                    inner.conditions -= 1;
                    wants_operand = true;
                }
                TokenKind::Assign | TokenKind::CompoundAssign => wants_operand = true,
                operator if Operator::of_token(operator).is_some() => {
                    // `>>` and `>>=` are two tokens.
                    let is_shift = operator == TokenKind::Greater
                        && matches!(kind(index), TokenKind::Greater | TokenKind::GreaterEqual)
                        && !tokens[index].after_space;
                    index += usize::from(is_shift);
                    wants_operand = true;
                }
                _ if inner.close == TokenKind::End => return Some(Misplaced::Token(at, "an operator or `;`")),
                _ => return Some(Misplaced::Token(at, "an operator")),
            }
        }
        let inner = open.last()?;
        match inner {
            _ if wants_operand => Some(Misplaced::End("an expression")),
            Delimiter { conditions: 1.., .. } => Some(Misplaced::End("`:`")),
            Delimiter { close: TokenKind::End, .. } => None,
            Delimiter { close, .. } => Some(Misplaced::End(closing(*close))),
        }
    }

    /// The number of tokens of a cast after its `(`, with the `)`: `float3)`, `vector<float, 3>)`. `None` if it is not a cast.
    fn cast(&mut self, tokens: &[Token]) -> Option<usize> {
        let first = *tokens.first().filter(|first| first.kind == TokenKind::Ident)?;
        let is_type = match self.scopes.lookup(first.symbol) {
            Some(Entity::Type(_) | Entity::Template(_) | Entity::Incomplete(_)) => true,
            Some(_) => false,
            None => {
                let word = self.words.get(first.symbol);
                matches!(word, Some(Word::Type(_) | Word::Keyword(Keyword::Unsigned | Keyword::Signed | Keyword::Const | Keyword::Struct)))
            }
        };
        let second = tokens.get(1)?;
        let is_expression = matches!(second.kind, TokenKind::ParenOpen | TokenKind::BraceOpen | TokenKind::ColonColon | TokenKind::Dot);
        if !is_type || is_expression {
            return None;
        }
        let close = tokens.iter().position(|token| {
            // `(vector<float, 2>(1, 2))` is not a cast.
            !matches!(
                token.kind,
                TokenKind::Ident
                    | TokenKind::Number
                    | TokenKind::Less
                    | TokenKind::Greater
                    | TokenKind::Comma
                    | TokenKind::BracketOpen
                    | TokenKind::BracketClose
            )
        })?;
        (tokens[close].kind == TokenKind::ParenClose).then_some(close + 1)
    }

    /// Whether a `<` after the name opens template arguments.
    pub(super) fn takes_arguments(&self, name: Token) -> bool {
        match self.scopes.lookup(name.symbol) {
            Some(entity) => matches!(entity, Entity::Template(_)),
            None => matches!(self.words.get(name.symbol), Some(Word::Type(Builtin::VectorOf | Builtin::MatrixOf | Builtin::Resource(..)))),
        }
    }
}

/// The number of tokens of the template arguments at the start, from `<` to `>`, if there is a `>`.
fn arguments_length(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0u32;
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Less => depth += 1,
            TokenKind::Greater => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(index + 1);
        }
    }
    None
}

fn closing(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::ParenClose => "`)`",
        TokenKind::BracketClose => "`]`",
        _ => "`}`",
    }
}
