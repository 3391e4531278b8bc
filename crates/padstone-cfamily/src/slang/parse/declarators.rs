//! Declarators: the dimensions, stars, and parentheses around a name: `a[2][3]`, `(*a)[3]`.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::super::tree::{ExprId, ExprKind, Ident};
use super::Parser;
use crate::TokenKind;
use crate::cursor::Tokens;
use crate::reader::Reader;

/// A name, and its dimensions and stars in parentheses.
pub(super) struct Declarator {
    pub(super) name: Ident,
    /// From the name outwards.
    parts: Vec<DeclaratorPart>,
}

#[derive(Clone, Copy)]
enum DeclaratorPart {
    Pointer(Span),
    Array(Option<ExprId>),
}

impl From<Ident> for Declarator {
    fn from(name: Ident) -> Declarator {
        Declarator { name, parts: Vec::new() }
    }
}

impl Parser<'_, '_> {
    /// `a`, `(a)`, `(*a[2])`. Stops after the outermost parentheses.
    pub(super) fn declarator(&mut self, description: &str) -> Option<Declarator> {
        // The number of stars before each parenthesis and before the name.
        let mut stars: Vec<Vec<Span>> = Vec::new();
        while self.cursor.eat(TokenKind::ParenOpen).is_some() {
            let mut before = Vec::new();
            while let Some(star) = self.cursor.eat(TokenKind::Star) {
                before.push(star.span);
            }
            stars.push(before);
        }
        let mut declarator = Declarator::from(self.name(description)?);
        while let Some(before) = stars.pop() {
            declarator.parts.extend(self.lengths()?.into_iter().map(DeclaratorPart::Array));
            declarator.parts.extend(before.into_iter().map(DeclaratorPart::Pointer));
            self.expect(TokenKind::ParenClose, "`)` after a name")?;
        }
        Some(declarator)
    }

    /// Reports `int*[2] a`: a star belongs to a name, and its dimensions follow the name (E20001 of slangc).
    pub(super) fn check_stars(&mut self, ty: ExprId) {
        let mut prefix = ty;
        while let ExprKind::Index(inner, _) | ExprKind::Pointer(inner) = self.tree.exprs[prefix].kind {
            if matches!((&self.tree.exprs[prefix].kind, &self.tree.exprs[inner].kind), (ExprKind::Index(..), ExprKind::Pointer(_))) {
                let span = self.tree.exprs[inner].span;
                let found = Diagnostic::error(&codes::UNEXPECTED_TOKEN, "an array dimension is not allowed between `*` and the name", span);
                self.report(found.help("write it after the name: `int *a[2]`"));
                return;
            }
            prefix = inner;
        }
    }

    /// The type of a name, from the type that precedes its parentheses.
    pub(super) fn declared_type(&mut self, declarator: &Declarator, ty: ExprId) -> ExprId {
        declarator.parts.iter().rev().fold(ty, |ty, &prefix| match prefix {
            DeclaratorPart::Pointer(position) => self.expr(ExprKind::Pointer(ty), position),
            DeclaratorPart::Array(count) => self.expr(ExprKind::Index(ty, count), self.tree.exprs[ty].span),
        })
    }

    /// `[2][3]` after a name: the resulting type, outermost dimension first.
    pub(super) fn dimensions(&mut self, ty: ExprId) -> Option<ExprId> {
        let lengths = self.lengths()?;
        let array = |ty, count| self.expr(ExprKind::Index(ty, count), self.tree.exprs[ty].span);
        Some(lengths.into_iter().rev().fold(ty, array))
    }

    fn lengths(&mut self) -> Option<Vec<Option<ExprId>>> {
        let mut lengths = Vec::new();
        while self.cursor.eat(TokenKind::BracketOpen).is_some() {
            if self.cursor.eat(TokenKind::BracketClose).is_some() {
                lengths.push(None);
                continue;
            }
            lengths.push(Some(self.value()?));
            self.expect(TokenKind::BracketClose, "`]`")?;
        }
        Some(lengths)
    }
}
