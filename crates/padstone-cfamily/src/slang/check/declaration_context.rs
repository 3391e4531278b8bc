//! Declarations that are not allowed in their context (E30305 and E31400 of slangc). The parser reports those that it cannot parse there.

use padstone_diag::{Diagnostic, codes};

use super::super::keywords::{Keyword, Modifier};
use super::super::resolve::Resolver;
use super::super::tree::{DeclId, DeclKind};

impl Resolver<'_> {
    /// Reports a declaration that its context does not allow (libslang 2026.12, each kind measured in each context).
    pub(super) fn check_declaration_place(&mut self, decl: DeclId) {
        let declared = &self.tree.decls[decl];
        let Some(parent) = declared.parent.map(|parent| &self.tree.decls[parent].kind) else { return };
        let is_outside = matches!(parent, DeclKind::Module | DeclKind::Namespace);
        let (message, help) = match (&declared.kind, parent) {
            (DeclKind::Variable { .. } | DeclKind::Buffer { .. }, DeclKind::Extension { .. })
                if !declared.modifiers.has(Modifier::Static) =>
            {
                ("an extension cannot add a data member", "make it `static` or a `property`, or move it into the struct")
            }
            (DeclKind::Buffer { .. }, DeclKind::Interface { .. }) => {
                ("an interface cannot contain a buffer", "require a `property`, or move the buffer outside")
            }
            (DeclKind::Open { .. }, parent) if !matches!(parent, DeclKind::Module) && !self.tree.is_parameter(decl) => {
                ("`type_param` is allowed only at module scope", "move it to module scope, or make it a generic parameter")
            }
            (DeclKind::Accessor { .. }, _) if is_outside && self.keywords.keyword(declared.name) == Some(Keyword::Subscript) => {
                ("`__subscript` is allowed only in a type", "move it into a struct or an extension")
            }
            _ => return,
        };
        let found = Diagnostic::error(&codes::DECLARATION_PLACE, message, declared.span);
        self.report(found.help(help));
    }
}
