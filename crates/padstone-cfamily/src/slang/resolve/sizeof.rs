//! `sizeof(T)`, `alignof(T)`, `countof(T)`.

use padstone_model::{StructKind, Type, TypeId};
use padstone_source::Span;

use super::super::tree::{DeclKind, ExprId, ExprKind};
use super::{Entity, Resolved, Resolver, Scope};
use crate::constants::{Int, Outcome, Value, not_constant};
use crate::sizeof::{NaturalRules, NaturalSize};

impl Resolver<'_> {
    /// The type of the operand of `sizeof`, or of the variable that it names.
    pub(super) fn measured_type(&mut self, operand: ExprId, scope: Scope) -> Resolved<TypeId> {
        if !matches!(self.tree.exprs[operand].kind, ExprKind::Name(_) | ExprKind::Member(..)) {
            return self.type_of(operand, scope);
        }
        let (entity, span) = (self.entity(operand, scope)?, self.span(operand));
        let Entity::Constant(named) = entity else { return self.as_type(entity, span) };
        let (DeclKind::Variable { ty: Some(ty), .. }, Some(parent)) =
            (&self.tree.decls[named.decl].kind, self.tree.decls[named.decl].parent)
        else {
            return self.as_type(entity, span);
        };
        let ty = *ty;
        // The size may be in the type of the variable: `float a[sizeof(a)]`.
        self.deeper(span, |resolver| resolver.type_of(ty, Scope { decl: parent, ..named }))
    }

    pub(super) fn measured(&mut self, word: &str, ty: TypeId, span: Span) -> Outcome {
        let number = |value: u64| Ok(Value::Int(value.into(), Int::Int32));
        if word == "countof" {
            // Vectors and structs have no element count (E30083 of slangc), and libslang 2026.12 aborts on arrays (E99997).
            return match self.module.types[ty] {
                Type::Struct(id) if self.module.structs[id].kind == StructKind::Tuple => {
                    number(self.module.structs[id].fields.len() as u64)
                }
                _ => Err(not_constant("`countof` requires a pack or a tuple", "write the element count", span)),
            };
        }
        // libslang 2026.12 rejects enums and pointers (E99997), and pads only optional values.
        let mut sizes = std::mem::take(&mut self.memo.natural_sizes);
        let natural = sizes.of(NaturalRules::SLANG, &self.module, ty, |id| self.is_optional_struct(id));
        self.memo.natural_sizes = sizes;
        match natural {
            Some(NaturalSize { size, align }) => number(if word == "sizeof" { size } else { align }),
            None => Err(not_constant("the size of the type is not a compile-time constant", "write its size in bytes", span)),
        }
    }
}
