//! Function bodies.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use crate::lex::Braces;
use crate::token::TokenKind;
use crate::tree::{
    Attribute, Block, BlockId, Body, Edition, ExprId, ExpressionKind, IfClause, List, Nodes, Statement, StatementId, StatementKind,
    SwitchClause, UnaryOp, VariableKind,
};

use super::operators::compound_op;
use super::parser::Parser;

/// Parses a body, with the attributes before it.
pub(super) fn read(parser: Parser<'_>) -> Body {
    let body = Body {
        root: BlockId(0),
        nodes: Nodes::default(),
        statements: Vec::new(),
        blocks: Vec::new(),
        order: Vec::new(),
        if_clauses: Vec::new(),
        switch_clauses: Vec::new(),
        selectors: Vec::new(),
    };
    let mut reader =
        Statements { parser, body, braces: Braces::default(), order: Vec::new(), if_clauses: Vec::new(), switch_clauses: Vec::new() };
    reader.body.root = reader.block(StatementBlock::Function);
    reader.body.nodes = reader.parser.nodes;
    reader.body
}

/// Parses the statements of a body.
pub(super) struct Statements<'a> {
    pub(super) parser: Parser<'a>,
    pub(super) body: Body,
    pub(super) braces: Braces,
    /// The statements of unfinished blocks.
    order: Vec<StatementId>,
    if_clauses: Vec<IfClause>,
    pub(super) switch_clauses: Vec<SwitchClause>,
}

/// The role of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum StatementBlock {
    /// A function body, or a nested block.
    Function,
    Loop,
    Continuing,
}

