//! What names mean where.

use padstone_model::TypeId;
use padstone_source::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

use super::entities::Entity;
pub(super) use crate::usage::ScopeId;

struct Scope {
    parent: Option<ScopeId>,
    /// The name with all outer names before it: `N::S`.
    path: Symbol,
    /// Scopes whose names count as its own: of base classes, of `using namespace`.
    imports: Vec<ScopeId>,
    /// Those of them that are namespaces: their names count as those of the scope around both (ISO C++14, 7.3.4).
    used: Vec<ScopeId>,
}

/// Up to where names are visible to a template: those declared before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Horizon {
    /// How many names there were.
    names: u32,
    /// How many scopes: what is in those that came later, such as an argument, is visible in full.
    scopes: u32,
}

pub(super) struct Scopes {
    scopes: Vec<Scope>,
    /// What each name means, and how many names were declared before it.
    names: FxHashMap<(ScopeId, Symbol), (Entity, u32)>,
    /// Structs and enums whose name a variable or function of the same scope has: only `struct S` still means them (ISO C++14, 3.3.10).
    hidden: FxHashMap<(ScopeId, Symbol), TypeId>,
    /// The scopes that declare the names of `using N::S`.
    origins: FxHashMap<(ScopeId, Symbol), ScopeId>,
    /// Whether any scope uses a namespace.
    uses_namespaces: bool,
    /// How many names were declared.
    count: u32,
    /// While the body of a template is read.
    pub(super) horizon: Option<Horizon>,
    /// The scopes of struct and enum types.
    of_types: FxHashMap<TypeId, ScopeId>,
    /// The types of `enum class`.
    pub(super) scoped_enums: FxHashSet<TypeId>,
    /// By symbol: whether it is declared anywhere, so that most words need no search.
    declared: Vec<bool>,
    pub(super) current: ScopeId,
}

impl Scopes {
    pub(super) fn new() -> Self {
        Scopes {
            scopes: vec![Scope { parent: None, path: Symbol::EMPTY, imports: Vec::new(), used: Vec::new() }],
            names: FxHashMap::default(),
            hidden: FxHashMap::default(),
            origins: FxHashMap::default(),
            uses_namespaces: false,
            count: 0,
            horizon: None,
            of_types: FxHashMap::default(),
            scoped_enums: FxHashSet::default(),
            declared: Vec::new(),
            current: ScopeId::GLOBAL,
        }
    }

    /// A new scope inside the current one.
    pub(super) fn add(&mut self, path: Symbol) -> ScopeId {
        self.add_in(self.current, path)
    }

    pub(super) fn add_in(&mut self, parent: ScopeId, path: Symbol) -> ScopeId {
        let id = ScopeId(self.scopes.len() as u32);
        self.scopes.push(Scope { parent: Some(parent), path, imports: Vec::new(), used: Vec::new() });
        id
    }

    pub(super) fn path(&self, scope: ScopeId) -> Symbol {
        self.scopes[scope.0 as usize].path
    }

    pub(super) fn parent(&self, scope: ScopeId) -> ScopeId {
        self.scopes[scope.0 as usize].parent.unwrap_or(ScopeId::GLOBAL)
    }

    /// The scope around one; `None` for the outermost.
    pub(super) fn around(&self, scope: ScopeId) -> Option<ScopeId> {
        self.scopes[scope.0 as usize].parent
    }

    /// The scopes whose names count as those of one.
    pub(super) fn imports(&self, scope: ScopeId) -> &[ScopeId] {
        &self.scopes[scope.0 as usize].imports
    }

    pub(super) fn import(&mut self, into: ScopeId, from: ScopeId) {
        let scope = &mut self.scopes[into.0 as usize];
        if into != from && !scope.imports.contains(&from) {
            scope.imports.push(from);
        }
    }

    /// Makes the names of a namespace visible in a scope.
    pub(super) fn use_namespace(&mut self, into: ScopeId, from: ScopeId) {
        self.import(into, from);
        let used = &mut self.scopes[into.0 as usize].used;
        if into != from && !used.contains(&from) {
            used.push(from);
        }
        self.uses_namespaces = true;
    }

    /// Gives a name of another scope the same meaning in the current one.
    pub(super) fn declare_used(&mut self, name: Symbol, entity: Entity, declared_in: ScopeId) {
        self.declare(name, entity);
        self.origins.insert((self.current, name), self.origin(declared_in, name));
    }

