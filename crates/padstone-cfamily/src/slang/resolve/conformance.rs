//! Conformance of types to interfaces.

use padstone_model::{Type, TypeId};
use padstone_source::Symbol;

use super::super::keywords::{Builtin, Implementers};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind, Tree};
use super::{Entity, EnvId, ResolutionState, Resolved, Resolver, Scope};

/// An interface that conformance is checked against.
#[derive(Clone, Copy)]
pub(super) enum RequestedInterface {
    /// An interface of the program.
    Declared(Scope),
    /// A built-in interface.
    Builtin(&'static Implementers),
}

impl Resolver<'_> {
    /// Whether a type conforms to an interface, or is an interface that inherits from it.
    pub(super) fn conforms(&mut self, ty: TypeId, requested: Entity) -> Resolved<bool> {
        let requested = match requested {
            Entity::Declared(requested) => requested,
            Entity::Builtin(Builtin::Interface(requested), _) => {
                return match self.module.types[ty] {
                    Type::Unspecialized(_) if !requested.has_type_arguments => {
                        self.unspecialized_implements(ty, RequestedInterface::Builtin(requested))
                    }
                    _ => self.implements_builtin(ty, requested),
                };
            }
            Entity::Type(requested) => match self.memo.origins.get(&requested) {
                Some(&origin) => origin,
                None => return Ok(requested == ty || requested == self.unknown),
            },
            _ => return Ok(true),
        };
        if ty == self.unknown {
            return Ok(true);
        }
        match self.memo.conformances.get(&(ty, requested)) {
            Some(ResolutionState::Done(known)) => return Ok(*known),
            // An extension may require the conformance that it adds: the requirement does not prove itself.
            Some(ResolutionState::Begun) => return Ok(false),
            None => {}
        }
        self.memo.conformances.insert((ty, requested), ResolutionState::Begun);
        let found = self.implements(ty, requested);
        match found {
            Ok(found) => self.memo.conformances.insert((ty, requested), ResolutionState::Done(found)),
            Err(_) => self.memo.conformances.remove(&(ty, requested)),
        };
        found
    }

    fn implements(&mut self, ty: TypeId, requested: Scope) -> Resolved<bool> {
        if matches!(self.module.types[ty], Type::Unspecialized(_)) {
            return self.unspecialized_implements(ty, RequestedInterface::Declared(requested));
        }
        self.declares_conformance(ty, RequestedInterface::Declared(requested))
    }

    /// Whether a type declares conformance to an interface, in its declaration or in an extension.
    pub(super) fn declares_conformance(&mut self, ty: TypeId, requested: RequestedInterface) -> Resolved<bool> {
        if let Some(&origin) = self.memo.origins.get(&ty)
            && self.derives(origin, requested, &mut Vec::new())?
        {
            return Ok(true);
        }
        for extension in self.tree.extensions.clone() {
            let DeclKind::Extension { bases, .. } = &self.tree.decls[extension].kind else { continue };
            if bases.is_empty() {
                continue;
            }
            let bases = bases.clone();
            if let Some(env) = self.extends(extension, ty)
                && self.any_derives(&bases, Scope { decl: extension, env }, requested, &mut Vec::new())?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a declaration is an interface or inherits from it, directly or indirectly.
    pub(super) fn derives(&mut self, from: Scope, requested: RequestedInterface, seen: &mut Vec<Scope>) -> Resolved<bool> {
        if matches!(requested, RequestedInterface::Declared(requested) if requested == from) {
            return Ok(true);
        }
        if seen.contains(&from) {
            return Ok(false);
        }
        seen.push(from);
        let bases = match &self.tree.decls[from.decl].kind {
            DeclKind::Struct { bases, .. } | DeclKind::Interface { bases } | DeclKind::Enum { bases } => bases.clone(),
            _ => return Ok(false),
        };
        self.any_derives(&bases, from, requested, seen)
    }

    pub(super) fn any_derives(
        &mut self,
        bases: &[ExprId],
        scope: Scope,
        requested: RequestedInterface,
        seen: &mut Vec<Scope>,
    ) -> Resolved<bool> {
        for &base in bases {
            let span = self.span(base);
            let outside = Scope { decl: self.enclosing_declaration(scope.decl), ..scope };
            let derives = match self.entity(base, outside)? {
                Entity::Builtin(Builtin::Interface(base), _) => {
                    matches!(requested, RequestedInterface::Builtin(requested) if base.is_or_extends(requested))
                }
                // A derived struct does not inherit conformance (libslang 2026.12).
                Entity::Declared(base) if matches!(self.tree.decls[base.decl].kind, DeclKind::Struct { .. }) => false,
                Entity::Declared(base) => self.deeper(span, |resolver| resolver.derives(base, requested, seen))?,
                _ => false,
            };
            if derives {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The scope for the bases of a declaration: its own if it has generic parameters, otherwise the enclosing one.
    pub(in crate::slang) fn enclosing_declaration(&self, decl: DeclId) -> DeclId {
        let declared = &self.tree.decls[decl];
        match (declared.parent, declared.generics.is_some()) {
            (Some(parent), false) => parent,
            _ => decl,
        }
    }

    /// The declaration that an expression names, without its arguments.
    pub(in crate::slang) fn named_declaration(&mut self, expr: ExprId, scope: Scope) -> Option<Scope> {
        let head = match self.tree.exprs[expr].kind {
            ExprKind::Apply(callee, _) => callee,
            _ => expr,
        };
        match self.entity(head, scope) {
            Ok(Entity::Declared(found) | Entity::Generic(found)) => Some(found),
            _ => None,
        }
    }

    /// The declaration of a type.
    pub(in crate::slang) fn declaration_of(&self, ty: TypeId) -> Option<DeclId> {
        self.memo.origins.get(&ty).map(|origin| origin.decl)
    }

    /// Whether a struct has a member with this name: its own, of a base, or of an extension. Its generic parameters are ignored.
    pub(super) fn has_member(&mut self, decl: DeclId, extends: Option<DeclId>, name: Symbol) -> bool {
        let own_scope = Scope { decl, env: EnvId::EMPTY };
        let is_member = |tree: &Tree, found: DeclId| !tree.is_parameter(found);
        if self.tree.named(decl, name).any(|found| is_member(&self.tree, found))
            || self.member(own_scope, name).is_some_and(|found| is_member(&self.tree, found.decl))
        {
            return true;
        }
        let subject = extends.unwrap_or(decl);
        if self.tree.named(subject, name).any(|found| is_member(&self.tree, found)) {
            return true;
        }
        self.tree.extensions.clone().into_iter().any(|extension| {
            self.tree.named(extension, name).next().is_some() && self.extended(extension).is_none_or(|extended| extended == subject)
        })
    }

    /// The struct that an extension extends; `None` if the source does not declare it.
    pub(in crate::slang) fn extended(&mut self, extension: DeclId) -> Option<DeclId> {
        let DeclKind::Extension { target, .. } = self.tree.decls[extension].kind else { return None };
        self.base_scope(target, Scope { decl: extension, env: EnvId::EMPTY }).map(|scope| scope.decl)
    }
}
