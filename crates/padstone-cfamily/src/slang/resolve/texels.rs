//! Texel types: they must conform to `ITexelElement` (E38029 of slangc). This is checked for each texture that is written
//! anywhere outside bodies, used or not; an unspecialized type must conform by its constraints.

use padstone_diag::{Diagnostic, codes};
use padstone_source::{Span, Symbol};

use super::super::keywords::{Builtin, TEXELS};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind, Ident};
use super::builtins::requires_texels;
use super::{Entity, EnvId, Reported, Resolver, Scope};

impl Resolver<'_> {
    /// Checks the textures in the written types of a declaration.
    pub(in crate::slang) fn check_textures(&mut self, decl: DeclId) {
        let declared = &self.tree.decls[decl];
        let (ty, place) = match declared.kind {
            // A type is looked up in the scope of the variable, which may have the same name.
            DeclKind::Variable { ty: Some(ty), .. } => (ty, declared.parent.unwrap_or(decl)),
            DeclKind::Function { result: Some(ty), .. }
            | DeclKind::Accessor { result: Some(ty), .. }
            | DeclKind::Alias { target: ty }
            | DeclKind::Extension { target: ty, .. } => (ty, decl),
            _ => return,
        };
        let scope = Scope { decl: place, env: EnvId::EMPTY };
        let (mut expr, mut pending) = (ty, Vec::new());
        loop {
            match &self.tree.exprs[expr].kind {
                ExprKind::Apply(generic, arguments) => {
                    let (generic, arguments) = (*generic, arguments.clone());
                    pending.extend(arguments.iter().rev());
                    self.check_texture(expr, generic, arguments.first().copied(), scope);
                }
                ExprKind::Index(generic, _)
                | ExprKind::Member(generic, _)
                | ExprKind::Pointer(generic)
                | ExprKind::Optional(generic)
                | ExprKind::Expand(generic)
                | ExprKind::Each(generic)
                | ExprKind::Modified(_, generic) => pending.push(*generic),
                _ => {}
            }
            let Some(next) = pending.pop() else { return };
            expr = next;
        }
    }

    fn check_texture(&mut self, texture: ExprId, generic: ExprId, element: Option<ExprId>, scope: Scope) {
        let (&ExprKind::Name(name), Some(element)) = (&self.tree.exprs[generic].kind, element) else { return };
        let Some(Builtin::Resource(kind, ..)) = self.keywords.builtin(name) else { return };
        if !requires_texels(kind) || self.find(name, scope).is_some() {
            return;
        }
        if self.is_conditional(element, scope) {
            let text = self.expression_text(element);
            self.no_texel(name, &text, self.span(texture));
        } else if !self.is_unspecialized(element, scope) {
            // Its resolution reports the error.
            let _ = self.type_of(texture, scope);
        } else if !self.is_unspecialized_texel(element, scope) {
            let text = self.expression_text(element);
            self.no_texel(name, &text, self.span(texture));
        }
    }

    pub(super) fn no_texel(&mut self, texture: Symbol, element: &str, span: Span) -> Reported {
        let message = format!("`{}` cannot contain `{element}`: texels are scalars or vectors", self.text(texture));
        let found = Diagnostic::error(&codes::TEMPLATE_ARGUMENTS, message, span);
        self.report(found.help("constrain a generic parameter with `ITexelElement`"))
    }

    /// A type as written, as far as it consists of names.
    fn expression_text(&self, expr: ExprId) -> String {
        match &self.tree.exprs[expr].kind {
            ExprKind::Name(name) => self.text(*name).to_owned(),
            ExprKind::Member(inner, name) => format!("{}.{}", self.expression_text(*inner), self.text(name.symbol)),
            ExprKind::Apply(inner, _) => format!("{}<…>", self.expression_text(*inner)),
            ExprKind::Modified(_, inner) | ExprKind::Each(inner) | ExprKind::Expand(inner) => self.expression_text(*inner),
            ExprKind::Index(inner, _) => format!("{}[…]", self.expression_text(*inner)),
            _ => "this".to_owned(),
        }
    }

    /// Whether a type names an unspecialized parameter.
    fn is_unspecialized(&mut self, ty: ExprId, scope: Scope) -> bool {
        let mut pending = vec![ty];
        while let Some(expr) = pending.pop() {
            match &self.tree.exprs[expr].kind {
                ExprKind::Name(name) => {
                    let name = *name;
                    let is_unspecialized = match self.find(name, scope) {
                        Some(found) => matches!(
                            self.tree.decls[found.decl].kind,
                            DeclKind::Open { .. } | DeclKind::OpenValue { .. } | DeclKind::Associated { .. }
                        ),
                        None => self.text(name) == "This",
                    };
                    if is_unspecialized {
                        return true;
                    }
                }
                kind => pending.extend(kind.parts()),
            }
        }
        false
    }

    /// Whether a type is `Conditional<…>`, which is not checked as its content.
    fn is_conditional(&mut self, ty: ExprId, scope: Scope) -> bool {
        let ExprKind::Apply(callee, _) = self.tree.exprs[ty].kind else { return false };
        let ExprKind::Name(name) = self.tree.exprs[callee].kind else { return false };
        self.keywords.builtin(name) == Some(Builtin::ConditionalOf) && self.find(name, scope).is_none()
    }

    /// Whether an unspecialized type is a texel by its constraints. Assumed if unknown.
    fn is_unspecialized_texel(&mut self, element: ExprId, scope: Scope) -> bool {
        match self.tree.exprs[element].kind {
            ExprKind::Name(name) => match self.find(name, scope) {
                Some(found) => self.is_declared_texel(found, scope),
                None => self.text(name) != "This",
            },
            // Only vectors of a known scalar conform, with any number of components.
            ExprKind::Apply(callee, ref arguments) => {
                let element = arguments.first().copied();
                let ExprKind::Name(name) = self.tree.exprs[callee].kind else { return true };
                match (self.find(name, scope), self.keywords.builtin(name), element) {
                    (None, Some(Builtin::VectorOf), Some(element)) => !self.is_unspecialized(element, scope),
                    (None, Some(_), _) => false,
                    (Some(found), ..) => match self.tree.decls[found.decl].kind {
                        DeclKind::Struct { .. } => false,
                        // An alias of its own parameter is the argument.
                        DeclKind::Alias { target } if matches!(self.tree.exprs[target].kind, ExprKind::Apply(..)) => {
                            self.is_unspecialized_texel(target, Scope { decl: found.decl, env: EnvId::EMPTY })
                        }
                        _ => true,
                    },
                    _ => true,
                }
            }
            ExprKind::Member(callee, name) => match self.associated(callee, name, scope) {
                Some(found) => self.is_declared_texel(found, scope),
                None => true,
            },
            ExprKind::Modified(_, callee) | ExprKind::Each(callee) => self.is_unspecialized_texel(callee, scope),
            ExprKind::Index(..) | ExprKind::Pointer(_) | ExprKind::Optional(_) | ExprKind::Declared(_) => false,
            _ => true,
        }
    }

    fn is_declared_texel(&mut self, found: Scope, from: Scope) -> bool {
        let constraints = match &self.tree.decls[found.decl].kind {
            DeclKind::Open { constraints, .. } | DeclKind::Associated { constraints } => constraints.clone(),
            _ => return true,
        };
        let declared = Scope { decl: found.decl, env: EnvId::EMPTY };
        self.names_texel(&constraints, declared) || self.is_texel_by_where_clause(found.decl, from)
    }

    /// Whether one of the constraints is `ITexelElement`, or implies it.
    fn names_texel(&mut self, constraints: &[ExprId], scope: Scope) -> bool {
        constraints.iter().any(|&constraint| match self.tree.exprs[constraint].kind {
            ExprKind::Name(_) | ExprKind::Member(..) => match self.entity(constraint, scope) {
                Ok(Entity::Builtin(Builtin::Interface(interface), _)) => interface.is_or_extends(&TEXELS),
                Ok(_) => false,
                Err(_) => true,
            },
            _ => false,
        })
    }

    /// Whether a `where` clause of an enclosing declaration makes an unspecialized type a texel: `where T : ITexelElement`, `where T ==
    /// float`.
    fn is_texel_by_where_clause(&mut self, open: DeclId, from: Scope) -> bool {
        let around: Vec<DeclId> = self.tree.outward(from.decl).collect();
        for decl in around {
            let Some(generics) = &self.tree.decls[decl].generics else { continue };
            let clauses = generics.constraints.clone();
            let scope = Scope { decl, env: EnvId::EMPTY };
            for (subject, constraints) in clauses {
                let subject = match self.tree.exprs[subject].kind {
                    ExprKind::Name(name) => self.find(name, scope),
                    ExprKind::Member(inner, name) => self.associated(inner, name, scope),
                    _ => None,
                };
                let is_subject = subject.is_some_and(|subject| subject.decl == open);
                // Otherwise the clause equates it with another type, which is checked as such.
                if is_subject && (constraints.is_empty() || self.names_texel(&constraints, scope)) {
                    return true;
                }
            }
        }
        false
    }

    /// The associated type of an unspecialized type, according to its constraints.
    fn associated(&mut self, owner: ExprId, name: Ident, scope: Scope) -> Option<Scope> {
        let ExprKind::Name(base) = self.tree.exprs[owner].kind else { return None };
        let open = self.find(base, scope)?.decl;
        let mut interfaces = match &self.tree.decls[open].kind {
            DeclKind::Open { constraints, .. } | DeclKind::Associated { constraints } => constraints.clone(),
            _ => return None,
        };
        let around: Vec<DeclId> = self.tree.outward(scope.decl).collect();
        for decl in around {
            let Some(generics) = &self.tree.decls[decl].generics else { continue };
            let names_it = |subject: &ExprId| matches!(self.tree.exprs[*subject].kind, ExprKind::Name(name) if name == base);
            let clauses = generics.constraints.iter().filter(|(subject, _)| names_it(subject));
            interfaces.extend(clauses.flat_map(|(_, constraints)| constraints));
        }
        let place = Scope { decl: open, env: EnvId::EMPTY };
        let mut pending: Vec<Scope> = interfaces.into_iter().filter_map(|interface| self.named_declaration(interface, place)).collect();
        let mut seen = Vec::new();
        while let Some(interface) = pending.pop() {
            if seen.contains(&interface.decl) {
                continue;
            }
            seen.push(interface.decl);
            if let Some(decl) = self.tree.named(interface.decl, name.symbol).next() {
                return Some(Scope { decl, env: EnvId::EMPTY });
            }
            let DeclKind::Interface { bases } = &self.tree.decls[interface.decl].kind else { continue };
            let outside = Scope { decl: self.enclosing_declaration(interface.decl), env: EnvId::EMPTY };
            for base in bases.clone() {
                pending.extend(self.named_declaration(base, outside));
            }
        }
        None
    }
}
