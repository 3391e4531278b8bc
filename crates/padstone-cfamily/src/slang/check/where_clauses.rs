//! Checks the subjects of `where` clauses. Each form was measured with libslang 2026.12.

use padstone_diag::{Diagnostic, codes};
use padstone_model::Type;

use super::super::keywords::{Builtin, Modifier};
use super::super::resolve::{Entity, EnvId, MAX_ALIASES, Resolver, Scope};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind, TypeEquality};

impl Resolver<'_> {
    /// Reports `where` clauses that are not allowed.
    pub(super) fn check_wheres(&mut self, decl: DeclId) {
        if self.tree.decls[decl].generics.is_none() || self.has_constraint_cycle(decl) {
            return;
        }
        let Some(generics) = &self.tree.decls[decl].generics else { return };
        // `where float == T` constrains `T`.
        let asking = generics.constraints.iter().filter(|(_, required)| !required.is_empty());
        let subjects: Vec<ExprId> = asking.map(|(subject, _)| *subject).collect();
        let (equalities, nonempty) = (generics.equalities.clone(), generics.nonempty.clone());
        let packs: Vec<ExprId> = nonempty.into_iter().chain(generics.counts.iter().map(|&(pack, _)| pack)).collect();
        subjects.into_iter().for_each(|subject| self.check_subject(subject, decl));
        equalities.into_iter().for_each(|equality| self.check_type_equality(equality, decl));
        packs.into_iter().for_each(|pack| self.check_own_pack(pack, decl));
    }

    /// Reports a `where` clause about a non-type, or about a type that depends on no parameter (E30060 and E30402 of slangc).
    fn check_subject(&mut self, subject: ExprId, decl: DeclId) {
        if self.is_type_in_where(subject, decl) && self.depends_on(subject, decl) == Some(false) {
            let message = "the constrained type does not depend on a generic parameter";
            let found = Diagnostic::error(&codes::CONSTRAINT_SUBJECT, message, self.span(subject));
            self.report(found.help("constrain a generic parameter of this declaration, or one of its associated types"));
        }
    }

    /// Reports `==` between types neither of which depends on a parameter, or one of which is an interface or a generic without arguments
    /// (E30405 and E30404 of slangc).
    fn check_type_equality(&mut self, equality: TypeEquality, decl: DeclId) {
        let sides = [equality.left, equality.right];
        let are_types = sides.map(|side| self.is_type_in_where(side, decl));
        if are_types != [true, true] {
            return;
        }
        if sides.iter().all(|&side| self.depends_on(side, decl) == Some(false)) {
            let message = "neither side of the equality depends on a generic parameter";
            let found = Diagnostic::error(&codes::CONSTRAINT_SUBJECT, message, equality.at);
            self.report(found.help("constrain a generic parameter of this declaration, or one of its associated types"));
        }
        for side in sides {
            let scope = Scope { decl, env: EnvId::EMPTY };
            let is_complete = match self.as_argument(|resolver| resolver.entity(side, scope)) {
                Ok(Entity::Declared(declared)) => !matches!(self.tree.decls[declared.decl].kind, DeclKind::Interface { .. }),
                Ok(Entity::Builtin(builtin, _)) => !matches!(builtin, Builtin::Interface(_)),
                Ok(entity) => !matches!(entity, Entity::Generic(_)),
                Err(_) => true,
            };
            if !is_complete && self.depends_on(side, decl) == Some(false) {
                let message = "a type cannot equal an interface or a generic without arguments";
                let found = Diagnostic::error(&codes::CONSTRAINT_SUBJECT, message, self.span(side));
                self.report(found.help("write `:` to require conformance to an interface, or add the generic arguments"));
                return;
            }
        }
    }

    /// Whether the subject of a `where` clause is known to be a type; reports it otherwise.
    fn is_type_in_where(&mut self, expr: ExprId, decl: DeclId) -> bool {
        let (scope, span) = (Scope { decl, env: EnvId::EMPTY }, self.span(expr));
        if !self.is_understood(expr, scope) {
            return false;
        }
        match self.as_argument(|resolver| resolver.entity(expr, scope)) {
            Err(_) => false,
            Ok(entity @ (Entity::Namespace(_) | Entity::Constant(_) | Entity::Value(_) | Entity::OpenValue | Entity::Other)) => {
                let _ = self.as_argument(|resolver| resolver.as_type(entity, span));
                false
            }
            Ok(_) => true,
        }
    }

    /// Reports `nonempty` and `countof` of something other than a pack of this declaration (E30413, E30416, and E30430 of slangc).
    fn check_own_pack(&mut self, pack: ExprId, decl: DeclId) {
        let found = match self.tree.exprs[pack].kind {
            // The missing `expand` is reported elsewhere.
            ExprKind::Each(_) => return,
            ExprKind::Name(name) if !self.is_any(name) => return,
            ExprKind::Name(name) => self.find(name, Scope { decl, env: EnvId::EMPTY }),
            _ => None,
        };
        let is_own = |found: Scope| {
            let found = &self.tree.decls[found.decl];
            found.modifiers.has(Modifier::Each) && found.parent == Some(decl)
        };
        if !found.is_some_and(is_own) {
            let found = Diagnostic::error(&codes::PACK_EXPANSION, "expected a pack of this declaration", self.span(pack));
            self.report(found.help("name a parameter that is declared with `each`"));
        }
    }

    /// Whether a type depends on a generic parameter of a declaration: the first parameter that it names decides, whatever declares it;
    /// value and pack parameters are ignored. `None` if that is unknown.
    fn depends_on(&mut self, ty: ExprId, decl: DeclId) -> Option<bool> {
        let entity = self.as_argument(|resolver| resolver.entity(ty, Scope { decl, env: EnvId::EMPTY }));
        let is_closed = match entity {
            Ok(Entity::Builtin(Builtin::Scalar(_) | Builtin::Vector(..) | Builtin::Matrix(..), _)) => true,
            Ok(Entity::Type(ty)) => matches!(self.module.types[ty], Type::Scalar(_) | Type::Vector { .. } | Type::Enum(_)),
            _ => false,
        };
        if is_closed {
            return Some(false);
        }
        let first = self.first_parameter(ty, decl, MAX_ALIASES)?;
        Some(first.is_some_and(|parameter| self.tree.decls[parameter].parent == Some(decl)))
    }

    /// The first unspecialized type in a type expression; `None` if that is unknown.
    fn first_parameter(&mut self, ty: ExprId, place: DeclId, aliases: u32) -> Option<Option<DeclId>> {
        let scope = Scope { decl: place, env: EnvId::EMPTY };
        match &self.tree.exprs[ty].kind {
            ExprKind::Name(name) => {
                let name = *name;
                let Some(found) = self.find(name, scope) else {
                    let is_extension = |around: DeclId| matches!(self.tree.decls[around].kind, DeclKind::Extension { .. });
                    let names_this_type = self.text(name) == "This" && !self.tree.outward(place).any(is_extension);
                    return (names_this_type || self.keywords.builtin(name).is_some()).then_some(None);
                };
                let declared = &self.tree.decls[found.decl];
                match declared.kind {
                    DeclKind::Open { .. } | DeclKind::Associated { .. } => Some(Some(found.decl)),
                    DeclKind::OpenValue { .. } | DeclKind::Interface { .. } => Some(None),
                    DeclKind::Struct { .. } | DeclKind::Enum { .. } if declared.generic_depth == 0 => Some(None),
                    DeclKind::Struct { .. } if declared.generic_depth == 1 && declared.generics.is_some() => Some(None),
                    DeclKind::Alias { target } if declared.generic_depth == 0 && aliases > 0 => {
                        self.first_parameter(target, found.decl, aliases - 1)
                    }
                    _ => None,
                }
            }
            ExprKind::Member(subject, _) => {
                let subject = *subject;
                match self.as_argument(|resolver| resolver.entity(subject, scope)) {
                    Ok(Entity::Type(open)) if matches!(self.module.types[open], Type::Unspecialized(_)) => {
                        self.first_parameter(subject, place, aliases)
                    }
                    // `This.E` of an interface.
                    Ok(Entity::Declared(subject)) if matches!(self.tree.decls[subject.decl].kind, DeclKind::Interface { .. }) => Some(None),
                    _ => None,
                }
            }
            ExprKind::Index(subject, _) | ExprKind::Pointer(subject) => self.first_parameter(*subject, place, aliases),
            ExprKind::Apply(subject, arguments) => {
                let (subject, arguments) = (*subject, arguments.clone());
                let is_checked = match self.as_argument(|resolver| resolver.entity(subject, scope)) {
                    Ok(Entity::Generic(subject)) => match self.tree.decls[subject.decl].kind {
                        DeclKind::Interface { .. } => false,
                        // Expressions that refer to themselves are skipped.
                        DeclKind::Struct { .. } if subject.decl != place && !self.has_pack_parameter(subject.decl) => true,
                        _ => return None,
                    },
                    Ok(Entity::Builtin(Builtin::TupleOf | Builtin::Interface(_), _)) => false,
                    Ok(Entity::Builtin(..)) => true,
                    _ => return None,
                };
                for argument in arguments.into_iter().filter(|_| is_checked) {
                    if let Some(parameter) = self.first_parameter(argument, place, aliases)? {
                        return Some(Some(parameter));
                    }
                }
                Some(None)
            }
            ExprKind::Constant(_) => Some(None),
            _ => None,
        }
    }
}
