//! Checks the types that a struct declares for associated types of its interfaces (E38029 of slangc).

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;
use rustc_hash::FxHashSet;

use super::super::tree::{Decl, DeclId, DeclKind, ExprId, ExprKind};
use super::{Entity, EnvId, Resolver, Scope};

impl Resolver<'_> {
    /// Reports types of a struct, or of an extension of one, that do not conform to the constraints of an interface and of its bases. As in
    /// libslang, only the first for each interface is reported, at the name of the base.
    pub(super) fn check_associated(&mut self, conforming: (DeclId, Option<DeclId>), interface: Scope, named: ExprId) {
        let (mut seen, mut pending) = (FxHashSet::default(), vec![(interface, named)]);
        while let Some((interface, named)) = pending.pop() {
            let DeclKind::Interface { bases } = &self.tree.decls[interface.decl].kind else { continue };
            if !seen.insert(interface) {
                continue;
            }
            let bases = bases.clone();
            let members = self.tree.decls[interface.decl].members.clone();
            let _ = members.into_iter().find(|&member| self.is_unmet(member, conforming, interface, self.span(named)));
            let around = Scope { decl: self.enclosing_declaration(interface.decl), ..interface };
            for base in bases.into_iter().rev() {
                if let Ok(Entity::Declared(interface)) = self.entity(base, around) {
                    pending.push((interface, base));
                }
            }
        }
    }

    /// Reports a type for an associated type that does not conform to one of its constraints.
    fn is_unmet(&mut self, required: DeclId, (decl, extends): (DeclId, Option<DeclId>), interface: Scope, position: Span) -> bool {
        let DeclKind::Associated { constraints } = &self.tree.decls[required].kind else { return false };
        let (name, constraints) = (self.tree.decls[required].name, constraints.clone());
        let places = std::iter::once(decl).chain(extends);
        let Some(declared) = places.flat_map(|place| self.tree.named(place, name)).find(|&found| !self.tree.is_parameter(found)) else {
            return false;
        };
        if !matches!(self.tree.decls[declared].kind, DeclKind::Alias { .. } | DeclKind::Struct { .. } | DeclKind::Enum { .. }) {
            return false;
        }
        let span = self.name_span(declared);
        let Ok(entity) = self.declared(Scope { decl: declared, env: EnvId::EMPTY }) else { return false };
        if matches!(entity, Entity::Generic(_)) {
            return false;
        }
        let Ok(ty) = self.as_type(entity, span) else { return false };
        for constraint in constraints {
            let scope = Scope { decl: required, ..interface };
            if self.mentions_argument(constraint, scope) {
                continue;
            }
            let Ok(requested) = self.entity(constraint, scope) else { continue };
            if self.conforms(ty, requested).is_ok_and(|conforms| !conforms) {
                let message = format!("`{}` does not conform to the required interface", self.type_text(ty));
                let found = Diagnostic::error(&codes::CONSTRAINT_UNMET, message, position)
                    .label(span, format!("used as associated type `{}`", self.text(name)))
                    .label(self.span(constraint), "required here");
                self.report(found.help("implement the interface, in an extension if you cannot change the type"));
                return true;
            }
        }
        false
    }

    /// Whether a constraint has arguments that depend on the conforming struct.
    fn mentions_argument(&mut self, constraint: ExprId, scope: Scope) -> bool {
        let ExprKind::Apply(_, arguments) = &self.tree.exprs[constraint].kind else { return false };
        let is_argument = |decl: &Decl| matches!(decl.kind, DeclKind::Associated { .. });
        arguments.clone().into_iter().any(|argument| {
            !self.is_written_with(argument, scope, |resolver, name, found| match found {
                Some(found) => !is_argument(&resolver.tree.decls[found.decl]),
                None => resolver.text(name) != "This",
            })
        })
    }
}
