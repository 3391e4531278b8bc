//! Undeclared names outside bodies: in parameters and results, aliases, bases, constraints, initializers (E30015 of slangc).

use padstone_diag::{Diagnostic, codes};
use padstone_source::Symbol;
use rustc_hash::FxHashSet;

use super::super::keywords::{Modifier, PackPart, in_linear_algebra};
use super::super::resolve::{EnvId, Resolver, Scope};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind, Ident};

impl Resolver<'_> {
    /// Reports names in a declaration that nothing in the program declares. A name that is declared somewhere is resolved where it is
    /// needed. `pending` is empty before and after: one list serves all declarations.
    pub(in crate::slang) fn check_mentions(&mut self, decl: DeclId, pending: &mut Vec<ExprId>) {
        let declared = &self.tree.decls[decl];
        match &declared.kind {
            DeclKind::Struct { bases, .. } | DeclKind::Interface { bases } | DeclKind::Enum { bases } => pending.extend(bases),
            DeclKind::Alias { target } => pending.push(*target),
            DeclKind::Associated { constraints } => pending.extend(constraints),
            DeclKind::Open { constraints, default } => pending.extend(constraints.iter().chain(default)),
            DeclKind::OpenValue { ty, default } => pending.extend(ty.iter().chain(default)),
            DeclKind::Extension { bases, .. } => pending.extend(bases),
            DeclKind::Variable { ty, value, .. } => pending.extend(ty.iter().chain(value)),
            DeclKind::Case { value } => pending.extend(value),
            DeclKind::Function { result, .. } | DeclKind::Accessor { result, .. } => pending.extend(result),
            DeclKind::Module | DeclKind::Namespace | DeclKind::Buffer { .. } => {}
        }
        self.check_forward_constraints(decl);
        let declared = &self.tree.decls[decl];
        if !self.tree.usings.is_empty() {
            pending.extend(self.tree.usings.get(&decl).into_iter().flatten());
        }
        if let Some(generics) = &declared.generics {
            pending.extend(
                generics
                    .constraints
                    .iter()
                    .chain(&generics.optional)
                    .flat_map(|(subject, requested)| std::iter::once(subject).chain(requested)),
            );
            pending.extend(generics.equalities.iter().flat_map(|equality| [equality.left, equality.right]));
            pending.extend(generics.converted.iter().chain(&generics.nonempty));
            pending.extend(generics.counts.iter().flat_map(|&(pack, count)| [pack, count]));
        }
        while let Some(expr) = pending.pop() {
            match &self.tree.exprs[expr].kind {
                ExprKind::Name(name) => {
                    let name = *name;
                    if !self.is_any(name) {
                        let span = self.span(expr);
                        self.not_declared(Ident { symbol: name, span });
                    }
                }
                kind => {
                    let pack = match kind {
                        ExprKind::PackPart(_, pack) | ExprKind::PackBranch(pack, ..) => Some(*pack),
                        _ => None,
                    };
                    pending.extend(kind.parts());
                    if let Some(pack) = pack {
                        self.check_pack(expr, pack, decl);
                    }
                }
            }
        }
    }

    /// Reports pack operations on something other than a pack (E30410 of slangc), and on a pack that may be empty (E30412).
    fn check_pack(&mut self, operation: ExprId, pack: ExprId, decl: DeclId) {
        let ExprKind::Name(name) = self.tree.exprs[pack].kind else { return };
        let Some(found) = self.find(name, Scope { decl, env: EnvId::EMPTY }) else { return };
        if !self.tree.decls[found.decl].modifiers.has(Modifier::Each) {
            let message = format!("`{}` is not a pack", self.text(name));
            let found = Diagnostic::error(&codes::PACK_EXPANSION, message, self.span(operation)).label(self.span(pack), "expected a pack");
            self.report(found.help("declare the parameter with `each`"));
            return;
        }
        let selects_one = matches!(self.tree.exprs[operation].kind, ExprKind::PackPart(PackPart::First | PackPart::Last, _));
        if !selects_one || self.tree.nonempty.contains(&operation) {
            return;
        }
        let generics = self.tree.decls[found.decl].parent.and_then(|generic| self.tree.decls[generic].generics.as_ref());
        let requires_nonempty =
            |constrained: &ExprId| matches!(self.tree.exprs[*constrained].kind, ExprKind::Name(constrained) if constrained == name);
        if generics.is_some_and(|generics| generics.nonempty.iter().any(requires_nonempty)) {
            return;
        }
        let message = format!("pack `{}` may be empty", self.text(name));
        let found = Diagnostic::error(&codes::PACK_EMPTY, message, self.span(operation))
            .label(self.span(operation), "an empty pack has no element");
        self.report(found.help(format!("add `where nonempty({})`", self.text(name))));
    }

    /// Reports a type alias that refers to itself, used or not. `known` contains the aliases checked before.
    pub(in crate::slang) fn check_alias(&mut self, decl: DeclId, known: &mut FxHashSet<DeclId>) {
        let mut path = Vec::new();
        let mut index = decl;
        while known.insert(index) {
            path.push(index);
            let DeclKind::Alias { target } = self.tree.decls[index].kind else { return };
            let mut expr = target;
            while let ExprKind::Index(inner, _) | ExprKind::Pointer(inner) | ExprKind::Modified(_, inner) = self.tree.exprs[expr].kind {
                expr = inner;
            }
            let ExprKind::Name(name) = self.tree.exprs[expr].kind else { return };
            let scope = Scope { decl: index, env: EnvId::EMPTY };
            let Some(found) = self.hiding(index, |resolver| resolver.find(name, scope)) else { return };
            index = found.decl;
        }
        if path.contains(&index) {
            // Its resolution reports the error.
            let _ = self.declared(Scope { decl: index, env: EnvId::EMPTY });
        }
    }

    /// Reports constraints that use their own parameter or a later one (E30117 of slangc); a `where` clause can.
    fn check_forward_constraints(&mut self, decl: DeclId) {
        let Some(generics) = &self.tree.decls[decl].generics else { return };
        let parameters = generics.parameters.clone();
        for (position, &parameter) in parameters.iter().enumerate() {
            let DeclKind::Open { constraints, .. } = &self.tree.decls[parameter].kind else { continue };
            for constraint in constraints.clone() {
                let Some(later) = parameters[position..].iter().find(|&&later| self.mentions(constraint, self.tree.decls[later].name))
                else {
                    continue;
                };
                let message = format!("the constraint uses `{}` before its declaration", self.text(self.tree.decls[*later].name));
                let found = Diagnostic::error(&codes::FORWARD_CONSTRAINT, message, self.span(constraint));
                self.report(found.help("move the constraint into a `where` clause after all parameters"));
            }
        }
    }

    /// Whether a type expression contains a name.
    pub(in crate::slang) fn mentions(&self, expr: ExprId, name: Symbol) -> bool {
        let mut pending = vec![expr];
        while let Some(expr) = pending.pop() {
            match &self.tree.exprs[expr].kind {
                ExprKind::Name(known) if *known == name => return true,
                kind => pending.extend(kind.parts()),
            }
        }
        false
    }

    /// Whether the program or the language declares this name.
    pub(in crate::slang) fn is_any(&self, name: Symbol) -> bool {
        let is_known = self.tree.declares(name) || self.keywords.builtin(name).is_some() || self.keywords.is_other_builtin(name);
        is_known
            || matches!(self.text(name), "This" | "")
            || self.text(name).starts_with("__")
            || in_linear_algebra(self.text(name)).is_some()
    }
}
