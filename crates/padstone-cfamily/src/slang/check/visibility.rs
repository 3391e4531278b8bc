//! `public`, `internal`, and `private`: where they are not allowed (E30603 and E36005 of slangc), members that are more visible than
//! their type (E30601), and declarations that are more visible than their type (E30604). Measured with libslang 2026.12.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::super::keywords::{Builtin, Keyword, Modifier};
use super::super::resolve::{Entity, EnvId, Resolver, Scope};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};

/// The scope in which a declaration is visible.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Visibility {
    Private,
    Internal,
    Public,
}

impl Resolver<'_> {
    /// Checks the visibility of a declaration, in a module that uses visibility modifiers.
    pub(in crate::slang) fn check_visibility(&mut self, decl: DeclId) {
        let declared = &self.tree.decls[decl];
        if !self.modules[declared.module as usize].has_visibility {
            return;
        }
        let Some(parent) = declared.parent else { return };
        self.check_visibility_place(decl, parent);
        let declared = &self.tree.decls[decl];
        let types = match &declared.kind {
            DeclKind::Variable { ty, .. } => ty.iter().copied().collect(),
            // A parameter is as visible as its generic or function.
            &DeclKind::OpenValue { ty: Some(ty), .. } => {
                let declared_visibility_of = self.visibility(parent);
                return self.check_visible_types(decl, declared_visibility_of, &[ty]);
            }
            DeclKind::Function { parameters, result, .. } => self.signature(parameters, *result),
            DeclKind::Accessor { parameters, result, .. } => self.signature(parameters, *result),
            DeclKind::Alias { target } => vec![*target],
            DeclKind::Struct { .. } | DeclKind::Enum { .. } | DeclKind::Interface { .. } | DeclKind::Extension { .. } => Vec::new(),
            _ => return,
        };
        // Function parameters are checked together with these.
        let parent_kind = &self.tree.decls[parent].kind;
        if matches!(parent_kind, DeclKind::Function { .. } | DeclKind::Accessor { .. }) {
            return;
        }
        let declared_visibility_of = self.visibility(decl);
        self.check_visible_types(decl, declared_visibility_of, &types);
        let is_type = |id: &DeclId| {
            let kind = &self.tree.decls[*id].kind;
            matches!(
                kind,
                DeclKind::Struct { .. }
                    | DeclKind::Enum { .. }
                    | DeclKind::Interface { .. }
                    | DeclKind::Extension { .. }
                    | DeclKind::Buffer { .. }
            )
        };
        let Some(around) = self.tree.outward(parent).find(is_type) else { return };
        if declared_visibility_of > self.visibility(around) {
            let span = self.tree.decls[decl].span;
            let message = format!("`{}` is more visible than its enclosing type", self.text(self.tree.decls[decl].name));
            let found = Diagnostic::error(&codes::VISIBILITY, message, span).label(self.tree.decls[around].span, "less visible");
            self.report(found.help("make the enclosing type equally visible, or remove the modifier"));
        }
    }

    fn signature(&self, parameters: &[DeclId], result: Option<ExprId>) -> Vec<ExprId> {
        let types = parameters.iter().filter_map(|&parameter| match self.tree.decls[parameter].kind {
            DeclKind::Variable { ty, .. } => ty,
            _ => None,
        });
        result.into_iter().chain(types).collect()
    }

    /// Reports `private` outside types and in an interface, and visibility modifiers of a namespace.
    fn check_visibility_place(&mut self, decl: DeclId, parent: DeclId) {
        let declared = &self.tree.decls[decl];
        let text = |word| declared.modifiers.written().iter().find(|written| self.text(written.symbol) == word).map(|word| word.span);
        let is_namespace = matches!(declared.kind, DeclKind::Namespace);
        let found = match &self.tree.decls[parent].kind {
            _ if is_namespace && let Some(span) = text("internal") => Some(("a namespace cannot be `internal`", span)),
            DeclKind::Module | DeclKind::Namespace => {
                text("private").map(|span| ("a declaration outside a type cannot be `private`", span))
            }
            DeclKind::Interface { .. } => text("private").map(|span| ("an interface requirement cannot be `private`", span)),
            _ => None,
        };
        if let Some((message, span)) = found {
            self.report(
                Diagnostic::error(&codes::VISIBILITY, message, span)
                    .help("remove the modifier: only `public` declarations are visible outside their module"),
            );
        }
    }

    fn check_visible_types(&mut self, decl: DeclId, declared_visibility_of: Visibility, types: &[ExprId]) {
        let Some(parent) = self.tree.decls[decl].parent else { return };
        let mut least = (Visibility::Public, Span::default());
        let owner = if self.tree.decls[decl].generics.is_some() { decl } else { parent };
        for &ty in types {
            let found = self.type_visibility(ty, Scope { decl: owner, env: EnvId::EMPTY });
            if found < least.0 {
                least = (found, self.span(ty));
            }
        }
        // An initializer returns its struct.
        if matches!(self.tree.decls[decl].kind, DeclKind::Accessor { .. })
            && self.keywords.keyword(self.tree.decls[decl].name) == Some(Keyword::Init)
        {
            let returned = self.visibility(parent);
            if returned < least.0 {
                least = (returned, self.tree.decls[parent].span);
            }
        }
        if declared_visibility_of <= least.0 {
            return;
        }
        let mut position = vec![self.tree.decls[decl].span];
        // So does the initializer that is synthesized for a struct.
        let is_field = matches!(self.tree.decls[decl].kind, DeclKind::Variable { .. });
        if is_field && self.tree.decls[parent].kind.has_fields() && !self.has_initializer(parent) {
            position.push(self.tree.decls[parent].span);
        }
        for span in position {
            let message = format!("`{}` is more visible than a type in its declaration", self.text(self.tree.decls[decl].name));
            let found = Diagnostic::error(&codes::TYPE_LESS_VISIBLE, message, span).label(least.1, "less visible");
            self.report(found.help("declare the type `public`"));
        }
    }

    fn has_initializer(&self, owner: DeclId) -> bool {
        let is_initialized = |&member: &DeclId| {
            let member = &self.tree.decls[member];
            matches!(member.kind, DeclKind::Accessor { .. }) && self.keywords.keyword(member.name) == Some(Keyword::Init)
        };
        self.tree.decls[owner].members.iter().any(is_initialized)
    }

    fn visibility(&self, decl: DeclId) -> Visibility {
        let declared = &self.tree.decls[decl];
        let modifiers = &declared.modifiers;
        if modifiers.has(Modifier::Public) {
            return Visibility::Public;
        }
        if modifiers.has(Modifier::Internal) {
            return Visibility::Internal;
        }
        if modifiers.has(Modifier::Private) {
            return Visibility::Private;
        }
        if matches!(declared.kind, DeclKind::Open { .. } | DeclKind::OpenValue { .. } | DeclKind::Namespace) {
            return Visibility::Public;
        }
        let default = if self.modules[declared.module as usize].has_visibility { Visibility::Internal } else { Visibility::Public };
        match declared.parent.map(|parent| (parent, &self.tree.decls[parent].kind)) {
            Some((around, DeclKind::Interface { .. } | DeclKind::Enum { .. })) => self.visibility(around),
            Some((around, DeclKind::Struct { .. } | DeclKind::Extension { .. })) => self.visibility(around).min(default),
            _ => default,
        }
    }

    /// The lowest visibility of the names in a type.
    fn type_visibility(&mut self, ty: ExprId, scope: Scope) -> Visibility {
        let mut least = Visibility::Public;
        let mut pending = vec![(ty, scope)];
        let mut seen = Vec::new();
        while let Some((expr, scope)) = pending.pop() {
            match &self.tree.exprs[expr].kind {
                ExprKind::Index(inner, _) | ExprKind::Pointer(inner) | ExprKind::Optional(inner) => pending.push((*inner, scope)),
                // libslang 2026.12 does not check packs.
                ExprKind::Apply(inner, _) if self.is_tuple(*inner) => {}
                ExprKind::Apply(inner, arguments) => pending.extend(std::iter::once(inner).chain(arguments).map(|&expr| (expr, scope))),
                ExprKind::Name(name) => {
                    let Some(found) = self.find(*name, scope) else { continue };
                    self.declared_visibility(found, &mut least, &mut pending, &mut seen);
                }
                ExprKind::Member(..) => {
                    if let Ok(Entity::Declared(found) | Entity::Generic(found)) = self.entity(expr, scope) {
                        self.declared_visibility(found, &mut least, &mut pending, &mut seen);
                    }
                }
                _ => {}
            }
        }
        least
    }

    fn is_tuple(&self, expression: ExprId) -> bool {
        matches!(self.tree.exprs[expression].kind, ExprKind::Name(name) if self.keywords.builtin(name) == Some(Builtin::TupleOf))
    }

    fn declared_visibility(&self, found: Scope, least: &mut Visibility, pending: &mut Vec<(ExprId, Scope)>, seen: &mut Vec<DeclId>) {
        match self.tree.decls[found.decl].kind {
            // An alias counts as the type that it names, independently of its own visibility.
            DeclKind::Alias { target } if !seen.contains(&found.decl) => {
                seen.push(found.decl);
                pending.push((target, found));
            }
            DeclKind::Struct { .. } | DeclKind::Enum { .. } | DeclKind::Interface { .. } => {
                *least = (*least).min(self.visibility(found.decl))
            }
            _ => {}
        }
    }
}
