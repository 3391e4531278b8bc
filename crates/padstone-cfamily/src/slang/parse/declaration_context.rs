//! Declarations that are not allowed in their context (E30102 of slangc). Each kind was measured in each context with libslang 2026.12.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::super::keywords::Keyword;
use super::super::tree::{DeclKind, ExprId, ExprKind, Ident};
use super::Parser;
use super::modifiers::DeclPrefix;
use crate::reader::Reader;

const OUTSIDE: &str = "move it outside";

impl Parser<'_, '_> {
    /// Reports a declaration that its context does not allow.
    pub(super) fn check_place(&mut self, name: Ident, kind: &DeclKind) {
        let place = &self.tree.decls[self.place].kind;
        let is_outside = matches!(place, DeclKind::Module | DeclKind::Namespace);
        let is_in_interface = matches!(place, DeclKind::Interface { .. });
        let (message, help) = match kind {
            DeclKind::Alias { .. } if is_in_interface => {
                ("a type alias is not allowed in an interface", "require an `associatedtype`, or move the alias outside")
            }
            DeclKind::Struct { .. } | DeclKind::Enum { .. } | DeclKind::Interface { .. } if is_in_interface => {
                ("a type declaration is not allowed in an interface", OUTSIDE)
            }
            DeclKind::Associated { .. } if !is_in_interface => {
                ("`associatedtype` is allowed only in an interface", "declare the type with `typealias`")
            }
            DeclKind::Accessor { .. } if is_outside && self.keywords.keyword(name.symbol) == Some(Keyword::Init) => {
                ("`__init` is allowed only in a type", "move it into a struct or an extension")
            }
            _ if is_outside => return,
            DeclKind::Interface { .. } => ("an interface is not allowed in a type or buffer", OUTSIDE),
            DeclKind::Extension { .. } => ("an extension is not allowed in a type or buffer", "move it outside"),
            DeclKind::Namespace => ("a namespace is not allowed in a type or buffer", OUTSIDE),
            _ => return,
        };
        self.report(Diagnostic::error(&codes::DECLARATION_PLACE, message, name.span).help(help));
    }

    /// Reports a `__generic<…>` before a declaration that cannot be generic.
    pub(super) fn check_not_generic(&mut self, prefix: &DeclPrefix, name: Ident) {
        if prefix.generics.is_some() {
            let message = format!("`{}` cannot be generic", self.text(name.symbol));
            let found = Diagnostic::error(&codes::DECLARATION_PLACE, message, name.span);
            self.report(found.help("remove `__generic<…>`: only types, type aliases, functions and extensions can be generic"));
        }
    }

    /// Reports a struct or enum declared where only the name of a type is allowed: in a `typealias`, a parameter list, or a base list.
    pub(super) fn check_declares_none(&mut self, mut ty: ExprId) {
        while let ExprKind::Modified(_, inner) = self.tree.exprs[ty].kind {
            ty = inner;
        }
        let ExprKind::Declared(declared) = self.tree.exprs[ty].kind else { return };
        let span = self.tree.decls[declared].span;
        let found = Diagnostic::error(&codes::DECLARATION_PLACE, "a type declaration is not allowed here", span);
        self.report(found.help("declare the type first, then use its name"));
    }

    /// Whether `span` is outside types and buffers, where modules and namespaces must be declared. Reports it otherwise.
    pub(super) fn check_outside(&mut self, span: Span) -> bool {
        let is_outside = matches!(self.tree.decls[self.place].kind, DeclKind::Module | DeclKind::Namespace);
        if !is_outside {
            let message = "module, import, and `using` declarations are not allowed in a type or buffer";
            self.report(Diagnostic::error(&codes::DECLARATION_PLACE, message, span).help("move it outside"));
        }
        is_outside
    }
}
