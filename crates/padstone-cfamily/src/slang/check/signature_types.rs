//! Checks types in declarations that no layout needs: of function parameters and results, of aliases, of members of generics. libslang
//! checks them whether or not anything uses them. Bodies are not checked.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Scalar, Type};

use super::super::keywords::{Builtin, Modifier};
use super::super::resolve::{Entity, EnvId, Resolver, Scope};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};
use super::bases::Dependents;

impl Resolver<'_> {
    /// Checks the types of all declarations that are not resolved yet, with unspecialized generic parameters. It runs last, because without
    /// arguments an unknown type is not a reason for a warning.
    pub(in crate::slang) fn check_signature_types(&mut self) {
        self.checks_only = true;
        let (mut written, mut dependents) = (Vec::new(), Dependents::default());
        for index in 0..self.tree.decls.len() {
            let decl = DeclId::from_index(index);
            if self.is_laid_out(decl) {
                continue;
            }
            self.check_constraint_types(decl);
            self.check_wheres(decl);
            self.check_bases(decl, &mut dependents);
            self.check_enum_bases(decl);
            self.check_extension(decl);
            self.check_setter(decl);
            self.check_sealed(decl);
            self.check_value_parameter(decl);
            self.check_default_values(decl);
            self.check_declaration_place(decl);
            self.check_usings(decl);
            self.written_types(decl, &mut written);
            for (ty, place) in written.drain(..) {
                let scope = Scope { decl: place, env: EnvId::EMPTY };
                self.check_void(decl, ty, scope);
                // `Light Light;`: a variable does not hide its own type, nor an alias the type that it names.
                match self.tree.decls[decl].kind {
                    DeclKind::Variable { .. } | DeclKind::Alias { .. } => self.hiding(decl, |resolver| resolver.check_written(ty, scope)),
                    _ => self.check_written(ty, scope),
                }
            }
        }
        self.checks_only = false;
    }

    /// The types of a declaration, each with the scope of its lookup.
    fn written_types(&self, decl: DeclId, into: &mut Vec<(ExprId, DeclId)>) {
        let declared = &self.tree.decls[decl];
        let parent = declared.parent.unwrap_or(decl);
        match &declared.kind {
            DeclKind::Function { result, .. } | DeclKind::Accessor { result, .. } => into.extend(result.map(|ty| (ty, decl))),
            DeclKind::Variable { ty, .. } => into.extend(ty.map(|ty| (ty, parent))),
            DeclKind::Alias { target } => into.push((*target, decl)),
            DeclKind::Open { default, .. } => into.extend(default.map(|ty| (ty, parent))),
            DeclKind::Extension { target, bases } => into.extend(std::iter::once(target).chain(bases).map(|&ty| (ty, decl))),
            DeclKind::Struct { bases, .. } => {
                into.extend(bases.iter().map(|&ty| (ty, self.enclosing_declaration(decl))));
            }
            _ => {}
        }
    }

    /// Whether a declaration is a variable with a layout, whose type was requested.
    fn is_laid_out(&self, decl: DeclId) -> bool {
        let declared = &self.tree.decls[decl];
        let (DeclKind::Variable { .. }, Some(parent)) = (&declared.kind, declared.parent) else { return false };
        match self.tree.decls[parent].kind {
            DeclKind::Function { .. } | DeclKind::Accessor { .. } | DeclKind::Interface { .. } | DeclKind::Extension { .. } => false,
            DeclKind::Struct { .. } => declared.generic_depth == 0 && !declared.modifiers.has(Modifier::Static),
            _ => declared.generic_depth == 0,
        }
    }

    fn check_written(&mut self, ty: ExprId, scope: Scope) {
        let mut expr = ty;
        while let ExprKind::Index(inner, _)
        | ExprKind::Pointer(inner)
        | ExprKind::Optional(inner)
        | ExprKind::Modified(_, inner)
        | ExprKind::Expand(inner)
        | ExprKind::Each(inner) = self.tree.exprs[expr].kind
        {
            expr = inner;
        }
        let is_checked = match self.tree.exprs[expr].kind {
            ExprKind::Name(name) => self.tree.declares(name),
            ExprKind::Member(..) | ExprKind::Apply(..) => true,
            _ => false,
        };
        if !is_checked || !self.is_understood(expr, scope) {
            return;
        }
        let span = self.span(expr);
        let found = self.as_argument(|resolver| resolver.entity(expr, scope));
        if let Ok(entity @ (Entity::Generic(_) | Entity::Constant(_) | Entity::Namespace(_) | Entity::Other)) = found {
            let _ = self.as_argument(|resolver| resolver.as_type(entity, span));
        }
    }

    /// Reports a generic value parameter whose type is not an integer, bool, or enum (E30624 of slangc).
    fn check_value_parameter(&mut self, decl: DeclId) {
        let declared = &self.tree.decls[decl];
        let DeclKind::OpenValue { ty, default } = declared.kind else { return };
        if ty.is_none() && default.is_some() {
            return;
        }
        let (span, scope) = (declared.span, Scope { decl: declared.parent.unwrap_or(decl), env: EnvId::EMPTY });
        let is_integer = |scalar: Scalar| !scalar.is_float() && scalar != Scalar::Void;
        if let Some(ty) = ty {
            if !self.is_understood(ty, scope) {
                return;
            }
            let can_be = match self.as_argument(|resolver| resolver.entity(ty, scope)) {
                Err(_) => true,
                Ok(Entity::Builtin(Builtin::Scalar(scalar), _)) => is_integer(scalar),
                Ok(Entity::Declared(named) | Entity::Generic(named)) => matches!(self.tree.decls[named.decl].kind, DeclKind::Enum { .. }),
                Ok(Entity::Type(ty)) => match self.module.types[ty] {
                    Type::Scalar(scalar) => is_integer(scalar),
                    ty => matches!(ty, Type::Enum(_) | Type::Unknown),
                },
                Ok(_) => false,
            };
            if can_be {
                return;
            }
        }
        let found = Diagnostic::error(&codes::VALUE_PARAMETER, "generic value parameters must be integers, bools, or enums", span);
        self.report(found.help(format!("write, for example, `let {} : int`", self.text(self.tree.decls[decl].name))));
    }

    /// Reports a constraint that is not an interface: of a parameter, of an associated type, in a `where` clause, of an interface,
    /// or of an extension
    /// (E30401, E30810, and E30813 of slangc).
    fn check_constraint_types(&mut self, decl: DeclId) {
        let declared = &self.tree.decls[decl];
        let (place, mut required) = match &declared.kind {
            DeclKind::Open { constraints, .. } => (declared.parent.unwrap_or(decl), constraints.clone()),
            DeclKind::Associated { constraints } => (decl, constraints.clone()),
            DeclKind::Interface { bases } => (self.enclosing_declaration(decl), bases.clone()),
            DeclKind::Extension { bases, .. } => (decl, bases.clone()),
            _ => (decl, Vec::new()),
        };
        self.check_interfaces(&required, place);
        if let Some(generics) = &self.tree.decls[decl].generics {
            required = generics.constraints.iter().flat_map(|(_, required)| required.iter().copied()).collect();
            self.check_interfaces(&required, decl);
        }
    }

    pub(super) fn check_interfaces(&mut self, required: &[ExprId], place: DeclId) {
        let scope = Scope { decl: place, env: EnvId::EMPTY };
        for &interface in required {
            if !self.is_understood(interface, scope) {
                continue;
            }
            let is_one = match self.as_argument(|resolver| resolver.entity(interface, scope)) {
                Err(_) | Ok(Entity::Builtin(Builtin::Interface(_), _) | Entity::Pack(_)) => true,
                Ok(Entity::Declared(found)) => matches!(self.tree.decls[found.decl].kind, DeclKind::Interface { .. }),
                Ok(Entity::Type(ty)) => matches!(self.module.types[ty], Type::Interface(_) | Type::Unknown),
                Ok(_) => false,
            };
            if !is_one {
                let found = Diagnostic::error(&codes::NO_INTERFACE, "expected an interface", self.span(interface));
                self.report(found.help("constrain the type with an interface"));
            }
        }
    }
}
