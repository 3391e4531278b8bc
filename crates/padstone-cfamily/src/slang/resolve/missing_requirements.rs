//! Checks that a type meets the requirements of its interfaces (E38100 of slangc), and that it overrides defaults only with `override`, and
//! nothing else (E30853, E30854).

use padstone_diag::{Diagnostic, codes};
use padstone_source::Symbol;
use rustc_hash::FxHashSet;

use super::super::keywords::{Builtin, Implementers};
use super::super::tree::{DeclId, DeclKind, ExprId};
use super::signature_match::{Requirement, SignatureMatch};
use super::{Entity, EnvId, Resolver, Scope};

/// The requirements of the interfaces that a type declares to conform to.
#[derive(Default)]
struct Requirements {
    requirements: Vec<Requirement>,
    /// Built-in interfaces.
    of_language: Vec<(&'static Implementers, ExprId)>,
    /// Whether there are further interfaces that padstone does not know.
    is_more: bool,
    seen: FxHashSet<DeclId>,
}

impl Resolver<'_> {
    /// Reports requirements that a type does not meet, and wrong overrides.
    pub(in crate::slang) fn check_conformance(&mut self, decl: DeclId, extends: Option<DeclId>) {
        let bases = match &self.tree.decls[decl].kind {
            // `extern struct S : I;` is defined in another module.
            DeclKind::Struct { forward: true, .. } => return,
            DeclKind::Struct { bases, .. } | DeclKind::Extension { bases, .. } | DeclKind::Enum { bases } => bases.clone(),
            DeclKind::Interface { bases } => {
                let bases = bases.clone();
                return self.check_empty_bases(decl, &bases);
            }
            _ => return,
        };
        self.check_empty_bases(decl, &bases);
        let scope = Scope { decl: self.enclosing_declaration(decl), env: EnvId::EMPTY };
        let (mut required, mut direct) = (Requirements::default(), Vec::new());
        for base in bases {
            if let Ok(Entity::Builtin(Builtin::Interface(interface), _)) = self.entity(base, scope) {
                required.of_language.push((interface, base));
            }
            let Some(named) = self.named_declaration(base, scope) else {
                required.is_more |= self.entity(base, scope).is_err();
                continue;
            };
            if matches!(self.tree.decls[named.decl].kind, DeclKind::Interface { .. }) {
                let interface = match self.entity(base, scope) {
                    Ok(Entity::Declared(interface)) => interface,
                    _ => named,
                };
                required.seen.insert(interface.decl);
                direct.push((interface, base));
            }
        }
        for &(interface, base) in &direct {
            self.collect_requirements(interface, base, &mut required);
        }
        for requirement in &required.requirements {
            self.check_requirement(requirement, decl, extends);
        }
        for (_, base) in direct {
            if let Ok(Entity::Declared(interface)) = self.entity(base, scope) {
                self.check_associated((decl, extends), interface, base);
            }
        }
        self.check_missing(decl, extends, &required);
        for &(interface, base) in &required.of_language {
            if self.must_be_declared(decl, extends, interface) {
                self.check_signatures(decl, extends, interface, base);
            }
        }
        self.check_overrides(decl, &required);
    }

    /// Reports interfaces that no type can conform to: a stray `;` in an interface is a requirement that nothing meets (libslang 2026.12).
    fn check_empty_bases(&mut self, decl: DeclId, bases: &[ExprId]) {
        let scope = Scope { decl: self.enclosing_declaration(decl), env: EnvId::EMPTY };
        for &base in bases {
            let Some(interface) = self.named_declaration(base, scope) else { continue };
            if !matches!(self.tree.decls[interface.decl].kind, DeclKind::Interface { .. }) {
                continue;
            }
            let (Some(&empty), span) = (self.tree.empty.get(&interface.decl), self.span(base)) else { continue };
            let name = self.text(self.tree.decls[interface.decl].name);
            let message = format!("no type can conform to `{name}`, which contains a stray `;`");
            let found = Diagnostic::error(&codes::INTERFACE_UNIMPLEMENTED, message, span)
                .label(empty, "empty declaration, counted as a requirement");
            self.report(found.help("remove the `;` after the body"));
        }
    }

    /// Collects the requirements of an interface and its base interfaces. For an interface that the type names as a base itself, the type
    /// must meet the requirements directly.
    fn collect_requirements(&mut self, interface: Scope, at: ExprId, into: &mut Requirements) {
        let mut pending = vec![(interface, at)];
        while let Some((interface, at)) = pending.pop() {
            for &member in &self.tree.decls[interface.decl].members {
                let decl = &self.tree.decls[member];
                let is_named_directly = matches!(
                    decl.kind,
                    DeclKind::Function { .. } | DeclKind::Accessor { .. } | DeclKind::Associated { .. } | DeclKind::Variable { .. }
                );
                if is_named_directly {
                    let has_default = matches!(decl.kind, DeclKind::Function { has_body: true, .. })
                        || matches!(decl.kind, DeclKind::Accessor { accessors, .. } if accessors.has_bodies);
                    into.requirements.push(Requirement { member, interface, at, has_default });
                }
            }
            let DeclKind::Interface { bases } = &self.tree.decls[interface.decl].kind else { continue };
            let scope = Scope { decl: self.enclosing_declaration(interface.decl), ..interface };
            // The stack returns the first base first.
            for base in bases.clone().into_iter().rev() {
                match self.entity(base, scope) {
                    Ok(Entity::Builtin(Builtin::Interface(interface), _)) => into.of_language.push((interface, base)),
                    Ok(Entity::Declared(declared) | Entity::Generic(declared)) if into.seen.insert(declared.decl) => {
                        pending.push((declared, base))
                    }
                    _ => {}
                }
            }
        }
    }