impl Statements<'_> {
    /// `{ … }`, with attributes before it.
    pub(super) fn block(&mut self, place: StatementBlock) -> BlockId {
        let start = self.parser.token.span.start;
        let attributes = if self.parser.failed { List::EMPTY } else { self.parser.attribute_list() };
        let open = self.parser.token.span;
        let mut statements = List::EMPTY;
        if self.parser.failed || !self.parser.at(TokenKind::BraceOpen) {
            self.parser.unexpected_with("`{` to start a block", |found| found.help("add braces; WGSL requires them"));
        } else if let Some(inner) = self.nested(|reader| reader.statement_list(place)) {
            statements = inner;
            // A body with unmatched braces was reported when it was skipped.
            if !self.parser.eat(TokenKind::BraceClose) && !self.parser.at(TokenKind::End) {
                self.parser.unclosed(TokenKind::BraceClose, open);
            }
        } else {
            self.parser.skip_braces(&mut self.braces);
            self.parser.failed = false;
        }
        let span = self.parser.span_from(start);
        self.body.blocks.push(Block { attributes, statements, span });
        BlockId(self.body.blocks.len() as u32 - 1)
    }

    /// Runs `read` one level deeper, unless that exceeds the maximum depth.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let entered = self.parser.enter();
        let result = entered.then(|| read(self));
        if entered {
            self.parser.leave();
        }
        result
    }

    /// The statements up to the closing brace, after the opening one.
    fn statement_list(&mut self, place: StatementBlock) -> List<StatementId> {
        self.parser.advance();
        let first = self.order.len();
        while !matches!(self.parser.token.kind, TokenKind::BraceClose | TokenKind::End) {
            if self.parser.eat(TokenKind::Semicolon) {
                continue;
            }
            let start = self.parser.token.span.start;
            let statement = self.statement(place);
            self.order.push(statement);
            if self.parser.failed {
                if self.parser.token.span.start == start {
                    self.parser.advance();
                }
                self.parser.skip_statement(&mut self.braces);
            }
        }
        List::take(&mut self.order, first, &mut self.body.order)
    }

    fn statement(&mut self, place: StatementBlock) -> StatementId {
        let start = self.parser.token.span.start;
        let attributes = self.parser.attribute_list();
        let kind = match self.parser.token.kind {
            TokenKind::BraceOpen => StatementKind::Block(self.block(StatementBlock::Function)),
            TokenKind::If => self.if_statement(),
            TokenKind::Switch => self.switch_statement(),
            TokenKind::Loop => {
                self.parser.advance();
                StatementKind::Loop(self.block(StatementBlock::Loop))
            }
            TokenKind::Continuing => self.continuing(place),
            TokenKind::While if !self.parser.at_name() => self.while_statement(),
            TokenKind::For => self.for_statement(),
            _ => {
                self.no_attributes(attributes);
                let kind = self.simple(place);
                self.parser.semicolon("the statement");
                kind
            }
        };
        self.add(start, attributes, kind)
    }

    fn add(&mut self, start: u32, attributes: List<Attribute>, kind: StatementKind) -> StatementId {
        let span = self.parser.span_from(start);
        self.body.statements.push(Statement { attributes, kind, span });
        StatementId(self.body.statements.len() as u32 - 1)
    }

    /// Reports attributes on statements without blocks (WGSL, 12.1).
    fn no_attributes(&mut self, attributes: List<Attribute>) {
        let Some(first) = self.parser.nodes[attributes].first() else { return };
        let span = first.span;
        self.parser.report(&codes::ATTRIBUTE_PLACE, span, |_| {
            Diagnostic::error(&codes::ATTRIBUTE_PLACE, "attributes are not allowed on this statement", span)
                .label(span, "only statements with blocks have attributes")
        });
    }

    /// A statement that ends in `;`, without the `;`.
    fn simple(&mut self, place: StatementBlock) -> StatementKind {
        let parser = &mut self.parser;
        match parser.token.kind {
            TokenKind::Var => StatementKind::Variable(parser.variable(VariableKind::Var)),
            TokenKind::Let => StatementKind::Variable(parser.variable(VariableKind::Let)),
            TokenKind::Const => StatementKind::Variable(parser.variable(VariableKind::Const)),
            TokenKind::Return => {
                parser.advance();
                let empty = matches!(parser.token.kind, TokenKind::Semicolon | TokenKind::BraceClose | TokenKind::End);
                StatementKind::Return((!empty).then(|| parser.expression()))
            }
            TokenKind::Break => self.break_statement(place),
            TokenKind::Continue => {
                parser.advance();
                StatementKind::Continue
            }
            TokenKind::Discard => {
                parser.advance();
                StatementKind::Discard
            }
            TokenKind::ConstAssert if !parser.at_name() => {
                parser.advance();
                StatementKind::ConstAssert(parser.expression())
            }
            TokenKind::Reserved if parser.source.text(parser.token.span) == "fallthrough" => {
                parser.require(Edition::Draft2020, "today's WGSL has no `fallthrough`");
                parser.advance();
                StatementKind::Fallthrough
            }
            _ => self.updating(),
        }
    }

    /// Assignment, increment, decrement or call.
    fn updating(&mut self) -> StatementKind {
        let parser = &mut self.parser;
        if parser.eat(TokenKind::Underscore) {
            parser.expect(TokenKind::Equal, "after `_`");
            let right = if parser.failed { parser.error_node() } else { parser.expression() };
            return StatementKind::Assign { left: None, op: None, right };
        }
        if !parser.at_name() && !matches!(parser.token.kind, TokenKind::ParenOpen | TokenKind::Star | TokenKind::Ampersand) {
            parser.unexpected("a statement");
            return StatementKind::Error;
        }
        let left = parser.unary().id;
        if parser.failed {
            return StatementKind::Error;
        }
        let token = parser.token.kind;
        let op = compound_op(token);
        if parser.at(TokenKind::Semicolon) || parser.at(TokenKind::ParenClose) {
            return self.call(left);
        }
        if let ExpressionKind::Call { .. } = parser.nodes[left].kind {
            return StatementKind::Call(left);
        }
        self.check_target(left);
        let parser = &mut self.parser;
        match token {
            TokenKind::Increment => {
                parser.advance();
                StatementKind::Increment(left)
            }
            TokenKind::Decrement => {
                parser.advance();
                StatementKind::Decrement(left)
            }
            TokenKind::Equal => {
                parser.advance();
                StatementKind::Assign { left: Some(left), op: None, right: parser.expression() }
            }
            _ if op.is_some() => {
                parser.advance();
                StatementKind::Assign { left: Some(left), op, right: parser.expression() }
            }
            _ => {
                parser.unexpected("`=`, `++`, or `--`");
                StatementKind::Error
            }
        }
    }

    /// An expression as a statement, which must be a call.
    fn call(&mut self, expression: ExprId) -> StatementKind {
        if let ExpressionKind::Call { .. } = self.parser.nodes[expression].kind {
            return StatementKind::Call(expression);
        }
        self.parser.unexpected_with("`=`, `++`, or `--`", |found| found.help("write `_ = …` to discard the value"));
        StatementKind::Error
    }

    /// Only names, their components, and indirections can be assigned to (WGSL, 8.21).
    fn check_target(&mut self, target: ExprId) {
        let (mut part, mut is_followed) = (target, false);
        loop {
            part = match self.parser.nodes[part].kind {
                ExpressionKind::Name(_) | ExpressionKind::Error => return,
                // `*bufferView<f32>(&buffer, 4) = 1.0;`: the result of a call can be dereferenced.
                ExpressionKind::Call { .. } if is_followed => return,
                ExpressionKind::Index { base: part, .. }
                | ExpressionKind::Member { base: part, .. }
                | ExpressionKind::Paren(part)
                | ExpressionKind::Unary { op: UnaryOp::AddressOf, operand: part } => part,
                ExpressionKind::Unary { op: UnaryOp::Indirection, operand: part } => {
                    is_followed = true;
                    part
                }
                _ => break,
            }
        }
        let span = self.parser.nodes[part].span;
        self.parser.report(&codes::UNEXPECTED_TOKEN, span, |_| {
            Diagnostic::error(&codes::UNEXPECTED_TOKEN, "cannot assign to this expression", span)
                .label(span, "expected a variable, its part, or a pointee")
        });
    }

    fn if_statement(&mut self) -> StatementKind {
        let first = self.if_clauses.len();
        let mut else_block = None;
        self.parser.advance();
        self.if_clause();
        while !self.parser.failed && else_block.is_none() {
            if self.at_elseif() {
                self.parser.require_word(Edition::Draft2020, "write `else if`", "else if");
                self.parser.advance();
                self.if_clause();
            } else if !self.parser.eat(TokenKind::Else) {
                break;
            } else if self.parser.eat(TokenKind::If) {
                self.if_clause();
            } else {
                else_block = Some(self.block(StatementBlock::Function));
            }
        }
        StatementKind::If { clauses: List::take(&mut self.if_clauses, first, &mut self.body.if_clauses), else_block }
    }

    /// In the draft of 2020 it was one word.
    fn at_elseif(&self) -> bool {
        self.parser.at(TokenKind::Name) && self.parser.source.text(self.parser.token.span) == "elseif"
    }

    fn if_clause(&mut self) {
        let condition = self.parser.expression();
        let block = self.block(StatementBlock::Function);
        self.if_clauses.push(IfClause { condition, block });
    }

    fn while_statement(&mut self) -> StatementKind {
        self.parser.require(Edition::Current, "WGSL of 2020 has only `loop` and `for`");
        self.parser.advance();
        let condition = self.parser.expression();
        StatementKind::While { condition, body: self.block(StatementBlock::Function) }
    }

    fn for_statement(&mut self) -> StatementKind {
        self.parser.advance();
        let open = self.parser.token.span;
        self.parser.expect(TokenKind::ParenOpen, "after `for`");
        let init = (!self.parser.failed && !self.parser.at(TokenKind::Semicolon)).then(|| self.header_statement(ForClause::Init));
        self.separator("the initializer of the `for`");
        let condition = (!self.parser.failed && !self.parser.at(TokenKind::Semicolon)).then(|| self.parser.expression());
        self.separator("the condition of the `for`");
        let update = (!self.parser.failed && !self.parser.at(TokenKind::ParenClose)).then(|| self.header_statement(ForClause::Update));
        self.parser.close(TokenKind::ParenClose, open);
        StatementKind::For { init, condition, update, body: self.block(StatementBlock::Function) }
    }

    /// A statement in the header of a `for`.
    fn header_statement(&mut self, part: ForClause) -> StatementId {
        let start = self.parser.token.span.start;
        let declares = matches!(self.parser.token.kind, TokenKind::Var | TokenKind::Let | TokenKind::Const);
        let kind = if declares && part == ForClause::Init { self.simple(StatementBlock::Function) } else { self.updating() };
        self.add(start, List::EMPTY, kind)
    }

    fn separator(&mut self, ended: &str) {
        if !self.parser.failed && !self.parser.eat(TokenKind::Semicolon) {
            self.parser.unexpected(&format!("`;` after {ended}"));
        }
    }

    fn break_statement(&mut self, place: StatementBlock) -> StatementKind {
        let start = self.parser.advance().span.start;
        if !self.parser.eat(TokenKind::If) {
            return StatementKind::Break;
        }
        let span = self.parser.span_from(start);
        let condition = self.parser.expression();
        if place != StatementBlock::Continuing {
            self.misplaced("`break if`", "at the end of a `continuing` block", span);
        }
        StatementKind::BreakIf(condition)
    }

    fn continuing(&mut self, place: StatementBlock) -> StatementKind {
        let span = self.parser.advance().span;
        if place != StatementBlock::Loop {
            self.misplaced("`continuing`", "at the end of a `loop`", span);
        }
        let block = self.block(StatementBlock::Continuing);
        if place == StatementBlock::Loop && !self.parser.failed && !self.parser.at(TokenKind::BraceClose) {
            self.parser.unexpected("`}`, since `continuing` ends the loop");
        }
        StatementKind::Continuing(block)
    }

    fn misplaced(&mut self, subject: &str, place: &str, span: Span) {
        self.parser.report(&codes::UNEXPECTED_TOKEN, span, |_| {
            Diagnostic::error(&codes::UNEXPECTED_TOKEN, format!("{subject} is allowed only {place}"), span)
                .label(span, format!("not {place}"))
        });
    }
}

/// The clauses of a `for` header that are statements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ForClause {
    Init,
    Update,
}
