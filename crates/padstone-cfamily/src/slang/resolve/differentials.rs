//! `T.Differential`: the type of the derivatives of a type.
//!
//! Floating-point types are their own differentials. For a struct that declares conformance to `IDifferentiable` without a `Differential`,
//! libslang 2026.12 synthesizes one (measured; Slang's user guide, "Automatic differentiation") that contains the differential of each
//! member that has one. If every member has one and is its own differential, the struct is its own differential too.

use padstone_model::{Field, Struct, StructKind, Type, TypeId};
use padstone_source::Span;

use super::super::keywords::{DIFFERENTIABLE, Modifier};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};
use super::conformance::RequestedInterface;
use super::{Entity, EnvId, Resolved, Resolver, Scope};

impl Resolver<'_> {
    /// The differential of a type, if it has one.
    pub(super) fn differential(&mut self, ty: TypeId, span: Span) -> Resolved<Option<TypeId>> {
        if let Some(&known) = self.memo.differentials.get(&ty) {
            return Ok(known);
        }
        let is_unspecialized = matches!(self.module.types[ty], Type::Unspecialized(_) | Type::Unknown);
        let has_one = !is_unspecialized && self.implements_builtin(ty, &DIFFERENTIABLE)?;
        let found = match self.module.types[ty] {
            _ if !has_one => None,
            Type::Array { element, count } => {
                let element = self.differential(element, span)?;
                element.map(|element| self.module.types.intern(Type::Array { element, count }))
            }
            Type::Struct(id) if self.module.structs[id].kind == StructKind::Tuple => Some(self.differential_tuple(ty, span)?),
            Type::Struct(_) => match self.memo.origins.get(&ty) {
                Some(&origin) => Some(self.deeper(span, |resolver| resolver.synthesized_differential(ty, origin, span))?),
                None => None,
            },
            Type::Interface(_) => None,
            _ => Some(ty),
        };
        self.memo.differentials.insert(ty, found);
        Ok(found)
    }

    /// Whether a declaration is inside a struct that declares a differential.
    pub(super) fn is_in_differentiable(&mut self, scope: Scope) -> bool {
        match self.this_entity(scope) {
            Some(Ok(Entity::Declared(this) | Entity::Generic(this))) => {
                self.derives(this, RequestedInterface::Builtin(&DIFFERENTIABLE), &mut Vec::new()).unwrap_or(false)
            }
            _ => false,
        }
    }

    /// Whether a type is a synthesized differential.
    pub(super) fn is_synthesized_differential(&self, ty: TypeId) -> bool {
        matches!(self.module.types[ty], Type::Struct(_))
            && self.memo.differentials.get(&ty) == Some(&Some(ty))
            && !self.memo.origins.contains_key(&ty)
    }

    /// The differential of a tuple or optional: the same type of the differentials.
    fn differential_tuple(&mut self, ty: TypeId, span: Span) -> Resolved<TypeId> {
        let Type::Struct(id) = self.module.types[ty] else { return Ok(ty) };
        let parts: Vec<TypeId> = self.module.structs[id].fields.iter().map(|field| field.ty).collect();
        if self.is_optional(ty) {
            let value = self.differential(parts[0], span)?;
            return Ok(value.map_or(ty, |value| self.optional(value)));
        }
        let mut differentials = Vec::with_capacity(parts.len());
        for part in parts {
            differentials.push(self.differential(part, span)?.unwrap_or(part));
        }
        Ok(self.tuple_with(&differentials))
    }

    /// The differential of a struct of the program: declared or synthesized.
    fn synthesized_differential(&mut self, ty: TypeId, origin: Scope, position: Span) -> Resolved<TypeId> {
        let name = self.names.intern("Differential");
        if let Some(declared) = self.member(origin, name).or_else(|| self.member_of_extensions(ty, name)) {
            let entity = self.declared(declared)?;
            return self.as_type(entity, position);
        }
        let (mut fields, mut is_own) = (Vec::new(), true);
        for member in self.tree.decls[origin.decl].members.clone() {
            let DeclKind::Variable { ty: written, .. } = self.tree.decls[member].kind else { continue };
            let Some(written) = written else { continue };
            // A static member becomes a member of the differential, like the others (libslang 2026.12).
            let field = self.variable(Scope { decl: member, ..origin });
            let parameter = self.parameter_of(written, origin);
            let is_left_out = self.tree.decls[member].modifiers.has(Modifier::NoDiff)
                || parameter.is_some_and(|parameter| !self.is_differentiable_parameter(parameter, origin.decl));
            let differential = if is_left_out { None } else { self.differential(field.ty, position)? };
            is_own &= differential == Some(field.ty) && parameter.is_none();
            fields.extend(differential.map(|ty| Field::member(field.name, field.span, ty, Vec::new())));
        }
        if is_own {
            return Ok(ty);
        }
        let name = format!("{}.Differential", self.type_text(ty));
        let declared = Struct {
            name: self.names.intern(&name),
            span: self.tree.decls[origin.decl].span,
            kind: StructKind::Declared,
            fields,
            ty: None,
            contiguous: false,
        };
        let synthesized = self.add_struct(declared);
        self.memo.differentials.insert(synthesized, Some(synthesized));
        Ok(synthesized)
    }

    /// The generic parameter that a written type is, or of which it is an array.
    fn parameter_of(&self, written: ExprId, scope: Scope) -> Option<DeclId> {
        let name = match self.tree.exprs[written].kind {
            ExprKind::Name(name) => name,
            ExprKind::Index(inner, _) | ExprKind::Modified(_, inner) | ExprKind::Optional(inner) => return self.parameter_of(inner, scope),
            _ => return None,
        };
        let generics = self.tree.outward(scope.decl).filter_map(|decl| self.tree.decls[decl].generics.as_ref());
        let has_name = |&&parameter: &&DeclId| self.tree.decls[parameter].name == name;
        generics.flat_map(|generics| &generics.parameters).find(has_name).copied()
    }

    /// Whether a generic requires a parameter to be differentiable; the arguments of other parameters are left out.
    fn is_differentiable_parameter(&mut self, parameter: DeclId, generic: DeclId) -> bool {
        let mut required = match &self.tree.decls[parameter].kind {
            DeclKind::Open { constraints, .. } => constraints.clone(),
            _ => Vec::new(),
        };
        let clauses = self.tree.decls[generic].generics.as_ref().map(|generics| &generics.constraints);
        let name = self.tree.decls[parameter].name;
        let is_of_it = |subject: ExprId| matches!(self.tree.exprs[subject].kind, ExprKind::Name(named) if named == name);
        required.extend(clauses.into_iter().flatten().filter(|(subject, _)| is_of_it(*subject)).flat_map(|(_, required)| required));
        let scope = Scope { decl: parameter, env: EnvId::EMPTY };
        self.any_derives(&required, scope, RequestedInterface::Builtin(&DIFFERENTIABLE), &mut Vec::new()).unwrap_or(false)
    }
}
