//! Ambiguous names: declared by several scopes of equal rank, such as a module and its imports, used namespaces, and equally named
//! namespaces of several modules, which their importers see as one (E39999 of slangc; libslang 2026.12, measured).

use std::rc::Rc;

use padstone_diag::{Diagnostic, codes};
use padstone_source::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::check::is_named;
use super::super::keywords::Modifier;
use super::super::tree::{DeclId, DeclKind, ExprId, Ident};
use super::lookup::Sought;
use super::{Entity, EnvId, Resolver, Scope};

/// A declaration that is not in a generic.
fn outside_generics(decl: DeclId) -> Scope {
    Scope { decl, env: EnvId::EMPTY }
}

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

    /// Whether a place has more names than it declares: those of `using` namespaces, or of its parts in imported modules.
    pub(super) fn has_peers(&self, place: DeclId) -> bool {
        let declared = &self.tree.decls[place];
        let is_imported = || !self.modules[declared.module as usize].imports.is_empty();
        self.tree.usings.contains_key(&place) || matches!(declared.kind, DeclKind::Module | DeclKind::Namespace) && is_imported()
    }

    /// The declarations of a name in the namespaces that `using` makes visible in a place, and in its parts in imported modules: one for
    /// each namespace.
    pub(super) fn named_in_peers(&mut self, place: DeclId, name: Symbol, sought: Sought) -> Vec<Scope> {
        let module = self.tree.decls[place].module;
        let mut found = self.named_in_used(place, name, sought);
        for part in self.imported_parts(place, module).iter().copied() {
            found.extend(self.declared_in(part, name, sought).map(outside_generics));
            // A module passes on what `using` makes visible in it, from its outermost namespaces (libslang 2026.12, measured).
            if matches!(self.tree.decls[part].kind, DeclKind::Module) {
                let used = self.named_in_used(part, name, sought);
                let is_outermost = |used: &Scope| {
                    let namespace = self.tree.decls[used.decl].parent;
                    namespace.is_some_and(|namespace| self.tree.decls[namespace].parent == Some(part))
                };
                found.extend(used.into_iter().filter(is_outermost));
            }
        }
        found
    }

    /// The declarations of a name in the namespaces that `using` makes visible in a place, one for each namespace.
    fn named_in_used(&mut self, place: DeclId, name: Symbol, sought: Sought) -> Vec<Scope> {
        // The operand of `using` is not looked up in other `using` namespaces.
        if !self.tree.usings.contains_key(&place) || self.in_bases.contains(&place) {
            return Vec::new();
        }
        self.in_bases.push(place);
        let module = self.tree.decls[place].module;
        let mut found = Vec::new();
        for &namespace in self.used_namespaces(place).iter() {
            found.extend(self.sought_member(namespace, name, sought));
            let parts = self.imported_parts(namespace.decl, module);
            found.extend(parts.iter().filter_map(|&part| self.declared_in(part, name, sought)).map(outside_generics));
        }
        self.in_bases.pop();
        found
    }

    /// The namespaces that `using` names in a place, each once.
    fn used_namespaces(&mut self, place: DeclId) -> Rc<[Scope]> {
        if let Some(known) = self.memo.used_namespaces.get(&place) {
            return known.clone();
        }
        let paths = self.tree.usings.get(&place).cloned().unwrap_or_default();
        let (scope, mut seen) = (outside_generics(place), FxHashSet::default());
        let namespaces = paths.into_iter().filter_map(|path| match self.sought_entity(path, scope, Sought::Qualifier) {
            Ok(Entity::Namespace(namespace)) => Some(namespace),
            _ => None,
        });
        let namespaces: Rc<[Scope]> = namespaces.filter(|&namespace| seen.insert(namespace)).collect();
        // While names of an outer place are being looked up, those that it uses are unknown.
        if *self.in_bases == [place] {
            self.memo.used_namespaces.insert(place, namespaces.clone());
        }
        namespaces
    }

    /// The parts of a namespace in the modules that another module imports, except for itself; of a module, all those modules.
    fn imported_parts(&mut self, place: DeclId, from: u32) -> Rc<[DeclId]> {
        if self.modules[from as usize].imports.is_empty() || !matches!(self.tree.decls[place].kind, DeclKind::Module | DeclKind::Namespace)
        {
            return Rc::default();
        }
        if let Some(known) = self.memo.imported_parts.get(&(place, from)) {
            return known.clone();
        }
        let mut path: Vec<Symbol> = self.tree.outward(place).map(|place| self.tree.decls[place].name).collect();
        path.pop();
        let parts = self.imported_roots(from).into_iter().filter_map(|root| self.namespace_at(root, &path));
        let parts: Rc<[DeclId]> = parts.filter(|&part| part != place).collect();
        self.memo.imported_parts.insert((place, from), parts.clone());
        parts
    }

    /// The namespace with this path, innermost name first, in a module.
    fn namespace_at(&self, root: DeclId, path: &[Symbol]) -> Option<DeclId> {
        path.iter().rev().try_fold(root, |place, &name| {
            self.tree.named(place, name).find(|&inside| matches!(self.tree.decls[inside].kind, DeclKind::Namespace))
        })
    }

    /// The declaration of a name in a namespace, in this module or an imported one, or in a namespace that `using` makes visible in it.
    pub(super) fn member_of_namespaces(&mut self, namespace: Scope, name: Ident, scope: Scope, sought: Sought) -> Option<Scope> {
        let from = self.tree.decls[scope.decl].module;
        let mut path: Vec<Symbol> = self.tree.outward(namespace.decl).map(|place| self.tree.decls[place].name).collect();
        path.pop();
        let own = self.namespace_at(self.modules[from as usize].root, &path).filter(|&own| own != namespace.decl);
        let imported = self.imported_parts(namespace.decl, from);
        let mut found = Vec::new();
        for part in std::iter::once(namespace.decl).chain(own).chain(imported.iter().copied()) {
            found.extend(self.sought_member(outside_generics(part), name.symbol, sought));
            if matches!(self.tree.decls[part].kind, DeclKind::Namespace) {
                found.extend(self.named_in_used(part, name.symbol, sought));
            }
        }
        let preferred = self.preferred(found.iter().copied(), from, sought);
        self.check_one(found, name, from, sought);
        preferred
    }

    /// Reports a name with several declarations of equal rank in a place.
    pub(super) fn check_place(&mut self, place: DeclId, name: Ident, sought: Sought) {
        if !self.has_peers(place) || !self.is_shared(name.symbol) {
            return;
        }
        let (own, module) = (self.sought_member(outside_generics(place), name.symbol, sought), self.tree.decls[place].module);
        let peers = self.named_in_peers(place, name.symbol, sought);
        self.check_one(own.into_iter().chain(peers).collect(), name, module, sought);
    }

    fn check_one(&mut self, found: Vec<Scope>, name: Ident, from: u32, sought: Sought) {
        let mut seen: Vec<DeclId> = found.into_iter().map(|found| found.decl).filter(|&decl| self.is_visible_from(decl, from)).collect();
        let best = seen.iter().map(|&decl| self.preference(decl, sought)).min();
        seen.retain(|&decl| Some(self.preference(decl, sought)) == best);
        seen.sort_unstable();
        seen.dedup();
        let [first, second, ..] = *seen else { return };
        // Functions can be overloaded, except that generic arguments require a single type; linking chooses.
        let is_linked = |decl: DeclId| {
            let modifiers = &self.tree.decls[decl].modifiers;
            modifiers.has(Modifier::Extern) || modifiers.written().iter().any(|word| self.text(word.symbol) == "export")
        };
        let is_single = |decl: DeclId| is_named(&self.tree.decls[decl].kind);
        let conflicts =
            if sought == Sought::Generic { seen.iter().any(|&decl| is_single(decl)) } else { seen.iter().all(|&decl| is_single(decl)) };
        if !conflicts || seen.iter().any(|&decl| is_linked(decl)) {
            return;
        }
        self.report_ambiguous(name, [first, second]);
    }

    pub(super) fn report_ambiguous(&mut self, name: Ident, [first, second]: [DeclId; 2]) {
        let message = format!("reference to `{}` is ambiguous", self.text(name.symbol));
        let found = Diagnostic::error(&codes::AMBIGUOUS_NAME, message, name.span)
            .label(self.tree.decls[first].span, "first candidate")
            .label(self.tree.decls[second].span, "second candidate");
        self.report(found.help("rename one of them, or qualify the name with its namespace"));
    }

    /// Whether a base of a struct or extension, an interface or another struct, declares the name of a constant or type in it. It hides no
    /// outer declaration then: libslang 2026.12 also finds that of the base (measured).
    pub(super) fn is_declared_in_base(&mut self, decl: DeclId, place: DeclId) -> bool {
        let declared = &self.tree.decls[decl];
        let (name, Some(owner)) = (declared.name, declared.parent) else { return false };
        let bases = match &self.tree.decls[owner].kind {
            DeclKind::Struct { bases, .. } if owner == place => bases,
            DeclKind::Extension { bases, .. } => bases,
            _ => return false,
        };
        if bases.is_empty() {
            return false;
        }
        if let Some(known) = self.memo.base_names.get(&owner) {
            return known.contains(&name);
        }
        let outside = self.enclosing_declaration(owner);
        let mut pending: Vec<(ExprId, DeclId)> = bases.iter().map(|&base| (base, outside)).collect();
        let (mut names, mut seen) = (FxHashSet::default(), FxHashSet::default());
        // Bases themselves are not looked up in bases.
        self.memo.base_names.insert(owner, FxHashSet::default());
        while let Some((base, place)) = pending.pop() {
            let Some(base) = self.named_declaration(base, Scope { decl: place, env: EnvId::EMPTY }) else { continue };
            let declared = &self.tree.decls[base.decl];
            let (DeclKind::Interface { bases } | DeclKind::Struct { bases, .. }) = &declared.kind else { continue };
            if seen.insert(base.decl) {
                names.extend(declared.members.iter().map(|&member| self.tree.decls[member].name));
                let place = self.enclosing_declaration(base.decl);
                pending.extend(bases.iter().map(|&base| (base, place)));
            }
        }
        let is_declared = names.contains(&name);
        self.memo.base_names.insert(owner, names);
        is_declared
    }

    pub(super) fn is_visible_from(&self, decl: DeclId, from: u32) -> bool {
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
