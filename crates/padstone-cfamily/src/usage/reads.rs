//! Reads in function bodies of buffers that contain 64-bit vectors and matrices: `light.view[1]._m02`.
//!
//! Scans tokens like the scan for names ([`super`]): a name of such a buffer or of a member of one, and the members and literal
//! indices after it. A read with another index is dropped: its offset is unknown.

use padstone_model::ParameterId;
use padstone_source::{Span, Symbol};
use rustc_hash::FxHashMap;

use crate::{Token, TokenKind};

/// The reads in all bodies, one body after another.
#[derive(Default)]
pub(super) struct Reads {
    roots: FxHashMap<Symbol, ReadRoot>,
    found: Vec<BufferRead>,
    /// The current read, and the token that would continue it.
    open: Option<(BufferRead, ExpectedToken)>,
}

/// The meaning of a name that a read begins with.
#[derive(Clone, Copy)]
struct ReadRoot {
    parameter: ParameterId,
    /// The member of the buffer; `None` for the buffer itself.
    member: Option<Symbol>,
}

/// One read in a body, whether the entry point reaches it or not.
pub(crate) struct BufferRead {
    pub(crate) parameter: ParameterId,
    pub(crate) path: Vec<ReadPathStep>,
    pub(crate) first: Span,
    pub(crate) last: Span,
}

#[derive(Clone, Copy)]
pub(crate) enum ReadPathStep {
    Member(Symbol),
    /// The token: a number.
    Element(Token),
}

#[derive(Clone, Copy)]
enum ExpectedToken {
    Step,
    Member,
    Index,
    Close,
}

impl Reads {
    /// `name` refers to a buffer that contains 64-bit vectors or matrices, or to a member of one.
    pub(super) fn begin_with(&mut self, name: Symbol, parameter: ParameterId, member: Option<Symbol>) {
        self.roots.insert(name, ReadRoot { parameter, member });
    }

    /// The number of reads.
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// The reads of one body.
    pub(super) fn of(&self, body: std::ops::Range<usize>) -> &[BufferRead] {
        &self.found[body]
    }

    /// Records a token of a body; `free` is whether it is the name of a declaration outside it.
    pub(super) fn see(&mut self, token: Token, free: bool) {
        if let Some((read, next)) = &mut self.open {
            let next_state = match (*next, token.kind) {
                (ExpectedToken::Step, TokenKind::Dot) => ExpectedToken::Member,
                (ExpectedToken::Step, TokenKind::BracketOpen) => ExpectedToken::Index,
                (ExpectedToken::Member, TokenKind::Ident) => {
                    read.path.push(ReadPathStep::Member(token.symbol));
                    ExpectedToken::Step
                }
                (ExpectedToken::Index, TokenKind::Number) => {
                    read.path.push(ReadPathStep::Element(token));
                    ExpectedToken::Close
                }
                (ExpectedToken::Close, TokenKind::BracketClose) => ExpectedToken::Step,
                _ => {
                    self.end_read();
                    return self.begin(token, free);
                }
            };
            *next = next_state;
            if matches!(next_state, ExpectedToken::Step) {
                read.last = token.span;
            }
        } else {
            self.begin(token, free);
        }
    }

    fn begin(&mut self, token: Token, free: bool) {
        let Some(&ReadRoot { parameter, member }) = self.roots.get(&token.symbol).filter(|_| free) else { return };
        let path = member.into_iter().map(ReadPathStep::Member).collect();
        self.open = Some((BufferRead { parameter, path, first: token.span, last: token.span }, ExpectedToken::Step));
    }

    fn end_read(&mut self) {
        if let Some((read, ExpectedToken::Step)) = self.open.take() {
            self.found.push(read);
        }
    }

    /// Ends the body.
    pub(super) fn end_body(&mut self) {
        self.end_read();
    }

    /// Drops the reads after the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        self.open = None;
        self.found.truncate(count);
    }
}
