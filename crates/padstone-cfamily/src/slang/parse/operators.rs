//! The names of declared operators.

use padstone_diag::{Diagnostic, codes};

use super::super::keywords::ContextualKeyword;
use super::super::tree::Ident;
use super::Parser;
use crate::TokenKind;
use crate::cursor::Tokens;
use crate::reader::Reader;

impl Parser<'_, '_> {
    /// A name, or `operator+`.
    pub(super) fn declared_name(&mut self) -> Option<Ident> {
        let is_operator = self.contextual_keyword(self.cursor.peek()) == Some(ContextualKeyword::Operator);
        let mut name = self.name("a name")?;
        if is_operator {
            let text = format!("operator{}", self.operator()?);
            name.symbol = self.intern(&text);
        }
        Some(name)
    }

    /// The operator after the keyword, as written. Anything else is reported (E20008 of slangc) and skipped.
    fn operator(&mut self) -> Option<String> {
        let token = self.cursor.next();
        let next = self.cursor.peek();
        let is_adjacent = !next.after_space;
        let mut text = match token.kind {
            TokenKind::CompoundAssign => self.text(token.symbol).to_owned(),
            kind => kind.text().unwrap_or_default().to_owned(),
        };
        match (token.kind, next.kind) {
            // These are not single tokens of the lexer, because `>` closes generic arguments.
            (TokenKind::Greater, TokenKind::Greater | TokenKind::GreaterEqual) if is_adjacent => text.push_str(self.eaten()),
            (TokenKind::ParenOpen, TokenKind::ParenClose) | (TokenKind::Question, TokenKind::Colon) => text.push_str(self.eaten()),
            (TokenKind::ParenOpen, _) => {
                self.expected("`)`");
                return None;
            }
            (kind, _) if is_operator(kind) => {}
            _ => {
                let message = format!("{} cannot be declared as an operator", self.describe(token));
                let found = Diagnostic::error(&codes::OPERATOR_UNKNOWN, message, token.span);
                let help = match token.kind {
                    TokenKind::BracketOpen => "write `__subscript(…) -> … { … }`",
                    TokenKind::Ident => "declare a conversion with `__init`",
                    _ => "declare a named function",
                };
                self.report(found.help(help));
                // libslang does not report further errors on the same line.
                self.is_wrong = true;
            }
        }
        Some(text)
    }

    fn eaten(&mut self) -> &'static str {
        self.cursor.next().kind.text().unwrap_or_default()
    }
}

fn is_operator(kind: TokenKind) -> bool {
    use TokenKind::{
        Ampersand, AndAnd, Assign, Bang, Caret, Comma, CompoundAssign, Decrement, Equal, Greater, GreaterEqual, Increment, Less, LessEqual,
        Minus, NotEqual, OrOr, Percent, Pipe, Plus, ShiftLeft, Slash, Star, Tilde,
    };
    matches!(
        kind,
        Plus | Minus
            | Star
            | Slash
            | Percent
            | Ampersand
            | Pipe
            | Caret
            | Tilde
            | Bang
            | ShiftLeft
            | Equal
            | NotEqual
            | Less
            | Greater
            | LessEqual
            | GreaterEqual
            | AndAnd
            | OrOr
            | Increment
            | Decrement
            | Assign
            | CompoundAssign
            | Comma
    )
}
