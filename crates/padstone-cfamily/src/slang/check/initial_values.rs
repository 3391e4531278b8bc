//! Checks initializers: names that are not public in another module (E30600 of slangc), and initializers of `static const` globals
//! that are not compile-time constants (E31226).

use padstone_diag::{Diagnostic, codes};

use super::super::keywords::Modifier;
use super::super::resolve::{EnvId, Resolver, Scope};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind, Ident};

impl Resolver<'_> {
    /// Reports a `static const` outside structs whose initializer calls a function of the program, or reads a variable. Method calls are
    /// not checked: libslang 2026.12 accepts some of them (measured).
    pub(super) fn check_initial_value(&mut self, decl: DeclId) {
        let declared = &self.tree.decls[decl];
        let DeclKind::Variable { value: Some(value), .. } = declared.kind else { return };
        let is_constant = declared.modifiers.has(Modifier::Static) && declared.modifiers.has(Modifier::Const);
        let is_global =
            declared.parent.is_some_and(|parent| matches!(self.tree.decls[parent].kind, DeclKind::Module | DeclKind::Namespace));
        if !is_constant || !is_global {
            return;
        }
        let Some(unknown) = self.non_constant_part(value, Scope { decl, env: EnvId::EMPTY }) else { return };
        let declared = &self.tree.decls[decl];
        let message = format!("the value of `{}` is not a compile-time constant", self.text(declared.name));
        let found =
            Diagnostic::error(&codes::NOT_CONSTANT, message, declared.span).label(self.span(unknown), "not a compile-time constant");
        self.report(found.help("remove `const`, and assign it in the entry points"));
    }

    /// Reports names in an initializer that are not visible to the variable.
    pub(super) fn check_visible_from_initializer(&mut self, decl: DeclId) {
        let DeclKind::Variable { value: Some(value), .. } = self.tree.decls[decl].kind else { return };
        let scope = Scope { decl, env: EnvId::EMPTY };
        let mut pending = vec![value];
        while let Some(expr) = pending.pop() {
            let kind = &self.tree.exprs[expr].kind;
            pending.extend(kind.parts());
            let (named, name) = match *kind {
                ExprKind::Name(symbol) => (self.find(symbol, scope), Ident { symbol, span: self.span(expr) }),
                ExprKind::Member(owner, name) => {
                    let owner = self.named_constant(owner, scope);
                    (owner.and_then(|owner| self.member(owner, name.symbol)), name)
                }
                _ => continue,
            };
            if let Some(named) = named.filter(|named| !self.tree.is_parameter(named.decl)) {
                self.check_visible(named.decl, name, scope);
            }
        }
    }

    /// The part of an initializer that is not a compile-time constant.
    fn non_constant_part(&mut self, value: ExprId, scope: Scope) -> Option<ExprId> {
        let mut pending = vec![value];
        while let Some(expr) = pending.pop() {
            match &self.tree.exprs[expr].kind {
                ExprKind::Name(_) | ExprKind::Member(..) => {
                    let named = self.named_constant(expr, scope).map(|named| &self.tree.decls[named.decl]);
                    if named.is_some_and(|named| matches!(named.kind, DeclKind::Variable { .. }) && !named.modifiers.has(Modifier::Const)) {
                        return Some(expr);
                    }
                }
                ExprKind::Call(owner, arguments) => {
                    let owner = match self.tree.exprs[*owner].kind {
                        ExprKind::Apply(generic, _) => generic,
                        _ => *owner,
                    };
                    pending.extend(arguments);
                    let named = self.named_constant(owner, scope).map(|named| &self.tree.decls[named.decl]);
                    if named
                        .is_some_and(|named| matches!(named.kind, DeclKind::Function { .. }) && !self.keywords.is_other_builtin(named.name))
                    {
                        return Some(expr);
                    }
                }
                // A part of a type is not a value.
                ExprKind::Apply(..) => {}
                kind => pending.extend(kind.parts()),
            }
        }
        None
    }
}
