//! Checks what extensions extend (E30850, E30852 and E30855 of slangc; libslang 2026.12, measured).

use padstone_diag::{Diagnostic, codes};
use padstone_model::Type;
use rustc_hash::FxHashSet;

use super::super::keywords::Builtin;
use super::super::resolve::{Entity, EnvId, Resolver, Scope};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};

impl Resolver<'_> {
    /// Reports extensions of an interface, of an unconstrained parameter, and those with parameters that cannot be inferred from the
    /// extended type.
    pub(super) fn check_extension(&mut self, decl: DeclId) {
        let DeclKind::Extension { target, .. } = self.tree.decls[decl].kind else { return };
        let (scope, position) = (Scope { decl, env: EnvId::EMPTY }, self.span(target));
        if !self.is_understood(target, scope) {
            return;
        }
        let parameters = self.tree.decls[decl].generics.as_ref().map(|generics| generics.parameters.clone()).unwrap_or_default();
        let inferable = self.inferable(decl, target, &parameters);
        for &parameter in &parameters {
            let (name, span) = (self.tree.decls[parameter].name, self.tree.decls[parameter].span);
            if !inferable.contains(&parameter) {
                let message = format!("cannot infer generic parameter `{}` from the extended type", self.text(name));
                let found = Diagnostic::error(&codes::EXTENSION_TARGET, message, span).label(position, "extended type");
                self.report(found.help("remove the parameter, or use it in the extended type"));
            }
        }
        if let ExprKind::Name(name) = self.tree.exprs[target].kind
            && let Some(&parameter) = parameters.iter().find(|&&parameter| self.tree.decls[parameter].name == name)
        {
            if !self.is_constrained(decl, parameter) {
                let found = Diagnostic::error(&codes::EXTENSION_TARGET, "an extension cannot extend every type", position);
                self.report(found.help("constrain the parameter: `extension<T : IFoo> T`"));
            }
            return;
        }
        let is_interface = match self.as_argument(|resolver| resolver.entity(target, scope)) {
            Ok(Entity::Builtin(Builtin::Interface(_), _)) => true,
            Ok(Entity::Declared(declared) | Entity::Generic(declared)) => {
                matches!(self.tree.decls[declared.decl].kind, DeclKind::Interface { .. })
            }
            Ok(Entity::Type(ty)) => matches!(self.module.types[ty], Type::Interface(_)),
            _ => false,
        };
        if is_interface {
            let found = Diagnostic::error(&codes::EXTENSION_TARGET, "an interface cannot be extended", position);
            self.report(found.help("extend the conforming types: `extension<T : IFoo> T`"));
        }
    }

    /// The parameters that can be inferred from a type: those that it names, and those in their constraints.
    fn inferable(&self, decl: DeclId, target: ExprId, parameters: &[DeclId]) -> FxHashSet<DeclId> {
        let mut inferable = FxHashSet::default();
        let mut pending = vec![target];
        while let Some(expr) = pending.pop() {
            for &parameter in parameters {
                let declared = &self.tree.decls[parameter];
                if !self.mentions(expr, declared.name) || !inferable.insert(parameter) {
                    continue;
                }
                if let DeclKind::Open { constraints, .. } = &declared.kind {
                    pending.extend(constraints);
                }
                if let Some(generics) = &self.tree.decls[decl].generics {
                    let about = generics.constraints.iter().filter(|(subject, _)| self.mentions(*subject, declared.name));
                    pending.extend(about.flat_map(|(_, required)| required));
                }
            }
        }
        inferable
    }

    /// Whether a parameter is constrained, in its declaration or in a `where` clause.
    fn is_constrained(&self, decl: DeclId, parameter: DeclId) -> bool {
        let declared = &self.tree.decls[parameter];
        let in_clauses = self.tree.decls[decl].generics.as_ref().is_some_and(|generics| {
            let names_parameter = |&subject: &_| matches!(self.tree.exprs[subject].kind, ExprKind::Name(name) if name == declared.name);
            generics.constraints.iter().map(|(subject, _)| subject).any(names_parameter)
        });
        in_clauses || matches!(&declared.kind, DeclKind::Open { constraints, .. } if !constraints.is_empty())
    }
}
