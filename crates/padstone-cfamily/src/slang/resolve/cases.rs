//! Cases of enums. One with a value can be named before it, one without cannot: it is one more than the case before, which is found out
//! when its turn comes (libslang 2026.12, measured).

use crate::constants::{Fail, Int, Outcome, Value, not_constant};

use super::super::tree::{DeclId, DeclKind, ExprId};
use super::{EnvId, Progress, Resolver, Scope};

impl Resolver<'_> {
    /// Evaluates a case of which nothing is known yet.
    pub(super) fn case(&mut self, case: DeclId, of: DeclId) -> Outcome {
        let DeclKind::Case { value } = self.tree.decls[case].kind else { return Err(Fail::Dependent) };
        if let Some(value) = value {
            return self.given_case(case, of, value);
        }
        // All before it, in order, unless it is them that ask.
        let members = &self.tree.decls[of].members;
        let Ok(position) = members.binary_search(&case) else { return Err(Fail::Dependent) };
        let known = |&member: &DeclId| self.constants.contains_key(&Scope { decl: member, env: EnvId::EMPTY });
        let given = |&member: &DeclId| matches!(self.tree.decls[member].kind, DeclKind::Case { value: Some(_) });
        let from = members[..position].iter().rposition(|member| known(member) || given(member)).unwrap_or(0);
        let before: Vec<DeclId> = members[from..position].to_vec();
        let mut next = Value::Int(0, Int::Int32);
        for member in before {
            let scope = Scope { decl: member, env: EnvId::EMPTY };
            let found = match self.constants.get(&scope) {
                Some(Progress::Begun) => {
                    return Err(not_constant("this case comes later, and is one more than the one before it", self.tree.decls[case].span));
                }
                Some(Progress::Done(value)) => *value,
                None => match self.tree.decls[member].kind {
                    DeclKind::Case { value: Some(value) } => self.given_case(member, of, value).ok(),
                    _ => {
                        self.constants.insert(scope, Progress::Done(Some(next)));
                        Some(next)
                    }
                },
            };
            if let Some(Value::Int(value, ty)) = found {
                next = Value::Int(value.saturating_add(1), ty);
            }
        }
        self.constants.insert(Scope { decl: case, env: EnvId::EMPTY }, Progress::Done(Some(next)));
        Ok(next)
    }

    /// Evaluates a case that says its value.
    fn given_case(&mut self, case: DeclId, of: DeclId, value: ExprId) -> Outcome {
        let scope = Scope { decl: case, env: EnvId::EMPTY };
        let at = self.span(value);
        self.constants.insert(scope, Progress::Begun);
        let uses_linked = std::mem::take(&mut self.uses_linked);
        let inside = Scope { decl: of, env: EnvId::EMPTY };
        let found = self.deeper(at, |resolver| Ok(resolver.value(value, inside))).unwrap_or(Err(Fail::Dependent));
        let found = found.map(|found| self.cut_off(value, found));
        if std::mem::replace(&mut self.uses_linked, uses_linked) {
            self.report_linked(at);
        }
        self.constants.insert(scope, Progress::Done(found.as_ref().ok().copied()));
        found
    }

    /// Evaluates a case for what is wrong with it: that it depends on itself, or on one that has no value yet.
    pub(in crate::slang) fn check_case(&mut self, case: DeclId) {
        let scope = Scope { decl: case, env: EnvId::EMPTY };
        let (DeclKind::Case { value: Some(value) }, Some(of)) = (&self.tree.decls[case].kind, self.tree.decls[case].parent) else { return };
        let value = *value;
        if !self.constants.contains_key(&scope)
            && let Err(Fail::Report(found)) = self.given_case(case, of, value)
        {
            self.report(*found);
        }
    }
}
