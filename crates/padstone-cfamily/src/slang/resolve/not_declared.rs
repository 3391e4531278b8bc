//! Reports undeclared names, with similar names as suggestions.

use padstone_diag::{Diagnostic, codes, nearest};

use super::super::tree::{Decl, DeclId, DeclKind, Ident};
use super::{Reported, Resolver};

impl Resolver<'_> {
    pub(in crate::slang) fn not_declared(&mut self, name: Ident) -> Reported {
        self.undeclared = Some(name.symbol);
        let text = self.text(name.symbol);
        let found = Diagnostic::error(&codes::UNKNOWN_TYPE, format!("`{text}` is not declared"), name.span).unknown(text);
        if self.is_reported(&found) {
            return self.report(found);
        }
        let help = match self.similar(name) {
            Some(similar) => format!("a similar name exists: `{similar}`"),
            None => "declare it, or import the module that declares it".to_owned(),
        };
        self.report(found.help(help))
    }

    /// The most similar known name, if it differs by a typing error. Each search compares all names, so the number of searches is limited.
    fn similar(&mut self, name: Ident) -> Option<String> {
        self.suggestions = self.suggestions.checked_sub(1)?;
        let builtin = self.names.iter().filter(|&(symbol, _)| self.keywords.builtin(symbol).is_some()).map(|(_, text)| text);
        let declared = self.tree.decls.iter().filter(|(_, decl)| self.is_nameable(decl));
        let declared: Vec<(&str, DeclId)> = declared.map(|(id, decl)| (self.text(decl.name), id)).collect();
        let near = nearest(self.text(name.symbol), builtin.chain(declared.iter().map(|&(text, _)| text)));
        let &near = near.first()?;
        let Some(&(_, mut decl)) = declared.iter().find(|(text, _)| *text == near) else { return Some(near.to_owned()) };
        let mut path = near.to_owned();
        while let Some(around) = self.tree.decls[decl].parent.filter(|&around| self.tree.decls[around].parent.is_some()) {
            path = format!("{}.{path}", self.text(self.tree.decls[around].name));
            decl = around;
        }
        Some(path)
    }

    /// Whether a name can refer to the declaration directly or through its scope: it is not a member of a value, parameter or function.
    fn is_nameable(&self, decl: &Decl) -> bool {
        let is_in_place =
            |decl: &Decl| decl.parent.is_some_and(|parent| matches!(self.tree.decls[parent].kind, DeclKind::Module | DeclKind::Namespace));
        let is_in_type = |decl: &Decl| {
            let parent = decl.parent.map(|parent| &self.tree.decls[parent]);
            parent.is_some_and(|parent| matches!(parent.kind, DeclKind::Struct { .. }) && parent.generics.is_none() && is_in_place(parent))
        };
        match decl.kind {
            DeclKind::Struct { .. } | DeclKind::Interface { .. } | DeclKind::Enum { .. } | DeclKind::Alias { .. } => {
                is_in_place(decl) || is_in_type(decl)
            }
            DeclKind::Namespace | DeclKind::Variable { .. } => is_in_place(decl),
            _ => false,
        }
    }
}
