//! The expressions of `#if` and `#elif` (ISO C17, 6.10.1).
//!
//! It uses two stacks instead of recursion, so that a hundred thousand parentheses do not overflow the call stack.

mod arithmetic;
mod number;
mod value;

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::Preprocessor;
use super::macros::MacroKind;
use crate::constants::{Operator, Value};
use crate::{Token, TokenKind};
use arithmetic::{Arithmetic, chosen};
use number::character;
use value::{ConditionError, ConditionValue};

/// An operator or open bracket whose operands are not complete yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PendingOperator {
    /// `(`, up to its `)`
    Paren,
    /// `?`, up to its `:`
    Question,
    Comma,
    /// `:`, after its `?` was removed
    Colon,
    Binary(Operator),
    /// `!`, `~`, `-` or `+`
    Prefix(TokenKind),
}

impl PendingOperator {
    /// The precedence. Operators with precedence 0 remain on the stack until a token closes them.
    fn precedence(self) -> u8 {
        match self {
            PendingOperator::Paren | PendingOperator::Question => 0,
            PendingOperator::Comma => 1,
            PendingOperator::Colon => 2,
            PendingOperator::Binary(operator) => 2 + operator.precedence(),
            PendingOperator::Prefix(_) => u8::MAX,
        }
    }

    fn prefix(kind: TokenKind) -> Option<Self> {
        Some(match kind {
            TokenKind::ParenOpen => PendingOperator::Paren,
            TokenKind::Bang | TokenKind::Tilde | TokenKind::Minus | TokenKind::Plus => PendingOperator::Prefix(kind),
            _ => return None,
        })
    }

    fn infix(kind: TokenKind) -> Option<Self> {
        match kind {
            TokenKind::Comma => Some(PendingOperator::Comma),
            _ => Operator::of_token(kind).map(PendingOperator::Binary),
        }
    }
}

/// An expression that is partly parsed.
#[derive(Debug)]
struct PartialExpression {
    arithmetic: Arithmetic,
    values: Vec<ConditionValue>,
    operators: Vec<(PendingOperator, Span)>,
}

impl PartialExpression {
    /// Applies the operators with a higher precedence than `precedence`.
    fn reduce(&mut self, precedence: u8) {
        while let Some(&(operator, span)) = self.operators.last() {
            if operator.precedence() <= precedence {
                return;
            }
            self.operators.pop();
            let Some(right) = self.values.pop() else { return };
            if let PendingOperator::Prefix(operator) = operator {
                self.values.push(self.arithmetic.prefixed(operator, right));
                continue;
            }
            let Some(left) = self.values.pop() else { return };
            let value = match operator {
                PendingOperator::Binary(operator) => self.arithmetic.combined(operator, left, right, span),
                PendingOperator::Comma => right.after(left),
                _ => match self.values.pop() {
                    Some(condition) => chosen(condition, left, right),
                    None => return,
                },
            };
            self.values.push(value);
        }
    }
}

