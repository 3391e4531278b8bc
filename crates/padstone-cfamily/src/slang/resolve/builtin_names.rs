//! Built-in names other than types: constants, cases of enumerations, the namespace `linalg`.

use padstone_source::Symbol;

use super::super::keywords::{Builtin, case, in_linear_algebra};
use super::super::tree::{ExprId, ExprKind, Ident};
use super::{Entity, Resolver, Scope};
use crate::constants::{Int, Value};

impl Resolver<'_> {
    /// The built-in meaning of a name that the program does not declare.
    pub(super) fn builtin_name(&self, name: Symbol, scope: Scope) -> Option<Entity> {
        match self.keywords.builtin(name) {
            Some(Builtin::Constant(value)) => Some(Entity::Value(Value::Int(value.into(), Int::Uint32))),
            Some(builtin) => Some(Entity::Builtin(builtin, name)),
            None => {
                let found = in_linear_algebra(self.text(name))?;
                self.uses_linear_algebra(scope).then_some(Entity::Builtin(found, name))
            }
        }
    }

    /// The built-in declaration of a name in an enumeration or namespace.
    pub(super) fn member_of_builtin(&self, owner: Entity, name: Ident) -> Option<Entity> {
        match owner {
            Entity::Builtin(Builtin::Scalar(_), enumeration) => case(self.text(enumeration), self.text(name.symbol)).map(Entity::Value),
            Entity::Builtin(Builtin::LinearAlgebra, _) => {
                in_linear_algebra(self.text(name.symbol)).map(|found| Entity::Builtin(found, name.symbol))
            }
            _ => None,
        }
    }

    /// Whether `using namespace linalg;` is in effect at a declaration, and refers to the built-in namespace.
    fn uses_linear_algebra(&self, scope: Scope) -> bool {
        let names_it = |path: &ExprId| {
            matches!(self.tree.exprs[*path].kind, ExprKind::Name(name)
            if self.keywords.builtin(name) == Some(Builtin::LinearAlgebra) && !self.tree.declares(name))
        };
        self.tree.outward(scope.decl).any(|place| self.tree.usings.get(&place).is_some_and(|paths| paths.iter().any(names_it)))
    }
}
