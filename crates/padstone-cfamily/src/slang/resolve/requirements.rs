//! Checks that members match the requirements of an interface (E38105, E38106 and E38108 of slangc). Unknown cases pass.

use padstone_diag::{Diagnostic, codes};
use padstone_source::{Span, Symbol};
use rustc_hash::FxHashMap;

use super::super::keywords::Modifier;
use super::super::tree::{DeclId, DeclKind, ExprKind};
use super::Resolver;
use super::signature_match::{Mismatch, Requirement, SignatureMatch};

impl Resolver<'_> {
    /// Checks a member that is the only one of its name against the requirement of an interface.
    pub(super) fn check_requirement(&mut self, required: &Requirement, decl: DeclId, extends: Option<DeclId>) {
        if required.has_default {
            return self.check_default(required, decl);
        }
        let requirement = required.member;
        let Some(found) = self.only_of_name(self.tree.decls[requirement].name, decl, extends) else { return };
        match (&self.tree.decls[requirement].kind, &self.tree.decls[found].kind) {
            (DeclKind::Function { .. }, DeclKind::Function { .. }) => {
                if let SignatureMatch::No(mismatch) = self.matches_requirement(required, found, decl) {
                    self.report_mismatch(requirement, found, mismatch);
                }
            }
            (DeclKind::Accessor { accessors: requested, .. }, DeclKind::Accessor { accessors: actual, .. }) => {
                let can_set = actual.sets || actual.refers || !actual.gets;
                if requested.sets && !can_set {
                    self.mismatch(requirement, found);
                }
            }
            (DeclKind::Variable { ty: requested, .. }, DeclKind::Variable { ty: actual, .. }) => {
                let modifiers = &self.tree.decls[found].modifiers;
                let types = [requested, actual].map(|ty| ty.map(|ty| &self.tree.exprs[ty].kind));
                let differ = matches!(types, [Some(ExprKind::Name(requested)), Some(ExprKind::Name(actual))]
                    if requested != actual && self.keywords.builtin(*requested).is_some() && self.keywords.builtin(*actual).is_some());
                let is_constant = modifiers.has(Modifier::Static) && modifiers.has(Modifier::Const);
                // A member repeats the visibility modifier of its requirement (libslang 2026.12, measured).
                let is_repeated = modifiers.includes(&self.tree.decls[requirement].modifiers.visibility());
                if differ || !is_constant || !is_repeated {
                    self.mismatch(requirement, found);
                }
            }
            (DeclKind::Associated { .. }, DeclKind::Variable { .. } | DeclKind::Function { .. }) => self.mismatch(requirement, found),
            _ => {}
        }
    }

    /// The member of a type with this name, if it is the only possible one, including bases and extensions.
    pub(super) fn only_of_name(&mut self, name: Symbol, decl: DeclId, extends: Option<DeclId>) -> Option<DeclId> {
        let found: Vec<DeclId> = self.tree.named(decl, name).filter(|&found| !self.tree.is_parameter(found)).take(2).collect();
        let &[found] = &*found else { return None };
        let (inherits, own) = match &self.tree.decls[decl].kind {
            DeclKind::Struct { bases, .. } => (bases.len() > 1, 0),
            _ => (extends.is_none_or(|subject| self.tree.named(subject, name).next().is_some()), 1),
        };
        let is_only = !inherits && self.times_in_extensions(extends.unwrap_or(decl), name) <= own;
        is_only.then_some(found)
    }

    /// The number of declarations of a name in extensions of a struct, including extensions whose targets are unknown.
    fn times_in_extensions(&mut self, subject: DeclId, name: Symbol) -> u32 {
        if self.memo.extension_names.is_none() {
            let mut names = FxHashMap::default();
            for extension in self.tree.extensions.clone() {
                let extended = self.extended(extension);
                for &member in &self.tree.decls[extension].members {
                    *names.entry((extended, self.tree.decls[member].name)).or_default() += 1;
                }
            }
            self.memo.extension_names = Some(names);
        }
        let times = |owner| self.memo.extension_names.as_ref().and_then(|names| names.get(&(owner, name))).copied().unwrap_or(0);
        times(Some(subject)) + times(None)
    }

    fn report_mismatch(&mut self, requirement: DeclId, found: DeclId, report_mismatch: Mismatch) {
        match report_mismatch {
            Mismatch::Function => self.mismatch(requirement, found),
            Mismatch::Direction { requested, actual } => {
                let message =
                    format!("the direction of `{}` does not match the interface requirement", self.text(self.tree.decls[actual].name));
                let found = Diagnostic::error(&codes::INTERFACE_UNIMPLEMENTED, message, self.tree.decls[actual].span);
                self.report(found.label(self.tree.decls[requested].span, "required here").help("declare both with the same direction"));
            }
            Mismatch::Result => {
                let message =
                    format!("the result type of `{}` does not match the interface requirement", self.text(self.tree.decls[found].name));
                self.report_unlike(requirement, found, message);
            }
        }
    }

    fn mismatch(&mut self, requirement: DeclId, found: DeclId) {
        let message = format!("`{}` does not match the interface requirement", self.text(self.tree.decls[found].name));
        self.report_unlike(requirement, found, message);
    }

    fn report_unlike(&mut self, requirement: DeclId, found: DeclId, message: String) {
        let [required, position]: [Span; 2] = [requirement, found].map(|decl| self.tree.decls[decl].span);
        let found = Diagnostic::error(&codes::INTERFACE_UNIMPLEMENTED, message, position).label(required, "required here");
        self.report(found.help("declare it as the interface does"));
    }
}
