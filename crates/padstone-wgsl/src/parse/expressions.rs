//! Expressions, including types, which are names with template lists.

use padstone_diag::{Diagnostic, Edit, codes};
use padstone_source::Span;

use crate::token::{Token, TokenKind};
use crate::tree::{BinaryOp, Edition, ExprId, ExpressionKind, List, Literal, LiteralValue, UnaryOp};

use super::literal;
use super::operators::{binary_op, needs_parentheses, precedence, unary_op};
use super::parser::{Parser, printable_token};

/// The maximum height of an expression tree, independently of parentheses; as in tint (measured).
const HEIGHT_LIMIT: u16 = 512;

/// An expression, with the properties that enclosing expressions require.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) id: ExprId,
    /// 1 for leaves.
    height: u16,
    /// The operator of a binary expression without parentheses.
    op: Option<BinaryOp>,
}

impl Parser<'_> {
    /// An expression.
    pub(super) fn expression(&mut self) -> ExprId {
        self.operand().id
    }

    fn operand(&mut self) -> Operand {
        self.binary(0)
    }

    /// Operands joined by operators with a higher precedence than `outer`.
    fn binary(&mut self, outer: u8) -> Operand {
        let mut left = self.unary();
        self.split_decrement();
        while let Some(op) = binary_op(self.token.kind)
            && precedence(op) > outer
            && !self.failed
        {
            let sign = self.advance().span;
            let right = self.binary(precedence(op));
            if self.source.edition == Edition::Current {
                self.check_mixed(op, sign, left);
                self.check_mixed(op, sign, right);
            }
            let kind = ExpressionKind::Binary { op, left: left.id, right: right.id };
            left = Operand { op: Some(op), ..self.add(kind, self.start(left), left.height.max(right.height)) };
            self.split_decrement();
        }
        left
    }

    fn check_mixed(&mut self, op: BinaryOp, sign: Span, part: Operand) {
        let Some(inner) = part.op.filter(|&inner| needs_parentheses(inner, op)) else { return };
        let span = self.nodes[part.id].span;
        self.report(&codes::OPERATORS_MIXED, span, |_| {
            let (inner, outer) = (inner.text(), op.text());
            let brackets = vec![Edit { span: span.before(), text: "(".to_owned() }, Edit { span: span.after(), text: ")".to_owned() }];
            Diagnostic::error(&codes::OPERATORS_MIXED, format!("`{inner}` mixed with `{outer}` needs parentheses"), span)
                .label(span, "WGSL defines no precedence here")
                .label(sign, "mixed with this operator")
                .fix("add parentheses that match C's precedence", brackets)
        });
    }

    /// Unary operators and their operand, without recursion, because `- - - -` can have any length.
    pub(super) fn unary(&mut self) -> Operand {
        let mut signs: Vec<(UnaryOp, u32)> = Vec::new();
        self.split_decrement();
        while let Some(op) = unary_op(self.token.kind) {
            signs.push((op, self.advance().span.start));
            self.split_decrement();
        }
        let mut operand = self.postfix();
        while let Some((op, start)) = signs.pop() {
            operand = self.add(ExpressionKind::Unary { op, operand: operand.id }, start, operand.height);
        }
        operand
    }

    /// Splits `--` into two operators, unless it ends a statement: WGSL, 3.2, takes the longest token that is allowed at a position, and
    /// `--` is allowed only after a reference (gpuweb issue 4669).
    fn split_decrement(&mut self) {
        if self.at(TokenKind::Decrement) && self.source.edition == Edition::Current && !self.lexer.ends_statement() {
            let Span { start, .. } = self.token.span;
            self.lexer.jump(start + 1);
            self.token = Token { kind: TokenKind::Minus, span: Span { start, end: start + 1 } };
        }
    }

    /// A primary expression with its index and member operators.
    fn postfix(&mut self) -> Operand {
        let mut base = self.primary();
        let start = self.start(base);
        while !self.failed {
            match self.token.kind {
                TokenKind::BracketOpen => {
                    let open = self.advance().span;
                    let Some(index) = self.nested(Self::operand) else { break };
                    self.close(TokenKind::BracketClose, open);
                    base = self.add(ExpressionKind::Index { base: base.id, index: index.id }, start, base.height.max(index.height));
                }
                TokenKind::Dot => {
                    self.advance();
                    let name = self.name("a member name");
                    let kind = ExpressionKind::Member { base: base.id, name: name.symbol, name_start: name.span.start };
                    base = self.add(kind, start, base.height);
                }
                _ => break,
            }
        }
        base
    }

    fn primary(&mut self) -> Operand {
        let start = self.token.span.start;
        match self.token.kind {
            TokenKind::Number => self.number(),
            TokenKind::True | TokenKind::False => {
                let value = self.advance().kind == TokenKind::True;
                self.add(ExpressionKind::Literal(Literal::new(LiteralValue::Bool(value))), start, 0)
            }
            TokenKind::ParenOpen => self.parentheses(),
            _ if self.at_name() => self.name_or_call(),
            _ if self.at_double_bracket() => self.attributed(),
            kind => {
                self.unexpected_with("an expression", |found| match kind {
                    TokenKind::Decrement => found.help("write `- -` to negate twice"),
                    _ => found,
                });
                self.missing_operand()
            }
        }
    }

    fn parentheses(&mut self) -> Operand {
        let open = self.advance().span;
        match self.nested(Self::operand) {
            Some(inner) => {
                self.close(TokenKind::ParenClose, open);
                self.add(ExpressionKind::Paren(inner.id), open.start, inner.height)
            }
            None => {
                self.close(TokenKind::ParenClose, open);
                self.missing_operand()
            }
        }
    }

    fn name_or_call(&mut self) -> Operand {
        let name = self.templated_name();
        if !self.at(TokenKind::ParenOpen) {
            return name;
        }
        let (arguments, height) = self.parenthesised();
        self.add(ExpressionKind::Call { callee: name.id, arguments }, self.start(name), name.height.max(height))
    }

    /// A name, with its template list if it has one.
    fn templated_name(&mut self) -> Operand {
        let ident = self.take_name();
        let name = self.nodes.add(ExpressionKind::Name(ident.symbol), ident.span);
        match self.template_list() {
            Some((arguments, height)) => self.add(ExpressionKind::Template { name, arguments }, ident.span.start, height.max(1)),
            None => Operand { id: name, height: 1, op: None },
        }
    }

    /// The template list at the current token, if there is one, and the height of its highest argument.
    pub(super) fn template_list(&mut self) -> Option<(List<ExprId>, u16)> {
        if !self.at(TokenKind::Less) {
            return None;
        }
        let outer = self.lexer.enter_template(self.token)?;
        self.advance();
        if self.at(TokenKind::TemplateClose) {
            self.unexpected("a type or value between `<` and `>`");
        }
        let list = self.nested(|parser| parser.list(TokenKind::TemplateClose)).unwrap_or_default();
        if !self.at(TokenKind::TemplateClose) {
            self.unexpected("`,` or `>`");
        }
        self.skip_to_template_end();
        self.lexer.leave_template(outer);
        self.advance();
        Some(list)
    }

    /// `(a, b)`: the list, and the height of its highest expression.
    pub(super) fn parenthesised(&mut self) -> (List<ExprId>, u16) {
        let open = self.advance().span;
        let list = self.nested(|parser| parser.list(TokenKind::ParenClose)).unwrap_or_default();
        self.close(TokenKind::ParenClose, open);
        list
    }

    /// Comma-separated expressions up to `closer`; a trailing comma is allowed.
    fn list(&mut self, closer: TokenKind) -> (List<ExprId>, u16) {
        let first = self.arguments.len();
        let mut height = 0;
        while !self.at(closer) && !self.at(TokenKind::End) {
            let argument = self.operand();
            height = height.max(argument.height);
            // The token after the expression is invalid, so that the list may be incomplete.
            let is_whole = !self.failed && (self.at(TokenKind::Comma) || self.at(closer));
            let argument = if is_whole { argument.id } else { self.error_node() };
            self.arguments.push(argument);
            if self.failed || !self.eat(TokenKind::Comma) {
                break;
            }
        }
        (List::take(&mut self.arguments, first, &mut self.nodes.arguments), height)
    }

    /// `[[access(read)]] T`
    fn attributed(&mut self) -> Operand {
        let start = self.token.span.start;
        let attributes = self.attribute_list();
        let inner = if self.at_name() { self.templated_name() } else { self.missing_type() };
        self.add(ExpressionKind::Attributed { attributes, inner: inner.id }, start, inner.height)
    }

    /// A type.
    pub(super) fn ty(&mut self) -> ExprId {
        let ty = if self.at_name() {
            self.templated_name()
        } else if self.at_double_bracket() {
            self.attributed()
        } else {
            self.missing_type()
        };
        self.no_open_template();
        ty.id
    }

    /// Reports a `<` after a type that no `>` closes.
    pub(super) fn no_open_template(&mut self) {
        if !self.at(TokenKind::Less) {
            return;
        }
        let span = self.token.span;
        self.fail(&codes::UNCLOSED, span, |_| {
            Diagnostic::error(&codes::UNCLOSED, "`<` without a matching `>`", span).label(span, "unclosed template list")
        });
    }

    fn missing_type(&mut self) -> Operand {
        let attribute = self.at(TokenKind::At);
        self.unexpected_with("a type", |found| match attribute {
            true => found.help("move the attributes before the name"),
            false => found,
        });
        self.missing_operand()
    }

    fn missing_operand(&mut self) -> Operand {
        Operand { id: self.error_node(), height: 1, op: None }
    }

    fn number(&mut self) -> Operand {
        let span = self.advance().span;
        let text = self.lexer.token_text(span);
        let kind = match literal::value(text) {
            Ok(value) => ExpressionKind::Literal(Literal::new(value)),
            Err(problem) => {
                self.report(&codes::WGSL_NUMBER, span, |_| {
                    let message = format!("{} {}", printable_token(text), problem.message);
                    let found = Diagnostic::error(&codes::WGSL_NUMBER, message, span).label(span, problem.label);
                    match problem.help {
                        "" => found,
                        help => found.help(help),
                    }
                });
                ExpressionKind::Error
            }
        };
        self.add(kind, span.start, 0)
    }

    /// A new expression from `start` to the last token, one higher than the highest of its operands.
    fn add(&mut self, kind: ExpressionKind, start: u32, parts: u16) -> Operand {
        let span = self.span_from(start);
        let height = parts + 1;
        if height <= HEIGHT_LIMIT {
            return Operand { id: self.nodes.add(kind, span), height, op: None };
        }
        self.too_deep(span, &format!("more than {HEIGHT_LIMIT} nested operations"));
        Operand { id: self.nodes.add(ExpressionKind::Error, span), height: 1, op: None }
    }

    fn start(&self, operand: Operand) -> u32 {
        self.nodes[operand.id].span.start
    }
}
