//! Generics whose constraints refer to instances of themselves: checking their arguments would require their own constraints (E40002 of
//! slangc).

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};
use super::{EnvId, Resolver, Scope};

/// Generics whose constraints form a cycle, each with the index of its cycle.
#[derive(Default)]
pub(super) struct ConstraintCycles {
    by_declaration: FxHashMap<DeclId, Option<u32>>,
    count: u32,
    /// The cycles that were reported: one report is enough, wherever the cycle is entered.
    reported: FxHashSet<u32>,
}

/// A generic on the current path.
struct GenericVisit {
    generic: DeclId,
    references: Vec<DeclId>,
    next: usize,
    /// The lowest position on the path that it leads back to.
    first: usize,
}

impl Resolver<'_> {
    /// Whether the constraints of a generic form a cycle; reports one of its generics.
    pub(in crate::slang) fn has_constraint_cycle(&mut self, generic: DeclId) -> bool {
        if !self.memo.constraint_cycles.by_declaration.contains_key(&generic) {
            self.find_constraint_cycles(generic);
        }
        let Some(&Some(cycle)) = self.memo.constraint_cycles.by_declaration.get(&generic) else { return false };
        if !self.memo.constraint_cycles.reported.insert(cycle) {
            return true;
        }
        let references = self.constraint_references(generic);
        let leads_back = |&(expr, _): &(ExprId, Span)| {
            let generics = self.generics_in(expr, generic);
            generics.into_iter().any(|other| self.memo.constraint_cycles.by_declaration.get(&other) == Some(&Some(cycle)))
        };
        let position = references.into_iter().find(leads_back).map_or(self.tree.decls[generic].span, |(_, position)| position);
        let message = format!("the constraints of `{}` form a cycle", self.text(self.tree.decls[generic].name));
        let found = Diagnostic::error(&codes::INCOMPLETE_TYPE, message, position);
        self.report(found.help("use a constraint that does not contain the same generic"));
        true
    }

    /// Finds the cycles reachable from a generic, visiting each generic once (Tarjan's strongly connected components).
    fn find_constraint_cycles(&mut self, generic: DeclId) {
        // Generics that may still turn out to be in a cycle, and their positions.
        let (mut open, mut positions) = (Vec::new(), FxHashMap::default());
        let mut path = vec![self.visit(generic, &mut open, &mut positions)];
        while let Some(visit) = path.last_mut() {
            if let Some(&other) = visit.references.get(visit.next) {
                visit.next += 1;
                match positions.get(&other) {
                    Some(&position) => visit.first = visit.first.min(position),
                    None if self.memo.constraint_cycles.by_declaration.contains_key(&other) => {}
                    None => {
                        let visit = self.visit(other, &mut open, &mut positions);
                        path.push(visit);
                    }
                }
                continue;
            }
            let Some(done) = path.pop() else { break };
            if let Some(before) = path.last_mut() {
                before.first = before.first.min(done.first);
            }
            if positions.get(&done.generic) == Some(&done.first) {
                let members = open.split_off(done.first);
                let is_cycle = members.len() > 1 || done.references.contains(&done.generic);
                let cycle = is_cycle.then_some(self.memo.constraint_cycles.count);
                self.memo.constraint_cycles.count += u32::from(is_cycle);
                for member in members {
                    positions.remove(&member);
                    self.memo.constraint_cycles.by_declaration.insert(member, cycle);
                }
            }
        }
    }

    fn visit(&mut self, generic: DeclId, open: &mut Vec<DeclId>, positions: &mut FxHashMap<DeclId, usize>) -> GenericVisit {
        let first = open.len();
        open.push(generic);
        positions.insert(generic, first);
        let references = self.constraint_references(generic).into_iter().flat_map(|(expr, _)| self.generics_in(expr, generic)).collect();
        GenericVisit { generic, references, next: 0, first }
    }

    /// The types and interfaces in the constraints of a generic, each with the scope of its constraint.
    fn constraint_references(&self, generic: DeclId) -> Vec<(ExprId, Span)> {
        let Some(generics) = &self.tree.decls[generic].generics else { return Vec::new() };
        let mut references = Vec::new();
        for &parameter in &generics.parameters {
            if let DeclKind::Open { constraints, .. } = &self.tree.decls[parameter].kind {
                references.extend(constraints.iter().map(|&constraint| (constraint, self.span(constraint))));
            }
        }
        for (subject, constraints) in generics.constraints.iter().chain(&generics.optional) {
            references.extend(std::iter::once(subject).chain(constraints).map(|&expr| (expr, self.span(*subject))));
        }
        references.extend(generics.equalities.iter().flat_map(|equality| [(equality.left, equality.at), (equality.right, equality.at)]));
        references
    }

    /// The generics that an expression instantiates.
    fn generics_in(&mut self, expr: ExprId, place: DeclId) -> Vec<DeclId> {
        let (mut pending, mut generics) = (vec![expr], Vec::new());
        while let Some(expr) = pending.pop() {
            let kind = &self.tree.exprs[expr].kind;
            pending.extend(kind.parts());
            let ExprKind::Apply(callee, _) = kind else { continue };
            let ExprKind::Name(name) = self.tree.exprs[*callee].kind else { continue };
            if let Some(found) = self.find(name, Scope { decl: place, env: EnvId::EMPTY }) {
                generics.push(found.decl);
            }
        }
        generics
    }
}
