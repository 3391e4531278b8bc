//! Cases of enums. A case with a value can be named before its declaration. A case without one cannot: its value is one more than that of
//! the previous case, or with `[Flags]` twice that value, and is evaluated after it. Both are truncated to the underlying type (libslang
//! 2026.12, measured).

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Scalar, Type};

use crate::constants::{Fail, Int, Outcome, Value, not_constant};

use super::super::tree::{DeclId, DeclKind, ExprId};
use super::conversions::in_type_range;
use super::{EnvId, ResolutionState, Resolver, Scope};

impl Resolver<'_> {
    /// Evaluates a case that is not evaluated yet.
    pub(super) fn case(&mut self, case: DeclId, enumeration: DeclId) -> Outcome {
        let DeclKind::Case { value } = self.tree.decls[case].kind else { return Err(Fail::Dependent) };
        if let Some(value) = value {
            return self.explicit_case(case, enumeration, value);
        }
        // All previous cases, in order, unless this evaluation began in one of them.
        let members = &self.tree.decls[enumeration].members;
        let Ok(position) = members.binary_search(&case) else { return Err(Fail::Dependent) };
        let known = |&member: &DeclId| self.memo.constants.contains_key(&Scope { decl: member, env: EnvId::EMPTY });
        let has_value = |&member: &DeclId| matches!(self.tree.decls[member].kind, DeclKind::Case { value: Some(_) });
        let from = members[..position].iter().rposition(|member| known(member) || has_value(member)).unwrap_or(0);
        let before: Vec<DeclId> = members[from..position].to_vec();
        let (tag, is_flags) = (self.tag(enumeration).unwrap_or(Scalar::Int32), self.attribute(enumeration, "Flags").is_some());
        let mut next = Value::Int(is_flags.into(), Int::Int32);
        for member in before {
            let scope = Scope { decl: member, env: EnvId::EMPTY };
            let found = match self.memo.constants.get(&scope) {
                Some(ResolutionState::Begun) => {
                    return Err(not_constant(
                        "the implicit value of a later enum case is not known yet",
                        "specify the value of the case",
                        self.tree.decls[case].span,
                    ));
                }
                Some(ResolutionState::Done(value)) => *value,
                None => match self.tree.decls[member].kind {
                    DeclKind::Case { value: Some(value) } => self.explicit_case(member, enumeration, value).ok(),
                    _ => {
                        self.memo.constants.insert(scope, ResolutionState::Done(Some(next)));
                        Some(next)
                    }
                },
            };
            if let Some(Value::Int(value, ty)) = found {
                next = match in_type_range(Value::Int(if is_flags { value * 2 } else { value + 1 }, ty), tag) {
                    // The bit is beyond the type, or there was none.
                    Value::Int(0, ty) if is_flags => Value::Int(1, ty),
                    next => next,
                };
            }
        }
        self.memo.constants.insert(Scope { decl: case, env: EnvId::EMPTY }, ResolutionState::Done(Some(next)));
        Ok(next)
    }

    /// The underlying type of an enum; `None` if it is unresolved.
    pub(super) fn tag(&mut self, enumeration: DeclId) -> Option<Scalar> {
        let DeclKind::Enum { bases } = &self.tree.decls[enumeration].kind else { return Some(Scalar::Int32) };
        let Some(&tag) = bases.first() else { return Some(Scalar::Int32) };
        let tag = self.type_or_unknown(tag, Scope { decl: self.enclosing_declaration(enumeration), env: EnvId::EMPTY });
        match self.module.types[tag] {
            Type::Scalar(scalar) => Some(scalar),
            Type::Unknown => None,
            _ => Some(Scalar::Int32),
        }
    }

    /// Evaluates a case with a value.
    fn explicit_case(&mut self, case: DeclId, enumeration: DeclId, value: ExprId) -> Outcome {
        let scope = Scope { decl: case, env: EnvId::EMPTY };
        let position = self.span(value);
        self.memo.constants.insert(scope, ResolutionState::Begun);
        let uses_linked = std::mem::take(&mut self.uses_linked);
        let inside = Scope { decl: enumeration, env: EnvId::EMPTY };
        let found = self.deeper(position, |resolver| Ok(resolver.value(value, inside))).unwrap_or(Err(Fail::Dependent));
        let tag = self.tag(enumeration).unwrap_or(Scalar::Int32);
        let found = found.map(|found| in_type_range(self.truncated(value, found), tag));
        if std::mem::replace(&mut self.uses_linked, uses_linked) {
            self.report_linked(position);
        }
        self.memo.constants.insert(scope, ResolutionState::Done(found.as_ref().ok().copied()));
        found
    }

    /// Checks the value of a case: it must not depend on itself, on a case without a value yet, or on the arguments of the
    /// enclosing generic, whose instances share it (E32003 of slangc).
    pub(in crate::slang) fn check_case(&mut self, case: DeclId) {
        let scope = Scope { decl: case, env: EnvId::EMPTY };
        let (DeclKind::Case { value: Some(value) }, Some(inner)) = (&self.tree.decls[case].kind, self.tree.decls[case].parent) else {
            return;
        };
        let (value, errors) = (*value, self.errors);
        let is_known = matches!(self.memo.constants.get(&scope), Some(ResolutionState::Done(Some(_))));
        if is_known || self.tree.decls[case].generic_depth == 0 && self.memo.constants.contains_key(&scope) {
            return;
        }
        match self.explicit_case(case, inner, value) {
            Err(Fail::Report(found)) => {
                self.report(*found);
            }
            Err(Fail::Dependent) if self.tree.decls[case].generic_depth > 0 && self.errors == errors => {
                let position = self.span(value);
                let found =
                    Diagnostic::error(&codes::NOT_CONSTANT, "the value of an enum case cannot depend on generic arguments", position);
                self.report(found.help("declare a `static const` in the enclosing type instead"));
            }
            _ => {}
        }
    }
}
