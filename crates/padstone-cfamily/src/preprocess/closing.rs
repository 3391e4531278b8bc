//! Putting in what closes brackets that a half-written unit leaves open.

use std::collections::VecDeque;

use padstone_diag::{Diagnostic, codes};
use padstone_source::Symbol;

use super::Preprocessor;
use crate::unclosed_delimiters::Closing;
use crate::{Token, TokenKind};

/// What is still to be put in.
#[derive(Debug)]
pub(super) struct InsertedClosings {
    closings: std::vec::IntoIter<Closing>,
    /// How many tokens of the files were returned or wait.
    read: usize,
    /// What comes before the files are read on.
    waiting: VecDeque<Token>,
}

impl Preprocessor<'_> {
    /// Closes brackets: to be called before the first token is read.
    pub(crate) fn close(&mut self, closings: Vec<Closing>) {
        if !closings.is_empty() {
            self.closings = Some(Box::new(InsertedClosings { closings: closings.into_iter(), read: 0, waiting: VecDeque::new() }));
        }
    }

    /// The next token of the files or of what is put in between.
    pub(super) fn next_closed(&mut self) -> Token {
        if let Some(token) = self.closings.as_mut().and_then(|closings| closings.waiting.pop_front()) {
            return token;
        }
        let token = self.next_written();
        let Some(closings) = &mut self.closings else { return token };
        closings.read += 1;
        let Some(closing) = closings.closings.as_slice().first().filter(|closing| closing.before < closings.read) else { return token };
        let found = Diagnostic::error(&codes::UNCLOSED, "unclosed delimiter", closing.open)
            .label(closing.open, "opened here")
            .label(token.span, "indentation suggests it closes before here");
        self.unit.diagnostics.push(found);
        let put_in = |&kind: &TokenKind| Token {
            kind,
            starts_line: false,
            after_space: true,
            painted: false,
            symbol: Symbol::EMPTY,
            span: token.span.before(),
        };
        closings.waiting.extend(closing.tokens.iter().map(put_in));
        closings.waiting.push_back(token);
        closings.closings.next();
        self.next_closed()
    }
}
