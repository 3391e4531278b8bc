//! Member lookup: in types, their bases and extensions, namespaces, and modules.

use padstone_diag::codes;
use padstone_model::{Type, TypeId};
use padstone_source::Symbol;
use rustc_hash::FxHashMap;

use super::super::keywords::Builtin;
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind, Ident};
use super::conversions::limit;
use super::lookup::{Sought, UNSUITABLE};
use super::{Entity, Resolved, Resolver, Scope};

impl Resolver<'_> {
    /// The declaration of a name in a type: in its own declaration, in the extended type, in its bases.
    pub(in crate::slang) fn member(&mut self, owner: Scope, name: Symbol) -> Option<Scope> {
        self.sought_member(owner, name, Sought::Any)
    }

    /// The same, preferably of a kind. Functions do not hide what their base declares.
    pub(super) fn sought_member(&mut self, owner: Scope, name: Symbol, sought: Sought) -> Option<Scope> {
        let own = self.declared_in(owner.decl, name, sought).map(|decl| {
            let env = self.env_at(owner.env, self.tree.decls[decl].generic_depth);
            Scope { decl, env }
        });
        if own.is_some_and(|own| !self.tree.decls[own.decl].kind.is_function() || self.preference(own.decl, sought) < UNSUITABLE) {
            return own;
        }
        let Some(base) = self.base(owner).filter(|base| base.decl != owner.decl) else { return own };
        let span = self.tree.decls[owner.decl].span;
        let inherited = self.deeper(span, |resolver| Ok(resolver.sought_member(base, name, sought)));
        own.filter(|_| !matches!(inherited, Ok(Some(found)) if !self.tree.decls[found.decl].kind.is_function())).or(inherited.ok()?)
    }

    /// The base of a struct, or the target of an extension, if that is a struct of the program.
    fn base(&mut self, derived: Scope) -> Option<Scope> {
        let bases = match &self.tree.decls[derived.decl].kind {
            DeclKind::Struct { bases, .. } if !bases.is_empty() => bases.clone(),
            DeclKind::Extension { target, .. } => vec![*target],
            _ => return None,
        };
        if let Some(known) = self.memo.bases.get(&derived) {
            return *known;
        }
        // The names of bases are not looked up in the bases.
        if self.in_bases.contains(&derived.decl) {
            return None;
        }
        // During the lookup of the bases of an enclosing declaration, results may be incomplete.
        let is_final = !self.tree.outward(derived.decl).any(|around| self.in_bases.contains(&around));
        self.in_bases.push(derived.decl);
        // At most one base is a struct.
        let found = bases.into_iter().find_map(|base| self.base_scope(base, derived));
        self.in_bases.pop();
        if is_final {
            self.memo.bases.insert(derived, found);
        }
        found
    }

    /// The declaration of a base or target, if it is a struct of the program; reports nothing.
    pub(super) fn base_scope(&mut self, base: ExprId, from: Scope) -> Option<Scope> {
        match self.tree.exprs[base].kind {
            ExprKind::Name(name) => match self.find_type(name, from)? {
                found if matches!(self.tree.decls[found.decl].kind, DeclKind::Struct { .. }) => Some(found),
                found if matches!(self.tree.decls[found.decl].kind, DeclKind::Alias { .. }) => self.named_struct(base, from),
                _ => None,
            },
            ExprKind::Member(..) => self.named_struct(base, from),
            ExprKind::Apply(callee, ref arguments) => {
                let arguments = arguments.clone();
                let generic = self.base_scope(callee, from)?;
                self.apply(generic, &arguments, from, self.span(base)).ok()
            }
            _ => None,
        }
    }

    /// The struct that an expression names.
    fn named_struct(&mut self, expr: ExprId, from: Scope) -> Option<Scope> {
        match self.entity(expr, from).ok()? {
            Entity::Declared(found) | Entity::Generic(found) => Some(found),
            _ => None,
        }
        .filter(|found| matches!(self.tree.decls[found.decl].kind, DeclKind::Struct { .. }))
    }

    /// The declaration of a name directly in another declaration or in its `cbuffer`s, preferably of a kind. Otherwise, functions have the
    /// lowest rank; definitions precede forward declarations.
    pub(super) fn declared_in(&self, place: DeclId, name: Symbol, sought: Sought) -> Option<DeclId> {
        let rank = |decl: &DeclId| {
            let rank = match self.tree.decls[*decl].kind {
                DeclKind::Struct { forward: true, .. } => 1,
                DeclKind::Function { .. } | DeclKind::Accessor { .. } => 2,
                _ => 0,
            };
            (self.preference(*decl, sought), rank)
        };
        // The source cannot refer to a `cbuffer` by its name.
        let is_nameable = |decl: &DeclId| !matches!(self.tree.decls[*decl].kind, DeclKind::Buffer { .. });
        let first_variable =
            |found: &mut dyn Iterator<Item = DeclId>| found.filter(|decl| Some(*decl) != self.hidden).filter(is_nameable).min_by_key(rank);
        first_variable(&mut self.tree.named(place, name)).or_else(|| first_variable(&mut self.tree.named_in_buffers(place, name)))
    }

    /// The meaning of a name after a `.` or `::`.
    pub(super) fn member_of(&mut self, owner: Entity, name: Ident, scope: Scope, sought: Sought) -> Resolved<Entity> {
        let inside = match owner {
            Entity::Namespace(inside) | Entity::Declared(inside) => Some(inside),
            Entity::Type(ty) => self.memo.origins.get(&ty).copied(),
            _ => None,
        };
        // Generic parameters are not members.
        let found = match owner {
            Entity::Namespace(namespace) => self.member_of_namespaces(namespace, name, scope, sought),
            _ => inside
                .and_then(|inside| self.sought_member(inside, name.symbol, sought))
                .filter(|found| !self.tree.is_parameter(found.decl)),
        };
        if let Some(found) = found {
            self.check_visible(found.decl, name, scope);
            return self.deeper(name.span, |resolver| resolver.declared(found));
        }
        if let Some(found) = self.member_of_builtin(owner, name) {
            return Ok(found);
        }
        if !matches!(owner, Entity::Namespace(_) | Entity::Builtin(Builtin::LinearAlgebra, _)) {
            let ty = self.as_type(owner, name.span)?;
            if self.text(name.symbol) == "Handle" && self.has_handle(ty) {
                return Ok(Entity::Type(self.module.types.intern(Type::Handle(ty))));
            }
            if self.text(name.symbol) == "Footprint" && self.has_footprint(ty) {
                return Ok(Entity::Type(self.footprint()));
            }
            if let Type::Scalar(scalar) = self.module.types[ty]
                && let Some(limit) = limit(scalar, self.text(name.symbol))
            {
                return Ok(Entity::Value(limit));
            }
            if let Some(found) = self.member_of_extensions(ty, name.symbol) {
                return self.deeper(name.span, |resolver| resolver.declared(found));
            }
            if let Type::Unspecialized(id) = self.module.types[ty] {
                let declaration = self.constraint_member(ty, name)?;
                if declaration.is_some_and(|found| matches!(self.tree.decls[found].kind, DeclKind::Variable { .. })) {
                    return Ok(Entity::OpenValue);
                }
                if declaration.is_some_and(|found| matches!(self.tree.decls[found].kind, DeclKind::Function { .. })) {
                    return Ok(Entity::Other);
                }
                let member = self.unspecialized_member(id, name);
                let associated = declaration.filter(|&found| matches!(self.tree.decls[found].kind, DeclKind::Associated { .. }));
                self.memo.unspecialized_declarations.extend(associated.map(|declaration| (member, declaration)));
                return Ok(Entity::Type(member));
            }
            // Built-in interfaces and extensions add members that padstone does not know.
            let is_plain = self.memo.origins.get(&ty).copied().is_some_and(|origin| {
                let is_bare = matches!(&self.tree.decls[origin.decl].kind, DeclKind::Struct { bases, .. } if bases.is_empty());
                is_bare
                    && self.tree.extensions.clone().into_iter().all(|owner| self.extended(owner).is_some_and(|owner| owner != origin.decl))
            });
            if ty == self.unknown || self.checks_only && !is_plain {
                return Ok(Entity::Type(self.unknown));
            }
            // The associated types of a link-time struct are unknown before linking.
            if let Some(associated) = self.linked_member(ty, name.symbol) {
                return Ok(Entity::Type(self.unspecialized_type(associated)));
            }
            if self.text(name.symbol) == "Differential"
                && let Some(differential) = self.differential(ty, name.span)?
            {
                return Ok(Entity::Type(differential));
            }
            // A built-in enumeration has the type of its values.
            let owner = match owner {
                Entity::Builtin(Builtin::Scalar(_), owner) => self.text(owner).to_owned(),
                _ => self.type_text(ty),
            };
            let message = format!("`{owner}` has no member `{}`", self.text(name.symbol));
            return Err(self.error(&codes::NAME_UNKNOWN, message, "declare it, or use another member", name.span));
        }
        let message = format!("the name before `{}` has no members", self.text(name.symbol));
        Err(self.error(&codes::NAME_UNKNOWN, message, "qualify it with a type, namespace, or module", name.span))
    }

    /// The declaration of a name in the extensions of a struct, or in the other extensions of the struct that a place extends: all of them
    /// are one scope (libslang 2026.12, measured). Generic structs and extensions are skipped.
    pub(super) fn named_in_extensions(&mut self, place: Scope, name: Symbol, sought: Sought) -> Option<Scope> {
        if self.tree.extensions.is_empty() || self.tree.decls[place.decl].generic_depth > 0 {
            return None;
        }
        let extensions = self.extensions_with(name);
        let mut subject = match self.tree.decls[place.decl].kind {
            DeclKind::Struct { .. } => Some(place),
            DeclKind::Extension { .. } => self.base(place),
            _ => None,
        };
        while let Some(extended) = subject.filter(|_| !extensions.is_empty()) {
            for &extension in &extensions {
                let scope = Scope { decl: extension, env: place.env };
                if self.tree.decls[extension].generic_depth == 0 && self.base(scope).is_some_and(|target| target.decl == extended.decl) {
                    return self.declared_in(extension, name, sought).map(|decl| Scope { decl, ..place });
                }
            }
            subject = self.base(extended).filter(|base| base.decl != extended.decl);
        }
        None
    }

    /// The extensions that declare a name.
    fn extensions_with(&mut self, name: Symbol) -> Vec<DeclId> {
        if self.memo.named_in_extensions.is_none() {
            let mut named: FxHashMap<Symbol, Vec<DeclId>> = FxHashMap::default();
            for &extension in &self.tree.extensions {
                for &member in &self.tree.decls[extension].members {
                    let extensions = named.entry(self.tree.decls[member].name).or_default();
                    if extensions.last() != Some(&extension) {
                        extensions.push(extension);
                    }
                }
            }
            self.memo.named_in_extensions = Some(named);
        }
        self.memo.named_in_extensions.as_ref().and_then(|named| named.get(&name)).cloned().unwrap_or_default()
    }

    /// The declaration of a name in the extensions of a type.
    pub(super) fn member_of_extensions(&mut self, ty: TypeId, name: Symbol) -> Option<Scope> {
        for extension in self.tree.extensions.clone() {
            let Some(decl) = self.declared_in(extension, name, Sought::Any) else { continue };
            if let Some(env) = self.extends(extension, ty) {
                return Some(Scope { decl, env });
            }
        }
        None
    }
}