    /// Reports missing members: once for each base of the type or of an interface, as libslang does.
    fn check_missing(&mut self, decl: DeclId, extends: Option<DeclId>, required: &Requirements) {
        let mut reported: Vec<ExprId> = Vec::new();
        for requirement in required.requirements.iter().filter(|requirement| !requirement.has_default) {
            let name = self.tree.decls[requirement.member].name;
            if !reported.contains(&requirement.at) && !self.has_member(decl, extends, name) {
                reported.push(requirement.at);
                let interface = requirement.interface.decl;
                let message =
                    format!("requirement `{}` of interface `{}` is missing", self.text(name), self.text(self.tree.decls[interface].name));
                let found = Diagnostic::error(&codes::INTERFACE_UNIMPLEMENTED, message, self.span(requirement.at))
                    .label(self.span(requirement.at), "conformance declared here")
                    .label(self.name_span(interface), "interface declared here");
                let subject = self.name_span(decl);
                self.report(found.label(subject, "missing in this type").help("declare it in the type as the interface does"));
            }
        }
        for &(interface, base) in &required.of_language {
            let needed = interface.needs();
            if reported.contains(&base) || !self.must_be_declared(decl, extends, interface) {
                continue;
            }
            let missing = needed.into_iter().find(|name| {
                let symbol = self.names.lookup(name);
                !symbol.is_some_and(|symbol| self.has_member(decl, extends, symbol))
            });
            if let Some(name) = missing {
                let message = format!("requirement `{name}` of interface `{}` is missing", interface.name());
                let found = Diagnostic::error(&codes::INTERFACE_UNIMPLEMENTED, message, self.span(base));
                let subject = self.name_span(decl);
                let found = found.label(self.span(base), "conformance declared here").label(subject, "missing in this type");
                self.report(found.help("declare it in the type"));
            }
        }
    }

    /// Whether a type must declare the requirements of a built-in interface itself. Numbers meet them, and enumerations meet some.
    fn must_be_declared(&self, decl: DeclId, extends: Option<DeclId>, interface: &Implementers) -> bool {
        match self.tree.decls[extends.unwrap_or(decl)].kind {
            DeclKind::Struct { .. } => true,
            DeclKind::Enum { .. } => !interface.enums,
            _ => false,
        }
    }

    /// Reports methods of a struct with `override` that override nothing.
    fn check_overrides(&mut self, decl: DeclId, required: &Requirements) {
        if required.is_more || !matches!(self.tree.decls[decl].kind, DeclKind::Struct { .. }) {
            return;
        }
        let is_marked = |&member: &DeclId| self.overrides(member);
        let marked: Vec<DeclId> = self.tree.decls[decl].members.iter().copied().filter(is_marked).collect();
        for method in marked {
            let name = self.tree.decls[method].name;
            let of_language = required.of_language.iter().any(|(interface, _)| interface.needs().contains(&self.text(name)));
            let is_named = |requirement: &&Requirement| self.tree.decls[requirement.member].name == name;
            let named: Vec<&Requirement> = required.requirements.iter().filter(is_named).collect();
            if of_language
                || named
                    .into_iter()
                    .any(|requirement| !matches!(self.matches_requirement(requirement, method, decl), SignatureMatch::No(_)))
            {
                continue;
            }
            let message = format!("`{}` does not override an interface requirement", self.text(name));
            let found = Diagnostic::error(&codes::OVERRIDE, message, self.tree.decls[method].span);
            self.report(found.help("remove `override`, or declare it as the interface does"));
        }
    }

    /// Whether a declaration is marked with `override`.
    pub(super) fn overrides(&self, decl: DeclId) -> bool {
        let declared = &self.tree.decls[decl];
        // On declarations other than functions the modifier is reported elsewhere.
        let is_method = match declared.kind {
            DeclKind::Function { .. } => true,
            DeclKind::Accessor { .. } => self.text(declared.name) == "__init",
            _ => false,
        };
        is_method && declared.modifiers.written().iter().any(|word| self.text(word.symbol) == "override")
    }

    /// Reports a method that hides the default implementation of an interface without `override`.
    pub(super) fn check_default(&mut self, requirement: &Requirement, decl: DeclId) {
        let name: Symbol = self.tree.decls[requirement.member].name;
        let found: Vec<DeclId> = self.tree.named(decl, name).filter(|&found| !self.tree.is_parameter(found)).collect();
        for method in found {
            if !self.overrides(method) && matches!(self.matches_requirement(requirement, method, decl), SignatureMatch::Yes) {
                let required = self.tree.decls[requirement.member].span;
                let message = format!("`{}` overrides a default implementation without `override`", self.text(name));
                let found =
                    Diagnostic::error(&codes::OVERRIDE, message, self.tree.decls[method].span).label(required, "default implementation");
                self.report(found.help("add `override`"));
            }
        }
    }
}
