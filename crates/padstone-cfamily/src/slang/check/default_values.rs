//! Members without a default value, in structs whose synthesized constructor needs one (E30517 and E30518 of slangc).

use padstone_diag::{Diagnostic, codes};

use super::super::keywords::{Builtin, Modifier};
use super::super::resolve::{Entity, EnvId, Resolver, Scope};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};

impl Resolver<'_> {
    /// Reports the last member of a struct if its type is `vector<float, T.count>` or `matrix<float, T.count, 2>`, where `count` is a constant of
    /// an interface of an unspecialized `T`. Computed counts, arrays, and the number of columns may be unspecialized (libslang 2026.12,
    /// measured).
    pub(super) fn check_default_values(&mut self, decl: DeclId) {
        if !matches!(self.tree.decls[decl].kind, DeclKind::Struct { .. }) {
            return;
        }
        let constructs = self.names.lookup("__init").is_some_and(|name| self.tree.named(decl, name).next().is_some());
        let members = if constructs { Vec::new() } else { self.tree.decls[decl].members.clone() };
        for member in members.into_iter().rev() {
            let Some(count) = self.length_of_vector(member) else { continue };
            let scope = Scope { decl, env: EnvId::EMPTY };
            if !self.is_understood(count, scope) {
                continue;
            }
            if let Ok(Entity::OpenValue) = self.as_argument(|resolver| resolver.entity(count, scope)) {
                let message =
                    format!("`{}` has no default value: its length depends on a generic argument", self.text(self.tree.decls[member].name));
                let found = Diagnostic::error(&codes::NOT_CONSTANT, message, self.tree.decls[member].span);
                let found = found.label(self.span(count), "known only after specialization");
                self.report(found.help("initialize the member, or add a constructor, `__init() {}`, to the struct"));
                return;
            }
        }
    }

    /// The component or row count of a member without a value, if it is a member expression.
    fn length_of_vector(&self, member: DeclId) -> Option<ExprId> {
        let declared = &self.tree.decls[member];
        let DeclKind::Variable { ty: Some(ty), value: None, .. } = declared.kind else { return None };
        let ExprKind::Apply(callee, ref arguments) = self.tree.exprs[ty].kind else { return None };
        let ExprKind::Name(name) = self.tree.exprs[callee].kind else { return None };
        let is_vector = matches!(self.keywords.builtin(name), Some(Builtin::VectorOf | Builtin::MatrixOf)) && !self.tree.declares(name);
        let is_member = is_vector && !declared.modifiers.has(Modifier::Static);
        arguments.get(1).copied().filter(|&count| is_member && matches!(self.tree.exprs[count].kind, ExprKind::Member(..)))
    }
}
