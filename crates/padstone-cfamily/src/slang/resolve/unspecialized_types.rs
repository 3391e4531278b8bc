//! Constraints of unspecialized types, in parameter lists and in `where` clauses.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Type, TypeId, UnspecializedType, UnspecializedTypeOwner};
use padstone_source::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::keywords::Builtin;
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind, Ident};
use super::conformance::RequestedInterface;
use super::{Entity, EnvId, Resolved, Resolver, Scope};

/// The constraints in the `where` clauses of the program.
#[derive(Default)]
pub(super) struct WhereClauses {
    /// For each parameter, its constraints, and the declarations that their `where` clauses belong to.
    constraints: FxHashMap<DeclId, Vec<(ExprId, DeclId)>>,
    /// The parameters with an equality constraint, and names of members of constrained parameters.
    others: FxHashSet<DeclId>,
    members: FxHashSet<Symbol>,
}

impl Resolver<'_> {
    /// Whether an unspecialized type conforms to an interface, whatever its argument is.
    pub(super) fn unspecialized_implements(&mut self, ty: TypeId, requested: RequestedInterface) -> Resolved<bool> {
        let Some(constraints) = self.constraints_of(ty) else { return Ok(true) };
        for (constraint, place) in constraints {
            let scope = Scope { decl: place, env: EnvId::EMPTY };
            if !self.is_understood(constraint, scope) {
                return Ok(true);
            }
            let implies = match self.entity(constraint, scope)? {
                Entity::Builtin(Builtin::Interface(constraint), _) => {
                    matches!(requested, RequestedInterface::Builtin(requested) if constraint.is_or_extends(requested))
                }
                Entity::Declared(constraint) => self.derives(constraint, requested, &mut Vec::new())?,
                _ => true,
            };
            if implies {
                return Ok(true);
            }
        }
        self.declares_conformance(ty, requested)
    }

    /// All constraints of an unspecialized type, with their declarations. `None` if unknown: for members of unspecialized types, and for
    /// types with an equality constraint.
    fn constraints_of(&mut self, ty: TypeId) -> Option<Vec<(ExprId, DeclId)>> {
        let decl = *self.memo.unspecialized_declarations.get(&ty)?;
        let clauses = match self.memo.clauses.take() {
            Some(clauses) => clauses,
            None => self.read_clauses(),
        };
        let declared = &self.tree.decls[decl];
        let is_known = match declared.kind {
            DeclKind::Associated { .. } => !clauses.members.contains(&declared.name),
            _ => !clauses.others.contains(&decl),
        };
        let required = clauses.constraints.get(&decl).cloned().unwrap_or_default();
        self.memo.clauses = Some(clauses);
        match &declared.kind {
            DeclKind::Open { constraints, .. } | DeclKind::Associated { constraints } if is_known => {
                Some(constraints.iter().map(|&constraint| (constraint, decl)).chain(required).collect())
            }
            _ => None,
        }
    }

    fn read_clauses(&mut self) -> WhereClauses {
        let mut clauses = WhereClauses::default();
        for index in 0..self.tree.decls.len() {
            let place = DeclId::from_index(index);
            let Some(generics) = &self.tree.decls[place].generics else { continue };
            // An optional conformance may be present.
            let required: Vec<_> = generics.constraints.iter().chain(&generics.optional).cloned().collect();
            for (subject, constraints) in required {
                let mut subject = subject;
                while let ExprKind::Expand(inner) | ExprKind::Each(inner) = self.tree.exprs[subject].kind {
                    subject = inner;
                }
                match self.tree.exprs[subject].kind {
                    ExprKind::Name(name) => {
                        let Some(found) = self.find(name, Scope { decl: place, env: EnvId::EMPTY }) else { continue };
                        if constraints.is_empty() {
                            clauses.others.insert(found.decl);
                        }
                        let required = clauses.constraints.entry(found.decl).or_default();
                        required.extend(constraints.into_iter().map(|constraint| (constraint, place)));
                    }
                    ExprKind::Member(_, name) => {
                        clauses.members.insert(name.symbol);
                    }
                    _ => {}
                }
            }
        }
        clauses
    }

    /// The declaration of a member of an unspecialized type: an associated type, or a constant, of one of its interfaces. Reports unknown
    /// members (E30027 of slangc). `None` if the interfaces are unknown.
    pub(super) fn constraint_member(&mut self, ty: TypeId, name: Ident) -> Resolved<Option<DeclId>> {
        let Some(constraints) = self.constraints_of(ty) else { return Ok(None) };
        if let Some(found) = self.requirement_named(constraints, name.symbol) {
            return Ok(found);
        }
        let message = format!("`{}` has no member `{}`: none of its interfaces declares one", self.type_text(ty), self.text(name.symbol));
        let found = Diagnostic::error(&codes::NAME_UNKNOWN, message, name.span);
        Err(self.report(found.help("declare an `associatedtype` of that name in one of them")))
    }

    /// The requirement of interfaces with this name; `None` if there is none, `Some(None)` if unknown.
    fn requirement_named(&mut self, interfaces: Vec<(ExprId, DeclId)>, name: Symbol) -> Option<Option<DeclId>> {
        let (mut seen, mut pending) = (Vec::new(), interfaces);
        while let Some((interface, place)) = pending.pop() {
            let scope = Scope { decl: place, env: EnvId::EMPTY };
            if !self.is_understood(interface, scope) {
                return Some(None);
            }
            // Built-in interfaces have members that padstone does not know.
            let Some(interface) = self.named_declaration(interface, scope) else { return Some(None) };
            if seen.contains(&interface.decl) {
                continue;
            }
            seen.push(interface.decl);
            if let Some(found) = self.tree.named(interface.decl, name).next() {
                return Some(Some(found));
            }
            if let DeclKind::Interface { bases } = &self.tree.decls[interface.decl].kind {
                let around = self.enclosing_declaration(interface.decl);
                pending.extend(bases.iter().map(|&base| (base, around)));
            }
        }
        None
    }

    /// The associated type of a link-time struct.
    pub(super) fn linked_member(&mut self, ty: TypeId, name: Symbol) -> Option<DeclId> {
        let decl = self.memo.origins.get(&ty)?.decl;
        let DeclKind::Struct { bases, forward: true, .. } = &self.tree.decls[decl].kind else { return None };
        let around = self.enclosing_declaration(decl);
        let interfaces = bases.iter().map(|&base| (base, around)).collect();
        self.requirement_named(interfaces, name)?.filter(|&found| matches!(self.tree.decls[found].kind, DeclKind::Associated { .. }))
    }

    /// `T.V` of an unspecialized type is unspecialized too.
    pub(super) fn unspecialized_member(&mut self, id_of_base: padstone_model::UnspecializedTypeId, name: Ident) -> TypeId {
        let UnspecializedType { name: base, owner, .. } = self.module.program.unspecialized_types[id_of_base];
        // A type that is only checked is not used by the program.
        let owner = if self.checks_only { UnspecializedTypeOwner::Generic } else { owner };
        let text = format!("{}.{}", self.text(base), self.text(name.symbol));
        let symbol = self.names.intern(&text);
        let known = self.module.program.unspecialized_types.iter().find(|(_, open)| open.name == symbol && open.owner == owner);
        let id = match known {
            Some((id, _)) => id,
            None => self.module.program.unspecialized_types.push(UnspecializedType {
                name: symbol,
                span: name.span,
                constraints: Vec::new(),
                owner,
            }),
        };
        self.module.types.intern(Type::Unspecialized(id))
    }

    /// Whether all parts of a written type are known: no packs, and no built-in types of which padstone knows only the name.
    pub(in crate::slang) fn is_understood(&mut self, ty: ExprId, scope: Scope) -> bool {
        // Extensions and interfaces add names to the scope of their members.
        let adds_no_names = |kind: &DeclKind| match kind {
            DeclKind::Struct { bases, .. } | DeclKind::Interface { bases } => bases.is_empty(),
            _ => true,
        };
        let mut around = self.tree.outward(scope.decl);
        let is_bare = self.tree.extensions.is_empty() && around.all(|around| adds_no_names(&self.tree.decls[around].kind));
        drop(around);
        self.is_written_with(ty, scope, |resolver, name, found| match found {
            Some(found) => {
                let parent = resolver.tree.decls[found.decl].parent.map(|parent| &resolver.tree.decls[parent].kind);
                let is_variable = matches!(resolver.tree.decls[found.decl].kind, DeclKind::Variable { .. });
                // A function parameter with the name of its type: the reference is ambiguous.
                !is_variable || !matches!(parent, Some(DeclKind::Function { .. } | DeclKind::Accessor { .. }))
            }
            None if resolver.tree.declares(name) => is_bare,
            None => {
                let is_known = resolver.keywords.builtin(name).is_some() || resolver.text(name) == "This";
                is_known || !resolver.keywords.is_other_builtin(name) && !resolver.text(name).starts_with("__")
            }
        })
    }

    /// Whether a type is written without packs, and all names in it satisfy `is_known`; each is passed with its entity.
    pub(super) fn is_written_with(&mut self, ty: ExprId, scope: Scope, is_known: impl Fn(&Self, Symbol, Option<Scope>) -> bool) -> bool {
        let mut pending = vec![ty];
        while let Some(expr) = pending.pop() {
            match &self.tree.exprs[expr].kind {
                ExprKind::Name(name) => {
                    let name = *name;
                    let found = self.find(name, scope);
                    if !is_known(self, name, found) {
                        return false;
                    }
                }
                ExprKind::Expand(_)
                | ExprKind::Each(_)
                | ExprKind::Conditional(..)
                | ExprKind::Cast(..)
                | ExprKind::Call(..)
                | ExprKind::Declared(_)
                | ExprKind::Text(_)
                | ExprKind::Opaque
                | ExprKind::Wrong => return false,
                kind => pending.extend(kind.parts()),
            }
        }
        true
    }
}
