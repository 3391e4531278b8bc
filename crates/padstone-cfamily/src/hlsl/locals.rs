//! `packoffset` inside functions, whose bodies are otherwise skipped.

use padstone_diag::{Diagnostic, codes};
use padstone_source::{FileId, Span, Symbol};
use rustc_hash::FxHashMap;

use super::Parser;
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::{Token, TokenKind};

/// Where the word `packoffset` occurs last in each file that has a function, in bytes.
pub(super) type LastPackoffsets = FxHashMap<FileId, Option<usize>>;

impl Parser<'_> {
    /// Skips the body of a function whose `{` at `open` was just consumed. Returns whether it is closed.
    pub(super) fn skip_function_body(&mut self, open: Span) -> bool {
        if !self.may_have_packoffset(open) {
            return self.skip_body();
        }
        let mut locals = Locals::new(["packoffset", "case", "default"].map(|word| self.cursor.names_mut().intern(word)));
        let usage = &mut self.usage;
        let mut see = |token| {
            usage.see(token);
            locals.see(token);
        };
        let is_closed = self.cursor.skip_body(Some(&mut see)).is_some();
        for span in locals.found {
            let found = Diagnostic::error(&codes::PACKOFFSET_OUTSIDE, "packoffset is not allowed inside a function", span);
            self.report(found.label(span, "not a cbuffer or tbuffer member").help("remove the packoffset"));
        }
        is_closed
    }

    /// Whether the word is in the rest of the file, so that most bodies are skipped without looking at their tokens.
    fn may_have_packoffset(&mut self, open: Span) -> bool {
        let sources = &*self.cursor.preprocessor.unit.sources;
        if sources.spelling(open) != open {
            return true;
        }
        let id = sources.file_of(open.start);
        let file = sources.file(id);
        let last = *self.last_packoffsets.entry(id).or_insert_with(|| file.text.rfind("packoffset"));
        last.is_some_and(|at| at > (open.start - file.base()) as usize)
    }
}

/// What was seen of a body.
struct Locals {
    packoffset: Symbol,
    /// `case` and `default`, whose colon begins a statement.
    labels: [Symbol; 2],
    /// The `?` of the statement whose `:` is still to come.
    conditions: u32,
    is_label: bool,
    previous: TokenKind,
    found: Vec<Span>,
}

impl Locals {
    fn new([packoffset, case, default]: [Symbol; 3]) -> Self {
        let labels = [case, default];
        Locals { packoffset, labels, conditions: 0, is_label: false, previous: TokenKind::BraceOpen, found: Vec::new() }
    }

    fn see(&mut self, token: Token) {
        if self.previous == TokenKind::Colon && token.kind == TokenKind::Ident && token.symbol == self.packoffset {
            self.found.push(token.span);
        }
        self.previous = match token.kind {
            TokenKind::Colon if self.conditions > 0 => {
                self.conditions -= 1;
                TokenKind::Question
            }
            TokenKind::Colon if std::mem::take(&mut self.is_label) => TokenKind::Semicolon,
            kind => kind,
        };
        match token.kind {
            TokenKind::Semicolon | TokenKind::BraceOpen | TokenKind::BraceClose => (self.conditions, self.is_label) = (0, false),
            TokenKind::Question => self.conditions += 1,
            TokenKind::Ident if self.labels.contains(&token.symbol) => self.is_label = true,
            _ => {}
        }
    }
}
