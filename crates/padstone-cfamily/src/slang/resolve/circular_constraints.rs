//! Generics that ask something of instances of themselves: to know whether arguments fit, their own constraints would have to be known
//! (E40002 of slangc).

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;
use rustc_hash::FxHashSet;

use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};
use super::{EnvId, Resolver, Scope};

impl Resolver<'_> {
    /// Whether the constraints of a generic lead back to it; reports one of the generics on the way.
    pub(in crate::slang) fn asks_of_itself(&mut self, generic: DeclId) -> bool {
        if let Some(&known) = self.memo.circular_constraints.get(&generic) {
            return known;
        }
        let asked = self.asked_by(generic);
        let found = asked.into_iter().find_map(|(expr, at)| {
            let mut seen = FxHashSet::default();
            let mut pending = self.generics_in(expr, generic);
            while let Some(other) = pending.pop() {
                if other == generic {
                    return Some((at, seen));
                }
                if seen.insert(other) {
                    for (expr, _) in self.asked_by(other) {
                        pending.extend(self.generics_in(expr, other));
                    }
                }
            }
            None
        });
        self.memo.circular_constraints.insert(generic, found.is_some());
        let Some((at, way)) = found else { return false };
        // It is one circle, wherever it is entered.
        self.memo.circular_constraints.extend(way.into_iter().map(|other| (other, true)));
        let message = format!("what `{}` asks for depends on itself", self.text(self.tree.decls[generic].name));
        let found = Diagnostic::error(&codes::INCOMPLETE_TYPE, message, at);
        self.report(found.help("ask for something that is not made of the same generic"));
        true
    }

    /// The types and interfaces that the constraints of a generic are written with, each with where the constraint is.
    fn asked_by(&self, generic: DeclId) -> Vec<(ExprId, Span)> {
        let Some(generics) = &self.tree.decls[generic].generics else { return Vec::new() };
        let mut asked = Vec::new();
        for &parameter in &generics.parameters {
            if let DeclKind::Open { constraints, .. } = &self.tree.decls[parameter].kind {
                asked.extend(constraints.iter().map(|&constraint| (constraint, self.span(constraint))));
            }
        }
        for (subject, constraints) in generics.constraints.iter().chain(&generics.optional) {
            asked.extend(std::iter::once(subject).chain(constraints).map(|&expr| (expr, self.span(*subject))));
        }
        asked.extend(generics.same.iter().flat_map(|same| [(same.one, same.at), (same.other, same.at)]));
        asked
    }

    /// The generics that an expression has arguments for.
    fn generics_in(&mut self, expr: ExprId, place: DeclId) -> Vec<DeclId> {
        let (mut pending, mut generics) = (vec![expr], Vec::new());
        while let Some(expr) = pending.pop() {
            let kind = &self.tree.exprs[expr].kind;
            pending.extend(kind.parts());
            let ExprKind::Apply(of, _) = kind else { continue };
            let ExprKind::Name(name) = self.tree.exprs[*of].kind else { continue };
            if let Some(found) = self.find(name, Scope { decl: place, env: EnvId::EMPTY }) {
                generics.push(found.decl);
            }
        }
        generics
    }
}
