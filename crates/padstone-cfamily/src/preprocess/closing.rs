//! Inserts the closing delimiters that a unit lacks.

use std::collections::VecDeque;

use padstone_diag::{Diagnostic, codes};
use padstone_source::Symbol;

use super::Preprocessor;
use crate::unclosed_delimiters::Closing;
use crate::{Token, TokenKind};

/// The closing delimiters that are not inserted yet.
#[derive(Debug)]
pub(super) struct InsertedClosings {
    closings: std::vec::IntoIter<Closing>,
    /// The number of tokens of the files that were returned or are buffered.
    read: usize,
    /// Tokens to return before reading the files further.
    waiting: VecDeque<Token>,
}

impl Preprocessor<'_> {
    /// Sets the delimiters to insert. Call it before reading the first token.
    pub(crate) fn close(&mut self, closings: Vec<Closing>) {
        if !closings.is_empty() {
            self.closings = Some(Box::new(InsertedClosings { closings: closings.into_iter(), read: 0, waiting: VecDeque::new() }));
        }
    }

    /// The next token: of the files, or an inserted one.
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
