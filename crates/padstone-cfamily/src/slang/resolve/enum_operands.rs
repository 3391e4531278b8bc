//! Operators that libslang 2026.12 does not apply to values of enumerations (measured).

use padstone_model::{Enum, Type};
use padstone_source::Span;

use super::super::tree::{Decl, DeclKind, ExprId, ExprKind, Ident};
use super::lookup::Sought;
use super::{Entity, Resolver, Scope};
use crate::TokenKind;
use crate::constants::{Fail, Operator, not_constant};

impl Resolver<'_> {
    /// Rejects shifts of a value of an enumeration, or by one (E39999 of slangc), and comparisons of the order of two of them. The operands have
    /// values.
    pub(super) fn check_enum_operands(
        &mut self,
        operator: Operator,
        [left, right]: [ExprId; 2],
        scope: Scope,
        span: Span,
    ) -> Result<(), Fail> {
        let message = match operator {
            Operator::ShiftLeft | Operator::ShiftRight => {
                let Some(found) = self.enumeration_of(left, scope).or_else(|| self.enumeration_of(right, scope)) else { return Ok(()) };
                format!("`{}`, an enumeration, has no shift operators", self.text(found.symbol))
            }
            Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual => {
                let (Some(_), Some(_)) = (self.enumeration_of(left, scope), self.enumeration_of(right, scope)) else { return Ok(()) };
                "the order of two values of enumerations is not a compile-time constant".to_owned()
            }
            _ => return Ok(()),
        };
        Err(not_constant(&message, "convert the operands: `int(value)`", span))
    }

    /// The enumeration that an expression is a value of.
    fn enumeration_of(&mut self, expr: ExprId, scope: Scope) -> Option<Ident> {
        match self.tree.exprs[expr].kind {
            ExprKind::Name(_) | ExprKind::Member(..) => {
                let Entity::Constant(constant) = self.sought_entity(expr, scope, Sought::Value).ok()? else { return None };
                let decl = &self.tree.decls[constant.decl];
                match (&decl.kind, decl.parent) {
                    (DeclKind::Case { .. }, Some(parent)) => {
                        let Decl { name, span, .. } = self.tree.decls[parent];
                        Some(Ident { symbol: name, span })
                    }
                    (&DeclKind::Variable { ty: Some(ty), .. }, _) => self.named_enumeration(ty, constant),
                    _ => None,
                }
            }
            ExprKind::Unary(TokenKind::Tilde, operand) => self.enumeration_of(operand, scope),
            ExprKind::Conditional(_, left, right)
            | ExprKind::Binary(Operator::BitOr | Operator::BitXor | Operator::BitAnd, left, right) => {
                let found = self.enumeration_of(left, scope)?;
                (self.enumeration_of(right, scope)?.span == found.span).then_some(found)
            }
            ExprKind::Cast(ty, _) => self.named_enumeration(ty, scope),
            // Other calls have no value.
            ExprKind::Call(callee, ref arguments) if arguments.len() == 1 && !self.measures(callee) => {
                self.named_enumeration(callee, scope)
            }
            _ => None,
        }
    }

    /// The enumeration that a type expression names.
    fn named_enumeration(&mut self, ty: ExprId, scope: Scope) -> Option<Ident> {
        let ty = self.type_of(ty, scope).ok()?;
        let Type::Enum(id) = self.module.types[ty] else { return None };
        let Enum { name, span, .. } = self.module.enums[id];
        Some(Ident { symbol: name, span })
    }
}
