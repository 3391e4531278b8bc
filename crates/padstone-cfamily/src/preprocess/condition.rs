//! The expressions of `#if` and `#elif` (ISO C17, 6.10.1).
//!
//! Two stacks, no recursion: a hundred thousand parentheses are as good as one. Division by zero is a fault only if the
//! result depends on it, so a value carries it along, and `&&`, `||` and `?:` drop it with the side that they drop.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::Preprocessor;
use super::number::{character, integer};
use crate::{Token, TokenKind};

/// A 64-bit integer, as C's `intmax_t` and `uintmax_t`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) bits: u64,
    pub(super) unsigned: bool,
    /// The division by zero that it comes from.
    fault: Option<Span>,
}

impl Value {
    pub(super) fn new(bits: u64, unsigned: bool) -> Self {
        Value { bits, unsigned, fault: None }
    }

    fn truth(truth: bool) -> Self {
        Value::new(u64::from(truth), false)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operator {
    /// `(`, up to its `)`
    Paren,
    /// `?`, up to its `:`
    Question,
    Comma,
    /// `:`, its `?` being gone
    Colon,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Not,
    Complement,
    Negate,
    Plus,
}

impl Operator {
    /// How tight it binds. What is 0 waits for a token that closes it.
    fn precedence(self) -> u8 {
        match self {
            Operator::Paren | Operator::Question => 0,
            Operator::Comma => 1,
            Operator::Colon => 2,
            Operator::Or => 3,
            Operator::And => 4,
            Operator::BitOr => 5,
            Operator::BitXor => 6,
            Operator::BitAnd => 7,
            Operator::Equal | Operator::NotEqual => 8,
            Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual => 9,
            Operator::ShiftLeft | Operator::ShiftRight => 10,
            Operator::Add | Operator::Subtract => 11,
            Operator::Multiply | Operator::Divide | Operator::Remainder => 12,
            Operator::Not | Operator::Complement | Operator::Negate | Operator::Plus => 13,
        }
    }

    fn prefix(kind: TokenKind) -> Option<Self> {
        Some(match kind {
            TokenKind::ParenOpen => Operator::Paren,
            TokenKind::Bang => Operator::Not,
            TokenKind::Tilde => Operator::Complement,
            TokenKind::Minus => Operator::Negate,
            TokenKind::Plus => Operator::Plus,
            _ => return None,
        })
    }

    fn binary(kind: TokenKind) -> Option<Self> {
        Some(match kind {
            TokenKind::Comma => Operator::Comma,
            TokenKind::OrOr => Operator::Or,
            TokenKind::AndAnd => Operator::And,
            TokenKind::Pipe => Operator::BitOr,
            TokenKind::Caret => Operator::BitXor,
            TokenKind::Ampersand => Operator::BitAnd,
            TokenKind::Equal => Operator::Equal,
            TokenKind::NotEqual => Operator::NotEqual,
            TokenKind::Less => Operator::Less,
            TokenKind::LessEqual => Operator::LessEqual,
            TokenKind::Greater => Operator::Greater,
            TokenKind::GreaterEqual => Operator::GreaterEqual,
            TokenKind::ShiftLeft => Operator::ShiftLeft,
            TokenKind::Plus => Operator::Add,
            TokenKind::Minus => Operator::Subtract,
            TokenKind::Star => Operator::Multiply,
            TokenKind::Slash => Operator::Divide,
            TokenKind::Percent => Operator::Remainder,
            _ => return None,
        })
    }
}

/// An expression that has been read in part.
#[derive(Debug, Default)]
struct Evaluation {
    values: Vec<Value>,
    operators: Vec<(Operator, Span)>,
}

impl Evaluation {
    /// Applies the operators that bind tighter than `precedence`.
    fn reduce(&mut self, precedence: u8) {
        while let Some(&(operator, span)) = self.operators.last() {
            if operator.precedence() <= precedence {
                return;
            }
            self.operators.pop();
            let Some(right) = self.values.pop() else { return };
            let value = match operator {
                Operator::Not | Operator::Complement | Operator::Negate | Operator::Plus => prefixed(operator, right),
                _ => {
                    let Some(left) = self.values.pop() else { return };
                    match operator {
                        Operator::Colon => match self.values.pop() {
                            Some(condition) => chosen(condition, left, right),
                            None => return,
                        },
                        _ => combined(operator, left, right, span),
                    }
                }
            };
            self.values.push(value);
        }
    }
}

impl Preprocessor<'_> {
    /// Whether the condition on the rest of the line holds; one that makes no sense does not, and has a diagnostic.
    pub(super) fn condition(&mut self, directive: Span) -> bool {
        let tokens = self.line();
        let stopped = self.expander.has_stopped();
        self.begin_line(tokens);
        let value = self.evaluate(directive);
        self.end_line();
        match value {
            Ok(Value { fault: Some(division), .. }) => {
                let found = Diagnostic::error(&codes::CONDITION_DIVISION, "this condition divides by zero", division)
                    .label(division, "what is right of this is 0")
                    .help("test the divisor before it: `N != 0 && M / N > 1`");
                self.unit.diagnostics.push(found);
                false
            }
            Ok(value) => value.bits != 0,
            // Of a line that was cut off nothing can be said but that.
            Err(_) if self.expander.has_stopped() && !stopped => false,
            Err((message, span)) => {
                let found = Diagnostic::error(&codes::CONDITION_SYNTAX, message, span)
                    .label(span, "")
                    .note("the condition is taken as not fulfilled")
                    .help("a condition is an expression of integers, macros and `defined(NAME)`");
                self.unit.diagnostics.push(found);
                false
            }
        }
    }

    fn evaluate(&mut self, directive: Span) -> Result<Value, (String, Span)> {
        let mut done = Evaluation::default();
        let mut ahead = None;
        let mut last = directive;
        loop {
            // An operand, maybe behind prefix operators …
            let token = ahead.take().unwrap_or_else(|| self.next_expanded());
            if let Some(operator) = Operator::prefix(token.kind) {
                done.operators.push((operator, token.span));
                last = token.span;
                continue;
            }
            if token.kind == TokenKind::End {
                return Err(("a value is missing at the end of the condition".into(), last));
            }
            let value = self.operand(token)?;
            done.values.push(value);
            last = token.span;
            // … and what follows it.
            loop {
                let mut token = self.next_expanded();
                let mut operator = Operator::binary(token.kind);
                if token.kind == TokenKind::Greater {
                    let next = self.next_expanded();
                    match next.kind {
                        // `>>` comes as two tokens.
                        TokenKind::Greater if !next.after_space => operator = Some(Operator::ShiftRight),
                        _ => ahead = Some(next),
                    }
                }
                if let Some(operator) = operator {
                    done.reduce(operator.precedence() - 1);
                    // A comma must be in parentheses or between `?` and `:`, as in clang.
                    if operator == Operator::Comma && done.operators.is_empty() {
                        return Err(("`,` is no operator here".into(), token.span));
                    }
                    done.operators.push((operator, token.span));
                    last = token.span;
                    break;
                }
                let closes = match token.kind {
                    TokenKind::Question => {
                        done.reduce(Operator::Colon.precedence());
                        done.operators.push((Operator::Question, token.span));
                        last = token.span;
                        break;
                    }
                    TokenKind::Colon => Operator::Question,
                    TokenKind::ParenClose | TokenKind::End => Operator::Paren,
                    _ => return Err((format!("an operator was expected before `{}`", self.spelling(token)), token.span)),
                };
                done.reduce(0);
                let open = done.operators.pop();
                match (token.kind, open) {
                    (TokenKind::End, None) => return Ok(done.values.pop().unwrap_or(Value::truth(false))),
                    (TokenKind::Colon, Some((found, span))) if found == closes => {
                        done.operators.push((Operator::Colon, span));
                        last = token.span;
                        break;
                    }
                    (TokenKind::ParenClose, Some((found, _))) if found == closes => last = token.span,
                    (_, Some((Operator::Question, span))) => return Err(("this `?` has no `:`".into(), span)),
                    (_, Some((_, span))) => return Err(("this `(` is not closed".into(), span)),
                    (_, None) => {
                        token.span = if token.kind == TokenKind::End { last } else { token.span };
                        return Err((format!("there is nothing open that `{}` could close", self.spelling(token)), token.span));
                    }
                }
            }
        }
    }

    fn operand(&mut self, token: Token) -> Result<Value, (String, Span)> {
        let text = self.spelling(token);
        match token.kind {
            TokenKind::Ident => match text {
                "defined" => self.defined_operator(token.span),
                "__has_include" => self.has_include_operator(token.span),
                // HLSL is based on C++ here: `true` is 1, and any other name that is no macro is 0.
                "true" => Ok(Value::truth(true)),
                _ => Ok(Value::truth(false)),
            },
            TokenKind::Number => integer(text).ok_or_else(|| (format!("`{text}` is no integer of 64 bits"), token.span)),
            TokenKind::Char => character(text).ok_or_else(|| (format!("{text} is not one character"), token.span)),
            _ => Err((format!("a value was expected before `{text}`"), token.span)),
        }
    }

    /// `defined NAME` or `defined(NAME)`, where the name is not expanded.
    fn defined_operator(&mut self, operator: Span) -> Result<Value, (String, Span)> {
        let mut name = self.pull();
        let parenthesised = name.kind == TokenKind::ParenOpen;
        if parenthesised {
            name = self.pull();
        }
        if name.kind != TokenKind::Ident || (parenthesised && self.pull().kind != TokenKind::ParenClose) {
            return Err(("`defined` takes the name of a macro, in parentheses or not".into(), operator));
        }
        Ok(Value::truth(self.macros.find(name.symbol).is_some()))
    }

    /// `__has_include("file")` or `__has_include(<file>)`.
    fn has_include_operator(&mut self, operator: Span) -> Result<Value, (String, Span)> {
        let wrong = || ("`__has_include` takes a name as `#include` does, in parentheses".into(), operator);
        if self.pull().kind != TokenKind::ParenOpen {
            return Err(wrong());
        }
        let mut tokens = vec![self.pull()];
        if tokens[0].kind == TokenKind::Less {
            while tokens[tokens.len() - 1].kind != TokenKind::Greater {
                match self.pull() {
                    end if end.kind == TokenKind::End => return Err(wrong()),
                    token => tokens.push(token),
                }
            }
        } else if tokens[0].kind != TokenKind::String {
            return Err(wrong());
        }
        if self.pull().kind != TokenKind::ParenClose {
            return Err(wrong());
        }
        let header = self.joined(&tokens);
        Ok(Value::truth(self.has_header(&header)))
    }
}

fn prefixed(operator: Operator, value: Value) -> Value {
    match operator {
        Operator::Not => Value { fault: value.fault, ..Value::truth(value.bits == 0) },
        Operator::Complement => Value { bits: !value.bits, ..value },
        Operator::Negate => Value { bits: value.bits.wrapping_neg(), ..value },
        _ => value,
    }
}

fn chosen(condition: Value, yes: Value, no: Value) -> Value {
    let value = if condition.bits != 0 { yes } else { no };
    Value { unsigned: yes.unsigned || no.unsigned, fault: condition.fault.or(value.fault), ..value }
}

fn combined(operator: Operator, left: Value, right: Value, at: Span) -> Value {
    let (a, b) = (left.bits, right.bits);
    let unsigned = left.unsigned || right.unsigned;
    let order = if unsigned { a.cmp(&b) } else { (a as i64).cmp(&(b as i64)) };
    let number = |bits| Value::new(bits, unsigned);
    let fault = left.fault.or(right.fault);
    let value = match operator {
        // The right side counts only if the left does not decide.
        Operator::And if a == 0 => return Value { fault: left.fault, ..Value::truth(false) },
        Operator::Or if a != 0 => return Value { fault: left.fault, ..Value::truth(true) },
        Operator::And | Operator::Or => Value::truth(b != 0),
        Operator::Comma => right,
        Operator::BitOr => number(a | b),
        Operator::BitXor => number(a ^ b),
        Operator::BitAnd => number(a & b),
        Operator::Equal => Value::truth(a == b),
        Operator::NotEqual => Value::truth(a != b),
        Operator::Less => Value::truth(order.is_lt()),
        Operator::LessEqual => Value::truth(order.is_le()),
        Operator::Greater => Value::truth(order.is_gt()),
        Operator::GreaterEqual => Value::truth(order.is_ge()),
        // C leaves open what a shift by more than 63 or less than 0 does. Clang shifts all out to the left; to the right
        // it looks at 32 bits of the count and shifts by 63 at most (clang 22, measured).
        Operator::ShiftLeft if b > 63 => Value::new(0, left.unsigned),
        Operator::ShiftLeft => Value::new(a << b, left.unsigned),
        Operator::ShiftRight if left.unsigned => Value::new(a >> (b as u32).min(63), true),
        Operator::ShiftRight => Value::new((a as i64 >> (b as u32).min(63)) as u64, false),
        Operator::Add => number(a.wrapping_add(b)),
        Operator::Subtract => number(a.wrapping_sub(b)),
        Operator::Multiply => number(a.wrapping_mul(b)),
        Operator::Divide | Operator::Remainder if b == 0 => return Value { fault: fault.or(Some(at)), ..number(0) },
        Operator::Divide if unsigned => number(a / b),
        Operator::Divide => number((a as i64).wrapping_div(b as i64) as u64),
        Operator::Remainder if unsigned => number(a % b),
        _ => number((a as i64).wrapping_rem(b as i64) as u64),
    };
    Value { fault, ..value }
}
