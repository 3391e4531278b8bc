//! `switch`.

use crate::token::TokenKind;
use crate::tree::{CaseSelector, List, StatementKind, SwitchClause};

use super::statements::{StatementBlock, Statements};

impl Statements<'_> {
    pub(super) fn switch_statement(&mut self) -> StatementKind {
        self.parser.advance();
        let selector = self.parser.expression();
        let attributes = if self.parser.failed { List::EMPTY } else { self.parser.attribute_list() };
        let open = self.parser.token.span;
        self.parser.expect(TokenKind::BraceOpen, "to start the clauses of the `switch`");
        let opened = !self.parser.failed;
        let first = self.switch_clauses.len();
        while !self.parser.failed && matches!(self.parser.token.kind, TokenKind::Case | TokenKind::Default) {
            self.clause();
        }
        if !self.parser.failed && !self.parser.eat(TokenKind::BraceClose) {
            self.parser.unexpected_with("`case`, `default`, or `}`", |found| found.label(open, "in this `switch`"));
        }
        if opened && self.parser.failed {
            self.parser.skip_block(&mut self.braces);
        }
        let clauses = List::take(&mut self.switch_clauses, first, &mut self.body.switch_clauses);
        StatementKind::Switch { selector, attributes, clauses }
    }

    fn clause(&mut self) {
        let start = self.parser.token.span.start;
        let selectors = if self.parser.advance().kind == TokenKind::Case { self.selectors() } else { List::EMPTY };
        if !self.parser.failed {
            self.parser.eat(TokenKind::Colon);
        }
        let block = self.block(StatementBlock::Function);
        let span = self.parser.span_from(start);
        self.switch_clauses.push(SwitchClause { selectors, block, span });
    }

    fn selectors(&mut self) -> List<CaseSelector> {
        let mut selectors = Vec::new();
        loop {
            selectors.push(match self.parser.token.kind {
                TokenKind::Default => CaseSelector::Default(self.parser.advance().span),
                _ => CaseSelector::Value(self.parser.expression()),
            });
            let more = !self.parser.failed && self.parser.eat(TokenKind::Comma);
            if !more || matches!(self.parser.token.kind, TokenKind::Colon | TokenKind::BraceOpen | TokenKind::At) {
                break;
            }
        }
        List::take(&mut selectors, 0, &mut self.body.selectors)
    }
}
