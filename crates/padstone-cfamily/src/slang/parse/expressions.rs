//! Expressions and types, as trees.

use padstone_diag::{Diagnostic, codes};
use padstone_model::Scalar;
use padstone_source::{Span, Symbol};

use super::super::keywords::{ContextualKeyword, Keyword, Modifier};
use super::super::tree::{Expr, ExprId, ExprKind};
use super::literals::{character, number, unquoted};
use super::{Parser, ident};
use crate::constants::{Expressions, Fail, Operator, Outcome, Parsed, Value, unexpected};
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::{Token, TokenKind};

/// The maximum nesting depth of an expression, including chains of operators and dimensions.
const MAX_DEPTH: u32 = 256;

/// The context of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OperandContext {
    /// Only a type is allowed.
    Type,
    /// A value is allowed, or both are.
    Value,
}

impl Expressions for Parser<'_, '_> {
    type Value = ExprId;

    const LOGICAL_XOR: bool = false;

    fn number(&self, _: Token) -> Outcome<ExprId> {
        // `primary` builds the trees.
        Err(Fail::Dependent)
    }

    fn primary(&mut self) -> Parsed<ExprId> {
        let token = self.cursor.peek();
        match token.kind {
            TokenKind::ParenOpen => {
                let is_cast = self.is_cast();
                self.cursor.next();
                if is_cast {
                    let ty = self.deeper(|parser| parser.chain(OperandContext::Type))?;
                    self.close()?;
                    let operand = self.deeper(Self::unary)?;
                    return Ok(operand.map(|operand| self.expr(ExprKind::Cast(ty, operand), token.span)));
                }
                let mut inner = self.deeper(Self::expression)?;
                // The comma operator returns its last operand, which is not evaluated here.
                while self.cursor.eat(TokenKind::Comma).is_some() {
                    inner = self.deeper(Self::expression)?.map(|last| self.expr(ExprKind::Opaque, self.tree.exprs[last].span));
                }
                self.close()?;
                match inner {
                    Ok(inner) => {
                        self.tree.exprs[inner].grouped = true;
                        self.deeper(|parser| parser.postfix(inner, OperandContext::Value)).map(Ok)
                    }
                    Err(fail) => Ok(Err(fail)),
                }
            }
            TokenKind::BraceOpen if self.is_one_value() => {
                self.cursor.next();
                let inner = self.deeper(Self::expression)?;
                self.cursor.eat(TokenKind::Comma);
                if self.cursor.eat(TokenKind::BraceClose).is_none() {
                    return Err(unexpected_token(self, "`}`"));
                }
                Ok(inner.map(|inner| self.expr(ExprKind::Braced(inner), token.span)))
            }
            TokenKind::BraceOpen => {
                self.cursor.next();
                self.skip_braces(token.span);
                Ok(Ok(self.expr(ExprKind::Opaque, token.span)))
            }
            _ => self.chain(OperandContext::Value).map(Ok),
        }
    }

    fn apply(&mut self, operator: Operator, left: ExprId, right: ExprId, span: Span) -> Outcome<ExprId> {
        Ok(self.expr(ExprKind::Binary(operator, left, right), span))
    }

    fn apply_unary(&mut self, operator: Token, value: ExprId) -> Outcome<ExprId> {
        Ok(self.expr(ExprKind::Unary(operator.kind, value), operator.span))
    }

    fn ends_at_greater(&self) -> bool {
        self.in_arguments
    }

    fn decided(&self, _: Operator, _: &ExprId) -> Option<ExprId> {
        None
    }

    fn is_true(&self, _: &ExprId) -> bool {
        true
    }

    fn conditional(&mut self, condition: ExprId, chosen: Outcome<ExprId>, alternative: Outcome<ExprId>, _: Span) -> Outcome<ExprId> {
        let (chosen, alternative) = (chosen?, alternative?);
        let span = self.tree.exprs[condition].span;
        Ok(self.expr(ExprKind::Conditional(condition, chosen, alternative), span))
    }

