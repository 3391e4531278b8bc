//! Checks the types that setters take (E31109 of slangc).

use padstone_diag::{Diagnostic, codes};

use super::super::resolve::{EnvId, Resolver, Scope};
use super::super::tree::{DeclId, DeclKind};

impl Resolver<'_> {
    /// Reports a setter whose type differs from that of the getter.
    pub(super) fn check_setter(&mut self, decl: DeclId) {
        let DeclKind::Accessor { result: Some(result), accessors, .. } = self.tree.decls[decl].kind else { return };
        let Some(set) = accessors.set else { return };
        let DeclKind::Variable { ty: Some(ty), .. } = self.tree.decls[set].kind else { return };
        let scope = Scope { decl, env: EnvId::EMPTY };
        if ![ty, result].into_iter().all(|ty| self.is_understood(ty, scope)) {
            return;
        }
        let [set_type, get_type] = [ty, result].map(|ty| self.as_argument(|resolver| resolver.type_of(ty, scope)));
        let (Ok(set_type), Ok(get_type)) = (set_type, get_type) else { return };
        if set_type != get_type && ![set_type, get_type].contains(&self.unknown) {
            let message = format!("the setter takes `{}`, but the getter returns `{}`", self.type_text(set_type), self.type_text(get_type));
            let found = Diagnostic::error(&codes::ACCESSOR, message, self.tree.decls[set].span).label(self.span(result), "getter type");
            self.report(found.help("declare both with the same type, or remove the parameter and use `newValue`"));
        }
    }
}
