//! Declarations that cannot be where they are (E30102 of slangc; libslang 2026.12, each in each measured).

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::super::tree::{DeclKind, ExprId, ExprKind, Ident};
use super::super::words::Keyword;
use super::Parser;
use crate::reader::Reader;

const OUTSIDE: &str = "declare it outside";

impl Parser<'_, '_> {
    /// Reports a declaration in one that cannot hold it.
    pub(super) fn check_place(&mut self, name: Ident, kind: &DeclKind) {
        let place = &self.tree.decls[self.place].kind;
        let is_outside = matches!(place, DeclKind::Module | DeclKind::Namespace);
        let is_in_interface = matches!(place, DeclKind::Interface { .. });
        let (message, help) = match kind {
            DeclKind::Alias { .. } if is_in_interface => {
                ("an interface gives no type a name", "ask for one with `associatedtype`, or declare the name outside")
            }
            DeclKind::Struct { .. } | DeclKind::Enum { .. } | DeclKind::Interface { .. } if is_in_interface => {
                ("no type can be declared in an interface", OUTSIDE)
            }
            DeclKind::Associated { .. } if !is_in_interface => ("only an interface asks for a type", "give the type with a `typealias`"),
            DeclKind::Accessor { .. } if is_outside && self.words.keyword(name.symbol) == Some(Keyword::Init) => {
                ("an initializer is of a type", "put it into a struct or an extension")
            }
            _ if is_outside => return,
            DeclKind::Interface { .. } => ("no interface can be declared in a type or buffer", OUTSIDE),
            DeclKind::Extension { .. } => ("nothing can be extended in a type or buffer", "extend it outside"),
            DeclKind::Namespace => ("a namespace cannot be in a type or buffer", OUTSIDE),
            _ => return,
        };
        self.report(Diagnostic::error(&codes::DECLARATION_PLACE, message, name.span).help(help));
    }

    /// Reports a struct or enum that is declared where a type is only named: behind `typealias`, among parameters, as a base.
    pub(super) fn check_declares_none(&mut self, mut ty: ExprId) {
        while let ExprKind::Modified(_, of) = self.tree.exprs[ty].kind {
            ty = of;
        }
        let ExprKind::Declared(declared) = self.tree.exprs[ty].kind else { return };
        let span = self.tree.decls[declared].span;
        let found = Diagnostic::error(&codes::DECLARATION_PLACE, "no type can be declared here", span);
        self.report(found.help("declare it before, and write its name"));
    }

    /// Whether what stands at `at` is outside of types and buffers, where alone modules and namespaces can be named. Reports it if not.
    pub(super) fn check_outside(&mut self, at: Span) -> bool {
        let is_outside = matches!(self.tree.decls[self.place].kind, DeclKind::Module | DeclKind::Namespace);
        if !is_outside {
            let message = "modules and namespaces cannot be named in a type or buffer";
            self.report(Diagnostic::error(&codes::DECLARATION_PLACE, message, at).help("write it outside"));
        }
        is_outside
    }
}
