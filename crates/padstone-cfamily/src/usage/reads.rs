//! Reads in function bodies of buffers that contain 64-bit vectors and matrices: `light.view[1]._m02`.
//!
//! Scans tokens like the scan for names ([`super`]): a name of such a buffer or of a member of one, and the members and literal
//! indices after it. A read with another index is dropped: its offset is unknown.

use padstone_model::ParameterId;
use padstone_source::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::unit_scopes::ScopeId;
use crate::{Token, TokenKind};

/// The reads in all bodies, one body after another.
#[derive(Default)]
pub(super) struct Reads {
    roots: FxHashMap<(ScopeId, Symbol), ReadRoot>,
    /// The names of the roots.
    names: FxHashSet<Symbol>,
    found: Vec<BufferRead>,
    /// The current read, and the token that would continue it.
    open: Option<(BufferRead, ExpectedToken)>,
}

/// The meaning of a name that a read begins with.
#[derive(Clone, Copy)]
pub(super) struct ReadRoot {
    parameter: ParameterId,
    /// The member of the buffer; `None` for the buffer itself.
    member: Option<Symbol>,
}

/// One read in a body, whether the entry point reaches it or not.
pub(super) struct BufferRead {
    /// The index of the name that it begins with.
    pub(super) mention: usize,
    /// The steps after the name.
    path: Vec<ReadPathStep>,
    first: Span,
    last: Span,
}

/// A read that is reached.
pub(crate) struct ReachedRead {
    pub(crate) parameter: ParameterId,
    pub(crate) path: Vec<ReadPathStep>,
    pub(crate) first: Span,
    pub(crate) last: Span,
}

impl BufferRead {
    pub(super) fn with_root(&self, root: ReadRoot) -> ReachedRead {
        let member = root.member.map(ReadPathStep::Member);
        let path = member.into_iter().chain(self.path.iter().copied()).collect();
        ReachedRead { parameter: root.parameter, path, first: self.first, last: self.last }
    }
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
    pub(super) fn begin_with(&mut self, scope: ScopeId, name: Symbol, parameter: ParameterId, member: Option<Symbol>) {
        self.roots.insert((scope, name), ReadRoot { parameter, member });
        self.names.insert(name);
    }

    /// The meaning of a name that a scope declares.
    pub(super) fn root(&self, scope: ScopeId, name: Symbol) -> Option<ReadRoot> {
        self.roots.get(&(scope, name)).copied()
    }

    /// The number of reads.
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// The reads of one body.
    pub(super) fn of(&self, body: std::ops::Range<usize>) -> &[BufferRead] {
        &self.found[body]
    }

    /// Records a token of a body; `mention` is its index, if it may be the name of a declaration outside the body.
    pub(super) fn see(&mut self, token: Token, mention: Option<usize>) {
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
                    return self.begin(token, mention);
                }
            };
            *next = next_state;
            if matches!(next_state, ExpectedToken::Step) {
                read.last = token.span;
            }
        } else {
            self.begin(token, mention);
        }
    }

    fn begin(&mut self, token: Token, mention: Option<usize>) {
        let Some(mention) = mention.filter(|_| self.names.contains(&token.symbol)) else { return };
        self.open = Some((BufferRead { mention, path: Vec::new(), first: token.span, last: token.span }, ExpectedToken::Step));
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
