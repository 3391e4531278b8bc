//! Finds the extensions of a type, and their arguments.

use padstone_model::{Count, StructKind, Type, TypeId};
use padstone_source::Symbol;

use super::super::keywords::Builtin;
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};
use super::{Entity, EnvId, GenericArgument, Resolver, Scope};
use crate::constants::{Int, Value};

impl Resolver<'_> {
    /// The arguments of an extension, if it extends a type.
    pub(super) fn extends(&mut self, extension: DeclId, ty: TypeId) -> Option<EnvId> {
        let DeclKind::Extension { target, .. } = self.tree.decls[extension].kind else { return None };
        let parameters = self.tree.decls[extension].generics.as_ref().map(|generics| generics.parameters.clone()).unwrap_or_default();
        let outside = Scope { decl: extension, env: EnvId::EMPTY };
        if parameters.is_empty() {
            return (self.type_of(target, outside).ok()? == ty).then_some(EnvId::EMPTY);
        }
        let mut values = vec![None; parameters.len()];
        self.unify(target, ty, outside, &parameters, &mut values)?;
        let values = values.into_iter().collect::<Option<Vec<_>>>()?;
        let env = self.env(extension, EnvId::EMPTY, values);
        let scope = Scope { decl: extension, env };
        let meets = self.meets_constraints(scope, &parameters);
        meets.then_some(env)
    }

    fn meets_constraints(&mut self, scope: Scope, parameters: &[DeclId]) -> bool {
        parameters.iter().enumerate().all(|(position, &parameter)| {
            let DeclKind::Open { constraints, .. } = &self.tree.decls[parameter].kind else { return true };
            let constraints = constraints.clone();
            let Some(&GenericArgument::Type(ty)) = self.arguments(scope).get(position) else { return true };
            constraints.iter().all(|&constraint| {
                let requested = self.entity(constraint, scope);
                requested.is_ok_and(|requested| self.conforms(ty, requested).unwrap_or(false))
            })
        })
    }

    /// The arguments of a built-in type: `vector<float, 3>`, `StructuredBuffer<T>`. The model of a pointer contains only the name of its
    /// target.
    fn arguments_of_builtin(&mut self, builtin: Builtin, name: Symbol, ty: TypeId) -> Option<Vec<GenericArgument>> {
        let number = |value: u64| GenericArgument::Value(Value::Int(value.into(), Int::Int32));
        match (builtin, self.module.types[ty]) {
            (Builtin::VectorOf, Type::Vector { scalar, width }) => {
                Some(vec![GenericArgument::Type(self.scalar(scalar)), number(width.into())])
            }
            (Builtin::MatrixOf, Type::Matrix { scalar, rows, columns, .. }) => {
                Some(vec![GenericArgument::Type(self.scalar(scalar)), number(rows.into()), number(columns.into())])
            }
            (Builtin::ArrayOf, Type::Array { element, count: Count::Known(count) }) => {
                Some(vec![GenericArgument::Type(element), number(count)])
            }
            (Builtin::AtomicOf, Type::Atomic(scalar)) => Some(vec![GenericArgument::Type(self.scalar(scalar))]),
            (Builtin::HandleOf, Type::Handle(inner)) => Some(vec![GenericArgument::Type(inner)]),
            (Builtin::PointerTo, Type::Pointer(_)) => Some(vec![GenericArgument::Type(self.unknown)]),
            (Builtin::Resource(..), Type::Resource(resource)) if resource.spelling() == name => {
                Some(vec![GenericArgument::Type(resource.element.unwrap_or(self.unknown))])
            }
            (Builtin::OptionalOf | Builtin::TupleOf, Type::Struct(id)) if self.module.structs[id].kind == StructKind::Tuple => {
                let parts = self.module.structs[id].fields.iter().map(|field| GenericArgument::Type(field.ty));
                match (builtin, self.is_optional(ty)) {
                    (Builtin::OptionalOf, true) => Some(parts.take(1).collect()),
                    (Builtin::TupleOf, false) => Some(parts.collect()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Infers the generic arguments that make an expression denote this type.
    fn unify(&mut self, expr: ExprId, ty: TypeId, scope: Scope, parameters: &[DeclId], into: &mut [Option<GenericArgument>]) -> Option<()> {
        match &self.tree.exprs[expr].kind {
            ExprKind::Name(name) => {
                let name = *name;
                if let Some(position) = parameters.iter().position(|&parameter| self.tree.decls[parameter].name == name) {
                    into[position] = Some(GenericArgument::Type(ty));
                    return Some(());
                }
                (ty == self.unknown || self.type_of(expr, scope).ok()? == ty).then_some(())
            }
            ExprKind::Apply(callee, arguments) => {
                let (callee, arguments) = (*callee, arguments.clone());
                let actual = match self.entity(callee, scope).ok()? {
                    Entity::Generic(generic) => {
                        let origin = self.memo.origins.get(&ty).copied().filter(|origin| origin.decl == generic.decl)?;
                        self.arguments(origin).to_vec()
                    }
                    Entity::Builtin(builtin, name) => self.arguments_of_builtin(builtin, name, ty)?,
                    _ => return None,
                };
                for (argument, actual) in arguments.into_iter().zip(actual) {
                    match actual {
                        GenericArgument::Type(ty) => self.unify(argument, ty, scope, parameters, into)?,
                        value => self.unify_value(argument, value, scope, parameters, into)?,
                    }
                }
                Some(())
            }
            ExprKind::Pointer(to) if matches!(self.module.types[ty], Type::Pointer(_)) => {
                self.unify(*to, self.unknown, scope, parameters, into)
            }
            ExprKind::Index(callee, Some(count)) => {
                let (callee, count) = (*callee, *count);
                let Type::Array { element, count: Count::Known(elements) } = self.module.types[ty] else { return None };
                self.unify(callee, element, scope, parameters, into)?;
                self.unify_value(count, GenericArgument::Value(Value::Int(elements.into(), Int::Int32)), scope, parameters, into)
            }
            _ => None,
        }
    }

    /// Infers parameters from a value argument.
    fn unify_value(
        &mut self,
        expr: ExprId,
        argument: GenericArgument,
        scope: Scope,
        parameters: &[DeclId],
        into: &mut [Option<GenericArgument>],
    ) -> Option<()> {
        let name = match self.tree.exprs[expr].kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        };
        match (argument, parameters.iter().position(|&parameter| Some(self.tree.decls[parameter].name) == name)) {
            (argument, Some(position)) => into[position] = Some(argument),
            (GenericArgument::Value(Value::Int(value, _)), None) if self.integer(expr, scope).ok()? != Some(value) => return None,
            _ => {}
        }
        Some(())
    }
}
