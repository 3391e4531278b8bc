//! Expressions, including types.

use padstone_model::Scalar;
use padstone_source::{Span, Symbol};

use super::super::keywords::{Modifier, PackPart};
use super::{DeclId, ExprId, Ident, Tree};
use crate::TokenKind;
use crate::constants::{Operator, Value};

/// An expression or type.
pub(in crate::slang) struct Expr {
    pub(in crate::slang) kind: ExprKind,
    pub(in crate::slang) span: Span,
    /// The nesting depth.
    pub(in crate::slang) depth: u32,
    /// Whether it is parenthesized.
    pub(in crate::slang) grouped: bool,
}

pub(in crate::slang) enum ExprKind {
    Name(Symbol),
    /// `a.b`, `a::b`.
    Member(ExprId, Ident),
    /// `a<b, c>`.
    Apply(ExprId, Vec<ExprId>),
    /// `a[b]`, `a[]`.
    Index(ExprId, Option<ExprId>),
    /// `a*`.
    Pointer(ExprId),
    /// `a?`.
    Optional(ExprId),
    /// `expand a`.
    Expand(ExprId),
    /// `each a`.
    Each(ExprId),
    /// `__first(a)`, `__trimFirst(a)`.
    PackPart(PackPart, ExprId),
    /// `__packBranch(a, b, c)`: `b` if the pack is empty, otherwise `c`.
    PackBranch(ExprId, ExprId, ExprId),
    /// `row_major a`, `column_major a`.
    Modified(Modifier, ExprId),
    /// `struct { … }` in place of a type.
    Declared(DeclId),
    Constant(Value),
    /// A number with a fraction, and the type according to its suffix.
    Fraction(f64, Scalar),
    /// A string, without its quotes and escapes.
    Text(Symbol),
    Unary(TokenKind, ExprId),
    Binary(Operator, ExprId, ExprId),
    Conditional(ExprId, ExprId, ExprId),
    /// `(a) b`.
    Cast(ExprId, ExprId),
    Call(ExprId, Vec<ExprId>),
    /// `{a}`: an initializer list of one value.
    Braced(ExprId),
    /// An expression that is not a compile-time constant: a longer initializer list, a lambda.
    Opaque,
    /// An invalid expression, already reported.
    Wrong,
}

impl ExprKind {
    /// The direct operands.
    pub(in crate::slang) fn parts(&self) -> impl Iterator<Item = ExprId> + '_ {
        let (few, more): ([Option<ExprId>; 3], &[ExprId]) = match self {
            ExprKind::Member(inner, _)
            | ExprKind::Pointer(inner)
            | ExprKind::Optional(inner)
            | ExprKind::Expand(inner)
            | ExprKind::Each(inner)
            | ExprKind::PackPart(_, inner)
            | ExprKind::Modified(_, inner)
            | ExprKind::Unary(_, inner)
            | ExprKind::Braced(inner) => ([Some(*inner), None, None], &[]),
            ExprKind::Index(inner, count) => ([Some(*inner), *count, None], &[]),
            ExprKind::Binary(_, left, right) | ExprKind::Cast(left, right) => ([Some(*left), Some(*right), None], &[]),
            ExprKind::Conditional(condition, left, right) | ExprKind::PackBranch(condition, left, right) => {
                ([Some(*condition), Some(*left), Some(*right)], &[])
            }
            ExprKind::Apply(inner, arguments) | ExprKind::Call(inner, arguments) => ([Some(*inner), None, None], arguments),
            ExprKind::Name(_)
            | ExprKind::Declared(_)
            | ExprKind::Constant(_)
            | ExprKind::Fraction(..)
            | ExprKind::Text(_)
            | ExprKind::Opaque
            | ExprKind::Wrong => ([None; 3], &[]),
        };
        few.into_iter().flatten().chain(more.iter().copied())
    }
}

impl Tree {
    /// The number literal that an expression is, without its signs. libslang 2026.12 reads a number and its signs as one literal, but
    /// not a number in parentheses.
    pub(in crate::slang) fn literal(&self, mut expr: ExprId) -> Option<&ExprKind> {
        loop {
            let Expr { kind, grouped, .. } = &self.exprs[expr];
            match kind {
                _ if *grouped => return None,
                ExprKind::Constant(Value::Int(..)) | ExprKind::Fraction(..) => return Some(kind),
                ExprKind::Unary(TokenKind::Plus | TokenKind::Minus | TokenKind::Tilde, operand) => expr = *operand,
                _ => return None,
            }
        }
    }
}