impl Preprocessor<'_> {
    /// Whether the condition on the rest of the line is true. A malformed condition is false, and reported.
    pub(super) fn condition(&mut self, directive: Span) -> bool {
        let tokens = self.line();
        let stopped = self.expander.has_stopped();
        self.begin_line(tokens);
        let value = self.evaluate(directive);
        self.end_line();
        match value {
            Ok(ConditionValue { error: Some((error, position)), .. }) => {
                let found = self.report_of(error, position);
                self.unit.diagnostics.push(found);
                false
            }
            Ok(value) => value.number != 0,
            // A truncated line is only reported as such.
            Err(_) if self.expander.has_stopped() && !stopped => false,
            Err((message, span)) => {
                let found = Diagnostic::error(&codes::CONDITION_SYNTAX, message, span)
                    .label(span, "")
                    .note("the condition is treated as false")
                    .help("write an expression of integers, macros, and `defined(NAME)`");
                self.unit.diagnostics.push(found);
                false
            }
        }
    }

    fn report_of(&self, error: ConditionError, span: Span) -> Diagnostic {
        match error {
            ConditionError::Division => {
                let help = match self.arithmetic() {
                    Arithmetic::C => "test the divisor first: `N != 0 && M / N > 1`",
                    Arithmetic::Glsl { .. } => {
                        "test the divisor in an enclosing `#if`: glslang reports the division after `&&` and `||` too"
                    }
                    Arithmetic::Slang => "test the divisor in an enclosing `#if`: slangc divides after `&&` and `||` too",
                };
                Diagnostic::error(&codes::CONDITION_DIVISION, "division by zero in a condition", span)
                    .label(span, "the right operand is 0")
                    .help(help)
            }
            ConditionError::Undefined => Diagnostic::error(&codes::CONDITION_SYNTAX, "an undefined macro has no value in GLSL ES", span)
                .label(span, "not defined")
                .help("test the macro first: `defined(NAME) && NAME > 1`"),
        }
    }

    fn arithmetic(&self) -> Arithmetic {
        match &self.glsl {
            Some(glsl) => Arithmetic::Glsl { es: glsl.es },
            None if self.is_slang => Arithmetic::Slang,
            None => Arithmetic::C,
        }
    }

    fn evaluate(&mut self, directive: Span) -> Result<ConditionValue, (String, Span)> {
        let arithmetic = self.arithmetic();
        let mut evaluation = PartialExpression { arithmetic, values: Vec::new(), operators: Vec::new() };
        let mut ahead = None;
        let mut last = directive;
        loop {
            // An operand, possibly after prefix operators.
            let token = ahead.take().unwrap_or_else(|| self.next_expanded());
            if let Some(operator) = PendingOperator::prefix(token.kind).filter(|&operator| arithmetic.has(operator)) {
                evaluation.operators.push((operator, token.span));
                last = token.span;
                continue;
            }
            if token.kind == TokenKind::End {
                return Err(("expected a value at the end of the condition".into(), last));
            }
            let value = self.operand(token, arithmetic)?;
            evaluation.values.push(value);
            last = token.span;
            // The operators after it.
            loop {
                let mut token = self.next_expanded();
                let mut operator = PendingOperator::infix(token.kind).filter(|&operator| arithmetic.has(operator));
                if token.kind == TokenKind::Greater {
                    let next = self.next_expanded();
                    match next.kind {
                        // The lexer splits `>>` into two tokens.
                        TokenKind::Greater if !next.after_space => operator = Some(PendingOperator::Binary(Operator::ShiftRight)),
                        _ => ahead = Some(next),
                    }
                }
                if let Some(operator) = operator {
                    evaluation.reduce(operator.precedence() - 1);
                    // As in clang, a comma must be in parentheses or between `?` and `:`.
                    if operator == PendingOperator::Comma && evaluation.operators.is_empty() {
                        return Err(("`,` is not an operator here".into(), token.span));
                    }
                    evaluation.operators.push((operator, token.span));
                    last = token.span;
                    break;
                }
                let closes = match token.kind {
                    TokenKind::Question if arithmetic.has(PendingOperator::Question) => {
                        evaluation.reduce(PendingOperator::Colon.precedence());
                        evaluation.operators.push((PendingOperator::Question, token.span));
                        last = token.span;
                        break;
                    }
                    TokenKind::Colon => PendingOperator::Question,
                    TokenKind::ParenClose | TokenKind::End => PendingOperator::Paren,
                    _ => return Err((format!("expected an operator before `{}`", self.spelling(token)), token.span)),
                };
                evaluation.reduce(0);
                let open = evaluation.operators.pop();
                match (token.kind, open) {
                    (TokenKind::End, None) => return Ok(evaluation.values.pop().unwrap_or(arithmetic.of(Value::Bool(false)))),
                    (TokenKind::Colon, Some((found, span))) if found == closes => {
                        evaluation.operators.push((PendingOperator::Colon, span));
                        last = token.span;
                        break;
                    }
                    (TokenKind::ParenClose, Some((found, _))) if found == closes => last = token.span,
                    (_, Some((PendingOperator::Question, span))) => return Err(("`?` without a matching `:`".into(), span)),
                    (_, Some((_, span))) => return Err(("unclosed `(`".into(), span)),
                    (_, None) => {
                        token.span = if token.kind == TokenKind::End { last } else { token.span };
                        return Err((format!("unmatched `{}`", self.spelling(token)), token.span));
                    }
                }
            }
        }
    }

    fn operand(&mut self, token: Token, arithmetic: Arithmetic) -> Result<ConditionValue, (String, Span)> {
        let text = self.spelling(token);
        match (token.kind, arithmetic) {
            // glslang 12: "cannot use in preprocessor expression when expanded from macros".
            (TokenKind::Ident, Arithmetic::Glsl { .. }) if text == "defined" && self.unit.sources.call_site(token.span) != token.span => {
                Err(("`defined` from a macro has no meaning in GLSL".into(), token.span))
            }
            (TokenKind::Ident, _) if text == "defined" => self.defined_operator(token.span),
            (TokenKind::Ident, Arithmetic::Glsl { .. } | Arithmetic::Slang) if self.is_unexpanded(token, arithmetic) => {
                Err((format!("macro `{text}` has no value without arguments"), token.span))
            }
            (TokenKind::Ident, Arithmetic::C) => match text {
                "__has_include" => self.has_include_operator(token.span),
                // HLSL is based on C++ here: `true` is 1, and any other name that is not a macro is 0.
                "true" => Ok(arithmetic.of(Value::Bool(true))),
                _ => Ok(arithmetic.of(Value::Bool(false))),
            },
            (TokenKind::Ident, Arithmetic::Glsl { es }) => {
                Ok(ConditionValue { error: es.then_some((ConditionError::Undefined, token.span)), ..arithmetic.of(Value::Bool(false)) })
            }
            (TokenKind::Ident, Arithmetic::Slang) => {
                if text == "true" {
                    let found =
                        Diagnostic::warning(&codes::CONDITION_SYNTAX, "slangc defines no macro `true`, so it is 0 here", token.span);
                    self.unit.diagnostics.push(found.label(token.span, "0").help("write `1`"));
                }
                Ok(arithmetic.of(Value::Bool(false)))
            }
            (TokenKind::Number, _) => arithmetic.integer(text).map_err(|message| (message, token.span)),
            (TokenKind::Char, Arithmetic::C) => character(text).ok_or_else(|| (format!("{text} is not a single character"), token.span)),
            _ => Err((format!("expected a value before `{text}`"), token.span)),
        }
    }

    /// Whether a name is that of a macro, but no use of it. glslang 12 rejects it (measured), and libslang 2026.12 looks for the arguments of a
    /// function-like macro on the next line, which then belongs to the condition (E15103).
    fn is_unexpanded(&self, name: Token, arithmetic: Arithmetic) -> bool {
        let Some(id) = self.macros.find(name.symbol) else { return false };
        match arithmetic {
            Arithmetic::Slang => !name.painted && matches!(self.macros.get(id).kind, MacroKind::Function(_)),
            _ => true,
        }
    }

    /// `defined NAME` or `defined(NAME)`, where the name is not expanded.
    fn defined_operator(&mut self, operator: Span) -> Result<ConditionValue, (String, Span)> {
        let mut name = self.pull();
        let parenthesised = name.kind == TokenKind::ParenOpen;
        if parenthesised {
            name = self.pull();
        }
        if name.kind != TokenKind::Ident || (parenthesised && self.pull().kind != TokenKind::ParenClose) {
            return Err(("`defined` requires a macro name, with or without parentheses".into(), operator));
        }
        Ok(self.arithmetic().of(Value::Bool(self.is_defined_name(name.symbol))))
    }

    /// `__has_include("file")` or `__has_include(<file>)`.
    fn has_include_operator(&mut self, operator: Span) -> Result<ConditionValue, (String, Span)> {
        let wrong = || ("`__has_include` requires a file name in parentheses, written as for `#include`".into(), operator);
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
        Ok(self.arithmetic().of(Value::Bool(self.has_header(&header))))
    }
}
