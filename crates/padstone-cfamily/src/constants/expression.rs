//! The grammar of constant expressions. The dialects differ only in their operands.

use std::rc::Rc;

use padstone_source::Span;

use super::operators::Operator;
use super::{Fail, Outcome, Parsed, not_constant, unexpected};
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::{Token, TokenKind};

/// A parser that evaluates constant expressions while parsing them.
pub(crate) trait Expressions: Reader {
    type Value;

    /// Whether `^^` is an operator.
    const LOGICAL_XOR: bool;

    /// The value of a number.
    fn number(&self, token: Token) -> Outcome<Self::Value>;
    /// An operand: a number, a name, or a call, with its postfix operators.
    fn primary(&mut self) -> Parsed<Self::Value>;
    fn apply(&mut self, operator: Operator, left: Self::Value, right: Self::Value, span: Span) -> Outcome<Self::Value>;
    fn apply_unary(&mut self, operator: Token, value: Self::Value) -> Outcome<Self::Value>;
    /// The value of a binary operator, if the left operand alone determines it.
    fn decided(&self, operator: Operator, left: &Self::Value) -> Option<Self::Value>;
    /// Whether a value is true as a condition.
    fn is_true(&self, value: &Self::Value) -> bool;
    /// The value of `condition ? chosen : other`, whose `?` is at `at`.
    fn conditional(
        &mut self,
        condition: Self::Value,
        chosen: Outcome<Self::Value>,
        alternative: Outcome<Self::Value>,
        _at: Span,
    ) -> Outcome<Self::Value> {
        if self.is_true(&condition) { chosen } else { alternative }
    }
    /// The value as an integer, where the context requires one.
    fn integer(&self, value: Self::Value, span: Span) -> Outcome<i128>;

    /// The integer value of the expression in `tokens`; a missing value is reported.
    fn integer_constant(&mut self, tokens: Rc<[Token]>, span: Span) -> Option<i128> {
        let value = self.constant(tokens, span).and_then(|value| self.integer(value, span));
        self.reported(value)
    }

    /// The value of an outcome, or `None` after reporting why there is none.
    fn reported<T>(&mut self, outcome: Outcome<T>) -> Option<T> {
        match outcome {
            Ok(value) => Some(value),
            Err(Fail::Report(found)) => {
                self.report(*found);
                None
            }
            Err(Fail::Dependent) => None,
        }
    }

    /// The value of the expression in `tokens`.
    fn constant(&mut self, tokens: Rc<[Token]>, span: Span) -> Outcome<Self::Value> {
        if let [token] = tokens[..]
            && token.kind == TokenKind::Number
        {
            return self.number(token);
        }
        let end = tokens.last().map_or(span, |last| last.span.after());
        self.cursor_mut().replay(tokens, end);
        let parsed = self.expression();
        let rest = self.cursor().peek();
        self.cursor_mut().end_replay();
        let outcome = parsed??;
        match rest.kind {
            TokenKind::End => Ok(outcome),
            TokenKind::Ident | TokenKind::Number => Err(unexpected("an operator", rest.span)),
            _ => Err(not_constant("unsupported expression", "write its value", rest.span)),
        }
    }

    fn expression(&mut self) -> Parsed<Self::Value> {
        let first = self.unary()?;
        self.expression_after(first)
    }

    /// An expression whose first operand was parsed.
    fn expression_after(&mut self, first: Outcome<Self::Value>) -> Parsed<Self::Value> {
        let condition = self.binary(first, 0)?;
        let Some(question) = self.cursor_mut().eat(TokenKind::Question) else { return Ok(condition) };
        let chosen = self.deeper(Self::expression)?;
        if self.cursor_mut().eat(TokenKind::Colon).is_none() {
            return Err(unexpected("`:` of the conditional expression", self.cursor().peek().span));
        }
        let alternative = self.deeper(Self::expression)?;
        Ok(condition.and_then(|condition| self.conditional(condition, chosen, alternative, question.span)))
    }

    /// Parses binary operators of at least this precedence after their first operand.
    fn binary(&mut self, mut left: Outcome<Self::Value>, least: u8) -> Parsed<Self::Value> {
        loop {
            let token = self.cursor().peek();
            let Some((operator, tokens)) = self.operator(token) else { return Ok(left) };
            if operator.precedence() < least {
                return Ok(left);
            }
            for _ in 0..tokens {
                self.cursor_mut().next();
            }
            let right = self.unary()?;
            let right = self.binary(right, operator.precedence() + 1)?;
            left = left.and_then(|left| match self.decided(operator, &left) {
                Some(value) => Ok(value),
                None => self.apply(operator, left, right?, token.span),
            });
        }
    }

    /// Whether a `>` closes an argument list instead of being an operator.
    fn ends_at_greater(&self) -> bool {
        false
    }

    /// The operator at a token, and its number of tokens.
    fn operator(&mut self, token: Token) -> Option<(Operator, usize)> {
        let doubled = match token.kind {
            TokenKind::Greater | TokenKind::GreaterEqual if self.ends_at_greater() => return None,
            TokenKind::Greater => Some(Operator::ShiftRight),
            TokenKind::Caret if Self::LOGICAL_XOR => Some(Operator::Xor),
            _ => None,
        };
        match doubled {
            Some(operator) if self.is_doubled(token) => Some((operator, 2)),
            _ => Operator::of_token(token.kind).map(|operator| (operator, 1)),
        }
    }

    fn unary(&mut self) -> Parsed<Self::Value> {
        let token = self.cursor().peek();
        match token.kind {
            TokenKind::Plus | TokenKind::Minus | TokenKind::Tilde | TokenKind::Bang => {
                self.cursor_mut().next();
                let operand = self.deeper(Self::unary)?;
                Ok(operand.and_then(|value| self.apply_unary(token, value)))
            }
            _ => self.primary(),
        }
    }

    /// Whether the same punctuator follows immediately: `>>`, `^^`.
    fn is_doubled(&mut self, token: Token) -> bool {
        let second = self.cursor_mut().peek_at(1);
        second.kind == token.kind && !second.after_space
    }

    fn close(&mut self) -> Result<(), Fail> {
        match self.cursor_mut().eat(TokenKind::ParenClose) {
            Some(_) => Ok(()),
            None => Err(unexpected("`)`", self.cursor().peek().span)),
        }
    }

    /// [`Reader::nested`] for parsers of expressions: the failure has been reported already.
    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, Fail>) -> Result<T, Fail> {
        self.nested(parse).unwrap_or(Err(Fail::Dependent))
    }
}
