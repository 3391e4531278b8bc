//! Ambiguous names: declared by several scopes of equal rank, such as a module and its imports, used namespaces, and equally named
//! namespaces of several modules, which their importers see as one (E39999 of slangc; libslang 2026.12, measured).

use padstone_diag::{Diagnostic, codes};
use padstone_source::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::check::is_named;
use super::super::keywords::Modifier;
use super::super::tree::{DeclId, DeclKind, Ident};
use super::{EnvId, Resolver, Scope};

impl Resolver<'_> {
    /// The module scopes that a module imports, directly or through exported imports.
    pub(super) fn imported_roots(&self, module: u32) -> Vec<DeclId> {
        let imports = &self.modules[module as usize].imports;
        if imports.is_empty() {
            return Vec::new();
        }
        let (mut roots, mut seen) = (Vec::new(), FxHashSet::from_iter([module]));
        let mut pending: Vec<u32> = imports.iter().rev().map(|&(module, _)| module).collect();
        while let Some(module) = pending.pop() {
            if seen.insert(module) {
                let info = &self.modules[module as usize];
                roots.push(info.root);
                pending.extend(info.imports.iter().rev().filter(|(_, exported)| *exported).map(|&(module, _)| module));
            }
        }
        roots
    }

    /// The declaration of a name in a namespace, in this module or an imported one.
    pub(super) fn member_of_namespaces(&mut self, namespace: Scope, name: Ident, scope: Scope) -> Option<Scope> {
        let first = self.member(namespace, name.symbol);
        if first.is_some() && !self.is_shared(name.symbol) {
            return first;
        }
        let mut path: Vec<Symbol> = self.tree.outward(namespace.decl).map(|place| self.tree.decls[place].name).collect();
        path.pop();
        let mut found: Vec<DeclId> = first.iter().map(|first| first.decl).collect();
        let from = self.tree.decls[scope.decl].module;
        for root in std::iter::once(self.modules[from as usize].root).chain(self.imported_roots(from)) {
            let inside = path.iter().rev().try_fold(root, |place, &name| {
                self.tree.named(place, name).find(|&inside| matches!(self.tree.decls[inside].kind, DeclKind::Namespace))
            });
            found.extend(inside.and_then(|inside| self.declared_in(inside, name.symbol)));
        }
        self.check_one(&found, name, from);
        first.or(found.first().map(|&decl| Scope { decl, env: EnvId::EMPTY }))
    }

    /// Reports a name with several declarations of equal rank.
    pub(super) fn check_between_places(&mut self, name: Ident, scope: Scope) {
        if !self.is_shared(name.symbol) {
            return;
        }
        let from = self.tree.decls[scope.decl].module;
        let around: Vec<DeclId> = self.tree.outward(scope.decl).collect();
        for place in around {
            let local_decl = self.member(Scope { decl: place, env: EnvId::EMPTY }, name.symbol).map(|local_decl| local_decl.decl);
            let is_outside = matches!(self.tree.decls[place].kind, DeclKind::Module | DeclKind::Namespace);
            if local_decl.is_some() && !is_outside {
                return;
            }
            let mut found: Vec<DeclId> = local_decl.into_iter().collect();
            found.extend(self.all_used(place, name.symbol).into_iter().map(|used| used.decl));
            if matches!(self.tree.decls[place].kind, DeclKind::Module) {
                let roots = self.imported_roots(from);
                found.extend(roots.into_iter().filter_map(|root| self.declared_in(root, name.symbol)));
            }
            if !found.is_empty() {
                return self.check_one(&found, name, from);
            }
        }
    }

    fn check_one(&mut self, found: &[DeclId], name: Ident, from: u32) {
        let mut seen: Vec<DeclId> = found.iter().copied().filter(|&decl| self.is_visible_from(decl, from)).collect();
        seen.sort_unstable();
        seen.dedup();
        let [first, second, ..] = *seen else { return };
        // Functions can be overloaded; linking chooses.
        let is_linked = |decl: DeclId| {
            let modifiers = &self.tree.decls[decl].modifiers;
            modifiers.has(Modifier::Extern) || modifiers.written().iter().any(|word| self.text(word.symbol) == "export")
        };
        if !seen.iter().all(|&decl| is_named(&self.tree.decls[decl].kind) && !is_linked(decl)) {
            return;
        }
        let message = format!("reference to `{}` is ambiguous", self.text(name.symbol));
        let found = Diagnostic::error(&codes::AMBIGUOUS_NAME, message, name.span)
            .label(self.tree.decls[first].span, "first candidate")
            .label(self.tree.decls[second].span, "second candidate");
        self.report(found.help("rename one of them, or qualify the name with its namespace"));
    }

    fn is_visible_from(&self, decl: DeclId, from: u32) -> bool {
        let declared = &self.tree.decls[decl];
        let is_visible = !self.modules[declared.module as usize].has_visibility || declared.modifiers.has(Modifier::Public);
        declared.module == from || is_visible || matches!(declared.kind, DeclKind::Case { .. })
    }

    /// Whether more than one module or namespace declares a name.
    fn is_shared(&mut self, name: Symbol) -> bool {
        if self.memo.shared_names.is_none() {
            let (mut places, mut shared) = (FxHashMap::default(), FxHashSet::default());
            for index in 0..self.tree.decls.len() {
                let declared = &self.tree.decls[DeclId::from_index(index)];
                let Some(parent) = declared.parent else { continue };
                if !matches!(
                    self.tree.decls[parent].kind,
                    DeclKind::Module | DeclKind::Namespace | DeclKind::Enum { .. } | DeclKind::Buffer { .. }
                ) {
                    continue;
                }
                if *places.entry(declared.name).or_insert(parent) != parent {
                    shared.insert(declared.name);
                }
            }
            self.memo.shared_names = Some(shared);
        }
        self.memo.shared_names.as_ref().is_some_and(|names| names.contains(&name))
    }
}
