//! Constants and arrays that a function body declares, as far as an index may depend on them.

use std::ops::Range;
use std::rc::Rc;

use padstone_source::{Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Parser;
use super::constants::{Constant, Origin};
use super::keywords::Keyword;
use super::names::Entity;
use super::qualifiers::Qualifiers;
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::usage::{LocalKind, Mentions, NameRole};
use crate::{Token, TokenKind};

/// The tokens of a function, and what its names refer to.
pub(super) struct FunctionNames {
    pub(super) tokens: Vec<Token>,
    pub(super) mentions: Mentions,
    /// The index of the token of each mention.
    pub(super) positions: Vec<usize>,
    /// The index of the mention of each token, if it is one.
    pub(super) mention_at: Vec<Option<usize>>,
}

/// The locals of a function that constant expressions may contain.
#[derive(Default)]
pub(super) struct KnownLocals {
    /// By id, the name that each was declared under: no name of the shader, so that locals of one name are distinct.
    names: FxHashMap<u32, Symbol>,
    /// Those that are constant, or have a constant length, but that were not evaluated.
    unknown: FxHashSet<u32>,
}

/// An expression with its locals under the names that they were declared under.
pub(super) struct RenamedExpression {
    pub(super) tokens: Rc<[Token]>,
    /// The position of a local that is constant, but was not evaluated.
    pub(super) unknown: Option<Span>,
}

impl FunctionNames {
    /// The index of the token that closes the delimiter at `open`.
    pub(super) fn closing(&self, open: usize) -> usize {
        self.end_of(open + 1, |_| false)
    }

    /// The index of the first token outside all delimiters opened from `start` on that closes one or is an end.
    fn end_of(&self, start: usize, is_end: impl Fn(TokenKind) -> bool) -> usize {
        let mut depth = 0usize;
        for (at, token) in self.tokens.iter().enumerate().skip(start) {
            match token.kind {
                kind if depth == 0 && is_end(kind) => return at,
                TokenKind::ParenOpen | TokenKind::BracketOpen | TokenKind::BraceOpen => depth += 1,
                TokenKind::ParenClose | TokenKind::BracketClose | TokenKind::BraceClose if depth == 0 => return at,
                TokenKind::ParenClose | TokenKind::BracketClose | TokenKind::BraceClose => depth -= 1,
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// The tokens of a range, with the names of locals replaced.
    pub(super) fn renamed(&self, range: Range<usize>, locals: &KnownLocals) -> RenamedExpression {
        let mut unknown = None;
        let renamed = range.filter(|&at| at < self.tokens.len()).map(|at| {
            let token = self.tokens[at];
            let role = self.mention_at[at].map(|mention| self.mentions.all[mention].role);
            let Some(NameRole::Local(local)) = role else { return token };
            if locals.unknown.contains(&local) {
                unknown = unknown.or(Some(token.span));
            }
            // A local without a value has no name either, and is no constant.
            Token { symbol: locals.names.get(&local).copied().unwrap_or(Symbol::EMPTY), ..token }
        });
        let tokens = renamed.collect();
        RenamedExpression { tokens, unknown }
    }
}

impl Parser<'_> {
    /// Evaluates the constants among the locals of a function, and the lengths of its arrays.
    pub(super) fn known_locals(&mut self, function: &FunctionNames) -> KnownLocals {
        let mut known = KnownLocals::default();
        for (mention, name) in function.mentions.all.iter().enumerate() {
            let NameRole::Declared(local) = name.role else { continue };
            let Some(LocalKind::Variable(ty) | LocalKind::Parameter { ty, .. }) = function.mentions.locals.get(local as usize) else {
                continue;
            };
            let Some(type_at) = ty.name.map(|ty| function.positions[ty]) else { continue };
            let at = function.positions[mention];
            let is_constant = self.is_constant(&function.tokens[..type_at]);
            let is_array = |at: usize| function.tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::BracketOpen);
            if !is_constant && !is_array(type_at) && !is_array(at) {
                continue;
            }
            // What is wrong with the declaration is not reported: the statements of bodies are not checked.
            let before = std::mem::take(self.cursor.diagnostics());
            let is_known = self.know_local(local, type_at, at, is_constant, function, &mut known);
            *self.cursor.diagnostics() = before;
            if is_known.is_none() {
                known.unknown.insert(local);
            }
        }
        known
    }

    /// Whether the words before a type, which these tokens end with, include `const`.
    fn is_constant(&self, before: &[Token]) -> bool {
        let words = before.iter().rev().take_while(|token| token.kind == TokenKind::Ident);
        words.take(3).any(|token| self.keyword(*token) == Some(Keyword::Const))
    }

    /// Declares a local under a name of its own, with its value if it is a constant.
    fn know_local(
        &mut self,
        local: u32,
        type_at: usize,
        at: usize,
        is_constant: bool,
        function: &FunctionNames,
        known: &mut KnownLocals,
    ) -> Option<()> {
        let place = function.tokens[at];
        let type_role = function.mention_at[type_at].map(|mention| function.mentions.all[mention].role);
        if let Some(NameRole::Local(_)) = type_role {
            return None;
        }
        // The dimensions of the type are between it and the first name.
        let mut type_end = type_at + 1;
        while function.tokens.get(type_end).is_some_and(|token| token.kind == TokenKind::BracketOpen) {
            type_end = function.closing(type_end) + 1;
        }
        let mut end = at + 1;
        while function.tokens.get(end).is_some_and(|token| token.kind == TokenKind::BracketOpen) {
            end = function.closing(end) + 1;
        }
        let (ty, dims) = (function.renamed(type_at..type_end, known), function.renamed(at + 1..end, known));
        if ty.unknown.or(dims.unknown).is_some() {
            return None;
        }
        self.cursor.replay(ty.tokens, place.span);
        let spec = self.type_specifier();
        self.cursor.end_replay();
        let spec = spec?;
        self.cursor.replay(dims.tokens, place.span);
        let dims = self.dimensions().of(&spec.dims);
        self.cursor.end_replay();
        let name = format!("{} {local}", self.text(place.symbol));
        let name = self.intern(&name);
        let initializer = function.tokens.get(end).filter(|token| token.kind == TokenKind::Assign);
        let value = initializer.map(|_| function.end_of(end + 1, |kind| matches!(kind, TokenKind::Comma | TokenKind::Semicolon)));
        let value = value.map(|last| function.renamed(end + 1..last, known));
        self.note_variable(&Qualifiers::default(), name, spec.element, &dims);
        self.names.set(name, place.span, Entity::Variable);
        known.names.insert(local, name);
        let Some(value) = value.filter(|_| is_constant) else { return Some(()) };
        if value.unknown.is_some() {
            return None;
        }
        let ty = self.array_of(spec.element, &dims);
        let Ok(value) = self.initial_value(value.tokens, ty, place.span) else { return Some(()) };
        let origin = if value.origin == Origin::Specialized { Origin::Computed } else { value.origin.max(Origin::Constant) };
        self.names.set(name, place.span, Entity::Constant(Constant { origin, by_zero: None, ..value }));
        Some(())
    }
}
