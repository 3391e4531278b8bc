//! The tokens of a module, for keywords and punctuation that the tree has no spans of.

use padstone_source::Span;
use padstone_wgsl::{PieceKind, pieces};

use crate::Unit;

/// The spans of all tokens, in source order.
pub(crate) struct Tokens(Vec<Span>);

impl Tokens {
    pub(crate) fn of(unit: &Unit<'_>) -> Tokens {
        let tokens = pieces(unit.source).filter(|piece| matches!(piece.kind, PieceKind::Token(_)));
        Tokens(tokens.map(|piece| piece.span).collect())
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = Span> + '_ {
        self.0.iter().copied()
    }

    /// The tokens before a position, the last one first.
    pub(crate) fn before(&self, position: u32) -> impl Iterator<Item = Span> + '_ {
        self.0[..self.0.partition_point(|token| token.end <= position)].iter().rev().copied()
    }

    /// The tokens after a position.
    pub(crate) fn after(&self, position: u32) -> impl Iterator<Item = Span> + '_ {
        self.0[self.0.partition_point(|token| token.start < position)..].iter().copied()
    }
}