    fn integer(&self, _: ExprId, _: Span) -> Outcome<i128> {
        Err(Fail::Dependent)
    }
}

impl Parser<'_, '_> {
    /// Parses an expression and reports its errors.
    pub(super) fn value(&mut self) -> Option<ExprId> {
        let parsed = self.expression();
        self.reported(parsed).and_then(|outcome| self.reported(outcome))
    }

    /// The initializer of a declaration. Expressions outside this grammar are skipped: only those in compile-time constants must be
    /// understood.
    pub(super) fn initializer(&mut self) -> ExprId {
        let position = self.cursor.peek().span;
        let parsed = self.expression();
        let next = self.cursor.peek();
        let is_whole = match next.kind {
            TokenKind::Comma | TokenKind::Semicolon | TokenKind::ParenClose | TokenKind::Colon => true,
            // No expression continues with these tokens, so a `;` is missing.
            TokenKind::Number | TokenKind::String | TokenKind::Char | TokenKind::BraceClose | TokenKind::End => true,
            TokenKind::Ident => !matches!(self.text(next.symbol), "is" | "as"),
            _ => false,
        };
        match parsed {
            Ok(Ok(value)) if is_whole => value,
            // No expression begins with these tokens.
            Err(Fail::Report(found))
                if found.span == Some(next.span)
                    && matches!(next.kind, TokenKind::Semicolon | TokenKind::ParenClose | TokenKind::Assign) =>
            {
                self.report(*found);
                self.collect_until(&[TokenKind::Comma, TokenKind::Semicolon]);
                self.expr(ExprKind::Opaque, position)
            }
            _ => {
                self.collect_until(&[TokenKind::Comma, TokenKind::Semicolon]);
                self.expr(ExprKind::Opaque, position)
            }
        }
    }

    /// A type.
    pub(in crate::slang) fn type_expression(&mut self) -> Option<ExprId> {
        let ty = self.declaring_type()?;
        self.check_declares_none(ty);
        Some(ty)
    }

    /// A type, or a struct or enum that is declared in place of it.
    pub(super) fn declaring_type(&mut self) -> Option<ExprId> {
        let parsed = self.deeper(|parser| parser.chain(OperandContext::Type));
        self.reported(parsed)
    }

    /// An argument of a generic: a type or a value.
    pub(in crate::slang) fn argument(&mut self) -> Option<ExprId> {
        let outside = std::mem::replace(&mut self.in_arguments, true);
        let parsed = self.deeper(Self::expression);
        self.in_arguments = outside;
        self.reported(parsed).and_then(|outcome| self.reported(outcome))
    }

