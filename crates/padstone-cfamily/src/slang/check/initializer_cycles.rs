//! Constants whose initializers depend on themselves (E39999 of slangc). Each is reported, used or not.

use padstone_diag::{Diagnostic, codes};
use rustc_hash::FxHashMap;

use super::super::keywords::Modifier;
use super::super::resolve::{EnvId, MAX_ALIASES, Resolver, Scope};
use super::super::tree::{DeclId, DeclKind, ExprId, ExprKind};

/// The constants that were visited so far.
#[derive(Default)]
pub(super) struct VisitedConstants {
    /// The visit order of each.
    numbers: FxHashMap<DeclId, usize>,
}

/// A constant that is being visited.
struct ConstantVisit {
    constant: DeclId,
    number: usize,
    /// The lowest visit number on the current path that its value depends on.
    lowest: usize,
    depends_on_itself: bool,
    pending: Vec<DeclId>,
}

impl Resolver<'_> {
    /// Visits a constant and all constants that it depends on (Tarjan, "Depth-first search and linear graph algorithms", 1972).
    pub(super) fn check_cycle(&mut self, decl: DeclId, followed: &mut VisitedConstants) {
        if !self.is_explicit_constant(decl) || followed.numbers.contains_key(&decl) {
            return;
        }
        let mut path = vec![self.step(decl, followed)];
        // Constants that are on the path, or reach one that is.
        let mut open: Vec<DeclId> = vec![decl];
        while let Some(step) = path.last_mut() {
            let Some(next) = step.pending.pop() else {
                let Some(done) = path.pop() else { return };
                if let Some(before) = path.last_mut() {
                    before.lowest = before.lowest.min(done.lowest);
                }
                if done.lowest == done.number {
                    let from = open.iter().rposition(|&constant| constant == done.constant).unwrap_or(0);
                    let cycle = open.split_off(from);
                    if cycle.len() > 1 || done.depends_on_itself {
                        cycle.iter().for_each(|&constant| self.depends_on_itself(constant));
                    }
                    // A finished constant is not in a cycle with a later one.
                    followed.numbers.extend(cycle.into_iter().map(|constant| (constant, usize::MAX)));
                }
                continue;
            };
            step.depends_on_itself |= next == step.constant;
            match followed.numbers.get(&next) {
                Some(&number) => step.lowest = step.lowest.min(number),
                None => {
                    open.push(next);
                    path.push(self.step(next, followed));
                }
            }
        }
    }

    fn step(&mut self, constant: DeclId, followed: &mut VisitedConstants) -> ConstantVisit {
        let number = followed.numbers.len();
        followed.numbers.insert(constant, number);
        ConstantVisit { constant, number, lowest: number, depends_on_itself: false, pending: self.computed_from(constant) }
    }

    fn is_explicit_constant(&self, decl: DeclId) -> bool {
        let declared = &self.tree.decls[decl];
        let has_value = matches!(declared.kind, DeclKind::Variable { value: Some(_), .. });
        has_value && declared.modifiers.has(Modifier::Static) && declared.modifiers.has(Modifier::Const)
    }

    /// The constants that the initializer of a constant names.
    fn computed_from(&mut self, constant: DeclId) -> Vec<DeclId> {
        let DeclKind::Variable { value: Some(value), .. } = self.tree.decls[constant].kind else { return Vec::new() };
        let scope = Scope { decl: constant, env: EnvId::EMPTY };
        let is_generic = self.tree.decls[constant].generic_depth > 0;
        let mut found = Vec::new();
        let mut pending: Vec<ExprId> = vec![value];
        while let Some(expr) = pending.pop() {
            let named = match &self.tree.exprs[expr].kind {
                ExprKind::Name(_) => self.named_constant(expr, scope),
                ExprKind::Member(..) if !is_generic => self.named_constant(expr, scope),
                kind @ (ExprKind::Unary(..)
                | ExprKind::Cast(..)
                | ExprKind::Binary(..)
                | ExprKind::Conditional(..)
                | ExprKind::Braced(_)) => {
                    pending.extend(kind.parts());
                    None
                }
                _ => None,
            };
            found.extend(named.map(|named| named.decl).filter(|&named| self.is_explicit_constant(named)));
        }
        found
    }

    /// The declaration that an expression names: `K`, `S.K`, and for `v.x` the constant `v`. Errors in it are reported where its value is
    /// needed.
    pub(in crate::slang) fn named_constant(&mut self, expr: ExprId, scope: Scope) -> Option<Scope> {
        match self.tree.exprs[expr].kind {
            ExprKind::Name(name) => self.find(name, scope),
            ExprKind::Apply(constant, _) => {
                // Invalid generic arguments are reported, whether the value is needed or not.
                let _ = self.entity(expr, scope);
                self.named_constant(constant, scope)
            }
            ExprKind::Member(constant, name) => {
                let mut constant = self.named_constant(constant, scope)?;
                for _ in 0..MAX_ALIASES {
                    let DeclKind::Alias { target } = self.tree.decls[constant.decl].kind else { break };
                    let ExprKind::Name(name) = self.tree.exprs[target].kind else { return None };
                    constant = self.find(name, constant)?;
                }
                match self.tree.decls[constant.decl].kind {
                    DeclKind::Variable { .. } => Some(constant),
                    _ => self.member(constant, name.symbol),
                }
            }
            _ => None,
        }
    }

    pub(in crate::slang) fn depends_on_itself(&mut self, constant: DeclId) {
        let declared = &self.tree.decls[constant];
        let (span, message) = (declared.span, format!("the value of `{}` depends on itself", self.text(declared.name)));
        self.report(Diagnostic::error(&codes::NOT_CONSTANT, message, span).help("initialize one constant of the cycle without the others"));
    }
}