    /// The scope that declares a name, which may have it from `using N::S`.
    pub(super) fn origin(&self, scope: ScopeId, name: Symbol) -> ScopeId {
        self.origins.get(&(scope, name)).copied().unwrap_or(scope)
    }

    /// Gives a name a meaning in the current scope and returns what it meant there before.
    pub(super) fn declare(&mut self, name: Symbol, entity: Entity) -> Option<Entity> {
        self.declare_in(self.current, name, entity)
    }

    pub(super) fn declare_in(&mut self, scope: ScopeId, name: Symbol, entity: Entity) -> Option<Entity> {
        if name.is_empty() {
            return None;
        }
        if self.declared.len() <= name.index() {
            self.declared.resize(name.index() + 1, false);
        }
        self.declared[name.index()] = true;
        let order = self.count;
        self.count += 1;
        match self.names.entry((scope, name)) {
            // It is visible since its first declaration.
            Entry::Occupied(mut known) => {
                let before = std::mem::replace(&mut known.get_mut().0, entity);
                if let (Entity::Type(ty), Entity::Variable | Entity::Constant(_)) = (before, entity) {
                    self.hidden.insert((scope, name), ty);
                }
                Some(before)
            }
            Entry::Vacant(free) => {
                free.insert((entity, order));
                None
            }
        }
    }

    /// Declares a variable or function whose name matters only if it hides a type.
    pub(super) fn hide_type(&mut self, name: Symbol) {
        if let Some(Entity::Type(_) | Entity::Template(_) | Entity::Interface) = self.lookup(name) {
            self.declare(name, Entity::Variable);
        }
    }

    /// The type that `struct S` means: variables and functions of that name are ignored.
    pub(super) fn lookup_tag(&self, name: Symbol) -> Option<TypeId> {
        let mut scope = Some(self.current);
        while let Some(id) = scope {
            match self.hidden.get(&(id, name)).map(|ty| Entity::Type(*ty)).or_else(|| self.lookup_in(id, name)) {
                Some(Entity::Type(ty)) => return Some(ty),
                Some(Entity::Variable | Entity::Constant(_)) | None => scope = self.scopes[id.0 as usize].parent,
                Some(_) => return None,
            }
        }
        None
    }

    /// The type that `struct N::S` means.
    pub(super) fn tag_in(&self, scope: ScopeId, name: Symbol) -> Option<TypeId> {
        match self.hidden.get(&(scope, name)).map(|ty| Entity::Type(*ty)).or_else(|| self.lookup_in(scope, name)) {
            Some(Entity::Type(ty)) => Some(ty),
            _ => None,
        }
    }

    /// What is visible at this place.
    pub(super) fn here(&self) -> Horizon {
        Horizon { names: self.count, scopes: self.scopes.len() as u32 }
    }

    /// What a name means in the current scope alone.
    pub(super) fn declared_here(&self, name: Symbol) -> Option<Entity> {
        self.own(self.current, name)
    }

    /// What a name means in one scope alone, if it is visible.
    fn own(&self, scope: ScopeId, name: Symbol) -> Option<Entity> {
        let &(entity, order) = self.names.get(&(scope, name))?;
        let visible = self.horizon.is_none_or(|horizon| order < horizon.names || scope.0 >= horizon.scopes);
        visible.then_some(entity)
    }

    /// The number of names that were declared.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// What a name means in one scope alone. With `count`, only the first names that were declared are visible.
    pub(super) fn declared_before(&self, scope: ScopeId, name: Symbol, count: Option<u32>) -> Option<Entity> {
        let &(entity, order) = self.names.get(&(scope, name))?;
        count.is_none_or(|count| order < count).then_some(entity)
    }

    pub(super) fn set_scope_of(&mut self, ty: TypeId, scope: ScopeId) {
        self.of_types.insert(ty, scope);
    }

    pub(super) fn scope_of(&self, ty: TypeId) -> Option<ScopeId> {
        self.of_types.get(&ty).copied()
    }

    /// What a name means as seen from the current scope.
    pub(super) fn lookup(&self, name: Symbol) -> Option<Entity> {
        if !self.declared.get(name.index()).copied().unwrap_or(false) {
            return None;
        }
        if self.uses_namespaces {
            return self.visible(name).first().map(|&(_, entity)| entity);
        }
        let mut scope = Some(self.current);
        while let Some(id) = scope {
            if let Some(entity) = self.lookup_in(id, name) {
                return Some(entity);
            }
            scope = self.scopes[id.0 as usize].parent;
        }
        None
    }