    pub(super) fn expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        let depth = 1 + kind.parts().map(|part| self.tree.exprs[part].depth).max().unwrap_or(0);
        if depth > MAX_DEPTH {
            // Reported once: enclosing expressions are even deeper.
            if depth == MAX_DEPTH + 1 {
                let message = format!("an expression is nested more than {MAX_DEPTH} levels deep");
                self.report(Diagnostic::error(&codes::NESTED_TOO_DEEP, message, span).help("move part of it into a `static const`"));
            }
            return self.tree.exprs.push(Expr { kind: ExprKind::Wrong, span, depth: MAX_DEPTH + 1, grouped: false });
        }
        self.tree.exprs.push(Expr { kind, span, depth, grouped: false })
    }

    /// A name, number or string with its postfix operators.
    pub(super) fn chain(&mut self, place: OperandContext) -> Result<ExprId, Fail> {
        let token = self.cursor.peek();
        let kind = match token.kind {
            TokenKind::Number | TokenKind::Char if place == OperandContext::Value => {
                self.cursor.next();
                self.literal(token)
            }
            TokenKind::String if place == OperandContext::Value => ExprKind::Text(self.string_literals()),
            // The missing end has been reported.
            TokenKind::Stray if place == OperandContext::Value && self.text(token.symbol).starts_with('"') => {
                let text = self.cursor.next().symbol;
                let text = unquoted(self.text(text));
                ExprKind::Text(self.intern(&text))
            }
            TokenKind::ColonColon => {
                self.cursor.next();
                if !self.cursor.at(TokenKind::Ident) {
                    return Err(unexpected_token(self, "a name"));
                }
                let (first, name) = (ExprId::from_index(self.tree.exprs.len()), self.cursor.peek().span);
                let chain = self.deeper(|parser| parser.chain(place))?;
                let start = &self.tree.exprs[first];
                if matches!(start.kind, ExprKind::Name(_)) && start.span == name {
                    self.tree.outermost.insert(first);
                }
                return Ok(chain);
            }
            TokenKind::Ident => return self.named_expression(place),
            _ if place == OperandContext::Type => return Err(unexpected_token(self, "a type")),
            _ => return Err(unexpected_token(self, "an expression")),
        };
        let start = self.expr(kind, token.span);
        self.postfix(start, place)
    }

    /// The value of a number or character. Reports invalid ones.
    pub(super) fn literal(&mut self, token: Token) -> ExprKind {
        let text = self.text(token.symbol);
        let value = if token.kind == TokenKind::Number { number(text, token.span) } else { character(text, token.span) };
        let fraction = fraction_type(text);
        self.reported(value).map_or(ExprKind::Wrong, |value| match value {
            Value::Float(value) => ExprKind::Fraction(value, fraction),
            value => ExprKind::Constant(value),
        })
    }

    /// Adjacent string literals, which form one string.
    fn string_literals(&mut self) -> Symbol {
        let mut all = String::new();
        while let Some(text) = self.cursor.eat(TokenKind::String) {
            all += &unquoted(self.text(text.symbol));
        }
        self.intern(&all)
    }

    fn named_expression(&mut self, place: OperandContext) -> Result<ExprId, Fail> {
        let token = self.cursor.peek();
        if self.keywords.is_plain(token.symbol) {
            let name = Expr { kind: ExprKind::Name(token.symbol), span: token.span, depth: 1, grouped: false };
            self.cursor.next();
            let start = self.tree.exprs.push(name);
            return self.postfix(start, place);
        }
        let contextual_keyword = self.contextual_keyword(token);
        if let Some(contextual_keyword) = contextual_keyword
            && let Some(of_pack) = self.of_pack(token, contextual_keyword, place)?
        {
            return Ok(of_pack);
        }
        if let Some(word) = self.modifier(token)
            && matches!(self.cursor.peek_at(1).kind, TokenKind::Ident)
        {
            let written = ident(self.cursor.next());
            self.check_type_word(word, written);
            let inner = self.deeper(|parser| parser.chain(place))?;
            return Ok(match word {
                Modifier::RowMajor | Modifier::ColumnMajor | Modifier::Normalized => self.expr(ExprKind::Modified(word, inner), token.span),
                _ => inner,
            });
        }
        if matches!(self.keyword(token), Some(Keyword::Struct | Keyword::Enum)) && place == OperandContext::Type {
            let declared = self.aggregate_in_place();
            return Ok(self.expr(declared.map_or(ExprKind::Wrong, ExprKind::Declared), token.span));
        }
        if contextual_keyword == Some(ContextualKeyword::FuncType) {
            self.cursor.next();
            self.function_type()?;
            return Ok(self.expr(ExprKind::Opaque, token.span));
        }
        self.cursor.next();
        let kind = match contextual_keyword {
            Some(ContextualKeyword::True) => ExprKind::Constant(Value::Bool(true)),
            Some(ContextualKeyword::False) => ExprKind::Constant(Value::Bool(false)),
            _ => ExprKind::Name(token.symbol),
        };
        let start = self.expr(kind, token.span);
        self.postfix(start, place)
    }

    /// `(float, int) -> float` of `functype (float, int) -> float`, a type that no layout requires.
    fn function_type(&mut self) -> Result<(), Fail> {
        if self.cursor.eat(TokenKind::ParenOpen).is_none() {
            return Err(unexpected_token(self, "`(` and the parameter types"));
        }
        while !self.cursor.at(TokenKind::ParenClose) {
            self.type_of_function()?;
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.close()?;
        if self.cursor.eat(TokenKind::Arrow).is_none() {
            return Err(unexpected_token(self, "`->` and the result type"));
        }
        self.type_of_function()
    }

    fn type_of_function(&mut self) -> Result<(), Fail> {
        let ty = self.deeper(|parser| parser.chain(OperandContext::Type))?;
        self.check_declares_none(ty);
        Ok(())
    }

    /// Postfix operators: members, arguments, dimensions, `*`, `?`.
    pub(super) fn postfix(&mut self, start: ExprId, place: OperandContext) -> Result<ExprId, Fail> {
        let mut chain = start;
        loop {
            let token = self.cursor.peek();
            let span = self.tree.exprs[chain].span;
            let kind = match token.kind {
                TokenKind::Dot | TokenKind::ColonColon => {
                    self.cursor.next();
                    let Some(name) = self.cursor.eat(TokenKind::Ident) else { return Err(unexpected_token(self, "a name")) };
                    ExprKind::Member(chain, ident(name))
                }
                TokenKind::Less if place == OperandContext::Type || self.begins_arguments() => {
                    self.cursor.next();
                    let arguments = self.arguments()?;
                    ExprKind::Apply(chain, arguments)
                }
                TokenKind::BracketOpen => {
                    self.cursor.next();
                    if self.cursor.eat(TokenKind::BracketClose).is_some() {
                        ExprKind::Index(chain, None)
                    } else {
                        let count = self.deeper(Self::expression)??;
                        if self.cursor.eat(TokenKind::BracketClose).is_none() {
                            return Err(unexpected_token(self, "`]`"));
                        }
                        ExprKind::Index(chain, Some(count))
                    }
                }
                TokenKind::Star if place == OperandContext::Type || self.ends_type(1) => {
                    self.cursor.next();
                    ExprKind::Pointer(chain)
                }
                TokenKind::Question if place == OperandContext::Type || self.ends_type(1) => {
                    // libslang 2026.12 does not support this; the meaning is clear.
                    let found = Diagnostic::error(&codes::UNEXPECTED_TOKEN, "expected a name, found `?`", token.span);
                    self.report(found.help("write `Optional<…>`"));
                    self.cursor.next();
                    ExprKind::Optional(chain)
                }
                TokenKind::ParenOpen if place == OperandContext::Value => {
                    self.cursor.next();
                    let arguments = self.deeper(|parser| Ok(parser.values_until(TokenKind::ParenClose)))?;
                    ExprKind::Call(chain, arguments)
                }
                _ => return Ok(chain),
            };
            chain = self.expr(kind, span);
        }
    }

    /// The arguments of a generic, up to and including the `>`.
    fn arguments(&mut self) -> Result<Vec<ExprId>, Fail> {
        let mut arguments = Vec::new();
        while !self.cursor.at(TokenKind::Greater) {
            match self.argument() {
                Some(argument) => arguments.push(argument),
                None => return Err(Fail::Dependent),
            }
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        if self.cursor.eat(TokenKind::Greater).is_none() {
            return Err(unexpected_token(self, "`>` after the generic arguments"));
        }
        Ok(arguments)
    }
}

/// The type of a number with a fraction: with `h` in its suffix it has 16 bits, with `l` 64 (measured, libslang 2026.12).
fn fraction_type(text: &str) -> Scalar {
    let digits = text.trim_end_matches(['f', 'F', 'h', 'H', 'l', 'L']);
    match &text[digits.len()..] {
        suffix if suffix.contains(['h', 'H']) => Scalar::Float16,
        suffix if suffix.contains(['l', 'L']) => Scalar::Float64,
        _ => Scalar::Float32,
    }
}

/// The failure for an unexpected token.
pub(super) fn unexpected_token(parser: &Parser<'_, '_>, expected: &str) -> Fail {
    let token = parser.cursor.peek();
    unexpected(&format!("{expected}, found {}", parser.describe(token)), token.span)
}
