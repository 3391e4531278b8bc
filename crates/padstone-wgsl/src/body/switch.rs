//! `switch` (WGSL, section 9.4.3).

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;
use rustc_hash::FxHashMap;

use super::flow::Behavior;
use crate::resolve::{EnclosingStatement, Operand, Resolver};
use crate::scalar::Scalar;
use crate::tree::{CaseSelector, ExprId, List, SwitchClause};
use crate::types::{Type, TypeId};

impl Resolver<'_> {
    pub(super) fn switch(&mut self, selector: ExprId, clauses: List<SwitchClause>, span: Span) -> Behavior {
        let body = self.frame().body;
        let clauses = &body[clauses];
        let selected = self.value(selector);
        let mut cases: Vec<(Operand, Span)> = Vec::new();
        let mut defaults: Vec<Span> = Vec::new();
        for clause in clauses {
            for case in &body[clause.selectors] {
                match *case {
                    CaseSelector::Value(id) => {
                        let value = self.constant(id, "the value of a `case`");
                        cases.extend(value.map(|value| (Operand::constant(value), self.nodes[id].span)));
                    }
                    CaseSelector::Default(span) => defaults.push(span),
                }
            }
            if clause.selectors.is_empty() {
                defaults.push(Span { start: clause.span.start, end: clause.span.start + "default".len() as u32 });
            }
        }
        self.check_defaults(&defaults, span);
        if let Some(selected) = selected {
            self.check_cases(&selected, self.nodes[selector].span, cases);
        }
        let mut behavior = Behavior::NONE;
        self.frame().levels.push(EnclosingStatement::Switch);
        for clause in clauses {
            behavior = behavior.or(self.block(clause.block));
        }
        self.frame().levels.pop();
        if behavior.has(Behavior::BREAK) || clauses.is_empty() {
            return behavior.without(Behavior::BREAK).or(Behavior::NEXT);
        }
        behavior
    }

    fn check_defaults(&mut self, defaults: &[Span], span: Span) {
        match *defaults {
            [] => self.error_help(&codes::SWITCH, "`switch` without a `default` clause", span, "write `default: {}`"),
            [first, second, ..] => {
                let found = Diagnostic::error(&codes::SWITCH, "duplicate `default` in a `switch`", second);
                self.report(found.label(second, "duplicate").label(first, "first occurrence"));
            }
            _ => {}
        }
    }

    /// Checks that the selector and all cases are integers of one type, and that no two cases are equal.
    fn check_cases(&mut self, selected: &Operand, position: Span, cases: Vec<(Operand, Span)>) {
        let mut common = selected.value.ty();
        let is_integer = |this: &Self, ty| matches!(this.types[ty], Type::Scalar(scalar) if scalar.is_integer());
        if !is_integer(self, common) {
            let message = format!("expected an `i32` or `u32` selector, found `{}`", self.type_name(common));
            self.error(&codes::TYPE_MISMATCH, message, position);
            return;
        }
        if common == TypeId::scalar(Scalar::AbstractInt) {
            let concrete = cases.iter().map(|(case, _)| case.value.ty()).find(|&ty| matches!(ty, TypeId::I32 | TypeId::U32));
            common = concrete.unwrap_or(TypeId::I32);
        }
        let mut seen: FxHashMap<i128, Span> = FxHashMap::default();
        for (case, span) in cases {
            let Some(case) = self.convert(case, common, span, "the value of a `case`") else { continue };
            let Some(number) = case.value.as_number().and_then(crate::scalar::Number::as_integer) else { continue };
            if let Some(first) = seen.insert(number, span) {
                let found = Diagnostic::error(&codes::SWITCH, format!("duplicate case {number}"), span);
                self.report(found.label(span, "duplicate").label(first, "first occurrence"));
            }
        }
    }
}