    /// The declarations of a name as seen from the current scope, with the scopes that declare them: those of the innermost scope with any.
    fn visible(&self, name: Symbol) -> Vec<(ScopeId, Entity)> {
        // The used namespaces so far, with the scope that their names count as those of.
        let mut used: Vec<(ScopeId, Option<ScopeId>)> = Vec::new();
        let mut scope = Some(self.current);
        while let Some(id) = scope {
            used.extend(self.all_used(id).into_iter().map(|namespace| (namespace, self.around_both(id, namespace))));
            let namespaces = used.iter().filter(|(_, around)| *around == Some(id)).map(|&(namespace, _)| namespace);
            let declared = std::iter::once(id).chain(namespaces);
            let found: Vec<_> = declared.filter_map(|place| Some((self.origin(place, name), self.own(place, name)?))).collect();
            if !found.is_empty() {
                return found;
            }
            // The names of base classes.
            if self.scopes[id.0 as usize].used.is_empty()
                && let Some(entity) = self.lookup_in(id, name)
            {
                return vec![(id, entity)];
            }
            scope = self.scopes[id.0 as usize].parent;
        }
        Vec::new()
    }

    /// The namespaces that a scope uses, and those that these use.
    fn all_used(&self, scope: ScopeId) -> Vec<ScopeId> {
        let mut seen = self.scopes[scope.0 as usize].used.clone();
        let mut at = 0;
        while let Some(&next) = seen.get(at) {
            at += 1;
            for &more in &self.scopes[next.0 as usize].used {
                if more != scope && !seen.contains(&more) {
                    seen.push(more);
                }
            }
        }
        seen
    }

    /// The innermost scope that contains two others, or is one of them and contains the other.
    fn around_both(&self, first: ScopeId, second: ScopeId) -> Option<ScopeId> {
        let outward = |from| std::iter::successors(Some(from), |&scope: &ScopeId| self.around(scope));
        outward(first).find(|&scope| outward(second).any(|around| around == scope))
    }

    /// Two scopes that declare a name differently, and of which neither takes precedence. `scope` is the one before the name, if it is
    /// qualified.
    pub(super) fn ambiguity(&self, scope: Option<ScopeId>, name: Symbol) -> Option<[ScopeId; 2]> {
        if !self.uses_namespaces {
            return None;
        }
        let found = match scope {
            None => self.visible(name),
            Some(scope) if self.own(scope, name).is_some() => return None,
            Some(scope) => {
                let used = self.all_used(scope).into_iter();
                used.filter_map(|place| Some((self.origin(place, name), self.own(place, name)?))).collect()
            }
        };
        let &(first, entity) = found.first()?;
        // Variables have no layout here, and functions can be overloaded; two names of one type are the same.
        let differs = |&&(place, other): &&(ScopeId, Entity)| {
            place != first
                && !matches!((entity, other), (Entity::Variable, Entity::Variable))
                && !(matches!(entity, Entity::Type(_)) && entity == other)
        };
        found.iter().find(differs).map(|&(second, _)| [first, second])
    }

    /// What a name means in one scope, or in those that it imports.
    pub(super) fn lookup_in(&self, scope: ScopeId, name: Symbol) -> Option<Entity> {
        if let Some(entity) = self.own(scope, name) {
            return Some(entity);
        }
        if self.scopes[scope.0 as usize].imports.is_empty() {
            return None;
        }
        // Imports may lead on to further imports, even in a circle.
        let mut seen = vec![scope];
        let mut at = 0;
        while at < seen.len() {
            for &import in &self.scopes[seen[at].0 as usize].imports {
                if !seen.contains(&import) {
                    seen.push(import);
                }
            }
            at += 1;
            if let Some(entity) = seen.get(at).and_then(|&next| self.own(next, name)) {
                return Some(entity);
            }
        }
        None
    }

    /// All names that stand for types, in no order, to suggest one from.
    pub(super) fn type_names(&self) -> impl Iterator<Item = Symbol> + '_ {
        let types = self.names.iter().filter(|(_, (entity, _))| matches!(entity, Entity::Type(_) | Entity::Template(_)));
        types.map(|(&(_, name), _)| name)
    }
}
