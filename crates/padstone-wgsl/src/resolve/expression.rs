//! Evaluates expressions.
//!
//! An operation on values that are not all known is applied to sample values of their types: its result has the right type, and only that
//! is used. Each operation is therefore defined once, on values.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::call::CallResult;
use super::directives::Extension;
use super::operand::ViewPart;
use super::{EvaluationTime, Operand, ResolvedGlobal, Resolver};
use crate::constant::{
    EvaluationError, EvaluationResult, Value, binary, convert_value, member_of_parts, member_type_of_parts, swizzle, unary,
};
use crate::predeclared::{Entity, Predeclared};
use crate::scalar::{Number, Scalar};
use crate::tree::{BinaryOp, ExprId, Expression, ExpressionKind, Ident, LiteralValue, UnaryOp};
use crate::types::{Count, Type, TypeId};

impl Resolver<'_> {
    /// The result of an expression; `None` if an error has been reported.
    pub(crate) fn expression(&mut self, id: ExprId) -> Option<Operand> {
        // Left-associative chains (`a + b + c`, `a.b[c].d`) may be longer than the call stack is deep. They are descended and applied in a
        // loop.
        let mut chain: Vec<ExprId> = Vec::new();
        let mut index = id;
        loop {
            let down = match self.nodes[index].kind {
                ExpressionKind::Binary { left: down, .. }
                | ExpressionKind::Index { base: down, .. }
                | ExpressionKind::Member { base: down, .. }
                | ExpressionKind::Unary { operand: down, .. } => down,
                ExpressionKind::Paren(inner) => {
                    index = inner;
                    continue;
                }
                _ => break,
            };
            chain.push(index);
            index = down;
        }
        let Some(mut operand) = self.leaf(index) else {
            self.visit_operands(&chain);
            return None;
        };
        self.note(index, &operand);
        while let Some(above) = chain.pop() {
            let Some(next) = self.apply(above, operand) else {
                self.visit_operands(&chain);
                return None;
            };
            operand = next;
            self.note(above, &operand);
        }
        Some(operand)
    }

    /// Visits the other operands of a chain whose innermost operand depends on a name of an unknown extension: they may name variables.
    fn visit_operands(&mut self, chain: &[ExprId]) {
        if self.unsupported_extension().is_none() {
            return;
        }
        for &above in chain.iter().rev() {
            if let ExpressionKind::Binary { right: other, .. } | ExpressionKind::Index { index: other, .. } = self.nodes[above].kind {
                self.value(other);
            }
        }
    }

    /// The result of an expression as a value: a reference is loaded.
    pub(crate) fn value(&mut self, id: ExprId) -> Option<Operand> {
        let operand = self.expression(id)?;
        self.load(operand, self.nodes[id].span)
    }

    /// A const-expression. `role` is its description.
    pub(crate) fn constant(&mut self, id: ExprId, role: &str) -> Option<Value> {
        let operand = self.value(id)?;
        if operand.is_constant() {
            return Some(operand.value);
        }
        let span = self.nodes[id].span;
        let when = if operand.known == EvaluationTime::Runtime { "at run time" } else { "at pipeline creation" };
        self.error(&codes::NOT_CONSTANT, format!("{role} must be a constant, but this value is known only {when}"), span);
        None
    }

    /// Like an expression, but without evaluation (`false && x`): only its type matters.
    fn unevaluated(&mut self, id: ExprId) -> Option<Operand> {
        let before = std::mem::replace(&mut self.evaluates, false);
        let operand = self.value(id);
        self.evaluates = before;
        operand
    }

    fn leaf(&mut self, id: ExprId) -> Option<Operand> {
        let Expression { kind, span } = self.nodes[id];
        match kind {
            ExpressionKind::Literal(literal) => {
                if matches!(literal.value(), LiteralValue::F16(_)) && !self.requires_extension(Extension::F16, span, "the literal") {
                    return None;
                }
                let number = number(literal.value());
                self.note_native(number.scalar(), span);
                Some(Operand::constant(Value::Number(number)))
            }
            ExpressionKind::Name(symbol) => self.named(Ident { symbol, span }),
            ExpressionKind::Call { callee, arguments } => match self.call(callee, arguments, span)? {
                CallResult::Value(operand) => Some(operand),
                CallResult::Nothing => {
                    let message = format!("`{}` returns no value", self.source.text(self.nodes[callee].span));
                    self.error(&codes::TYPE_MISMATCH, message, span);
                    None
                }
            },
            ExpressionKind::Template { name, .. } => {
                if let ExpressionKind::Name(symbol) = self.nodes[name].kind {
                    let ident = Ident { symbol, span };
                    match self.lookup(ident) {
                        Some(entity) => self.report_wrong_kind(ident, entity, "a value"),
                        None => self.report_unresolved(Ident { symbol, span: self.nodes[name].span }, &|candidate| candidate.is_type()),
                    }
                }
                None
            }
            ExpressionKind::Attributed { .. } => {
                self.error(&codes::ATTRIBUTE_PLACE, "attributes are not allowed on values", span);
                None
            }
            _ => None,
        }
    }

    fn named(&mut self, name: Ident) -> Option<Operand> {
        let Some(entity) = self.lookup(name) else {
            if !name.symbol.is_empty() {
                let in_function = self.frame.is_some();
                self.report_unresolved(name, &|candidate| candidate.is_value() && (in_function || !candidate.is_memory()));
            }
            return None;
        };
        if let Entity::Local(position) = entity {
            return self.local(position);
        }
        if let Entity::Predeclared(Predeclared::Constant(value)) = entity {
            return Some(Operand::constant(Value::Number(Number::U32(value))));
        }
        if let Entity::Global(position) = entity {
            match &self.globals[position as usize] {
                ResolvedGlobal::Constant(value) => return Some(Operand::constant(value.clone())),
                &ResolvedGlobal::Override(ty) => {
                    return Some(Operand::new(Value::sample(&self.types, ty), EvaluationTime::Override));
                }
                &ResolvedGlobal::Variable(memory) if self.frame.is_some() => {
                    self.limit_variable(name, memory);
                    return Some(self.memory(memory));
                }
                ResolvedGlobal::Variable(_) => {
                    self.report_variable(name, position);
                    return None;
                }
                ResolvedGlobal::Pending | ResolvedGlobal::Failed if !self.is_function(position) => return None,
                _ => {}
            }
        }
        self.report_wrong_kind(name, entity, "a value");
        None
    }

    pub(super) fn is_function(&self, position: u32) -> bool {
        matches!(self.tree.declarations[position as usize].kind, crate::tree::DeclarationKind::Function(_))
    }

    fn report_variable(&mut self, name: Ident, position: u32) {
        let text = self.text(name.symbol);
        let message = format!("variable `{text}` has no value at module scope");
        let mut found = Diagnostic::error(&codes::NOT_CONSTANT, message, name.span).label(name.span, "known only at run time");
        if let Some(declared) = self.tree.declarations[position as usize].name() {
            found = found.label(declared.span, "declared here").help(format!("declare `{text}` with `const` if it never changes"));
        }
        self.report(found);
    }

    /// The result of the expression `id`, whose leftmost operand has the result `operand`.
    fn apply(&mut self, id: ExprId, operand: Operand) -> Option<Operand> {
        let Expression { kind, span } = self.nodes[id];
        match kind {
            ExpressionKind::Unary { op: UnaryOp::AddressOf, .. } if self.frame.is_some() => self.address_of(&operand, span),
            ExpressionKind::Unary { op, operand: inner } => {
                let operand = self.load(operand, self.nodes[inner].span)?;
                self.unary(op, operand, span)
            }
            ExpressionKind::Binary { op, left, right } => {
                let operand = self.load(operand, self.nodes[left].span)?;
                self.binary(op, operand, right, span)
            }
            ExpressionKind::Index { index, .. } => self.index(operand, index, span),
            ExpressionKind::Member { name, name_start, .. } => {
                let name = Ident { symbol: name, span: Span { start: name_start, end: span.end } };
                self.member(id, operand, name)
            }
            _ => None,
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: Operand, span: Span) -> Option<Operand> {
        if op == UnaryOp::Indirection && self.frame.is_some() {
            return self.indirection(&operand, span);
        }
        if matches!(op, UnaryOp::AddressOf | UnaryOp::Indirection) {
            let message = format!("`{}` requires a reference or pointer to memory, which module scope does not have", op.text());
            self.error(&codes::NO_OVERLOAD, message, span);
            return None;
        }
        let ty = operand.value.ty();
        let outcome = unary(op, &operand.value);
        let value = self.outcome(outcome, span, |this| format!("no overload of `{}` for `{}`", op.text(), this.type_name(ty)))?;
        Some(Operand::new(value, operand.known))
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, left: Operand, right: ExprId, span: Span) -> Option<Operand> {
        // If the left operand decides, the right one is only checked (WGSL, section 8.6).
        let decided = match (&left.value, op) {
            (Value::Number(Number::Bool(value)), BinaryOp::LogicalAnd) => !value,
            (Value::Number(Number::Bool(value)), BinaryOp::LogicalOr) => *value,
            _ => false,
        } && left.is_constant();
        if decided {
            let right = self.unevaluated(right)?;
            self.outcome(binary(op, &left.value, &right.value), span, |this| this.no_operator(op, &left.value, &right.value))?;
            return Some(left);
        }
        let right = self.value(right)?;
        self.certain_faults(op, &left, &right, span)?;
        let known = left.known.max(right.known);
        let outcome = self.operate(&[&left, &right], |_, values| binary(op, &values[0], &values[1]));
        let value = self.outcome(outcome, span, |this| this.no_operator(op, &left.value, &right.value))?;
        Some(Operand::new(value, known))
    }

    fn no_operator(&self, op: BinaryOp, left: &Value, right: &Value) -> String {
        format!("no overload of `{}` for `{}` and `{}`", op.text(), self.type_name(left.ty()), self.type_name(right.ty()))
    }

    /// A division by zero and an excessive shift are errors even if only the right operand is known.
    fn certain_faults(&mut self, op: BinaryOp, left: &Operand, right: &Operand, span: Span) -> Option<()> {
        let divides = matches!(op, BinaryOp::Divide | BinaryOp::Remainder);
        let shifts = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
        if left.is_constant() || !right.is_constant() || !(divides || shifts) {
            return Some(());
        }
        // With zero, an operation has no errors other than those with every number.
        let zero = Value::zero(&self.types, left.value.ty());
        match binary(op, &zero, &right.value) {
            Err(EvaluationError::NoValue(code, reason)) if !left.value.component().is_some_and(Scalar::is_float) => {
                let reason = if divides { "division by zero".to_owned() } else { reason };
                self.error(code, reason, span);
                None
            }
            _ => Some(()),
        }
    }

    /// Applies an operation to values, or to samples of their types unless all are known and evaluated.
    pub(super) fn operate(
        &mut self,
        operands: &[&Operand],
        operation: impl Fn(&mut Self, &[Value]) -> EvaluationResult,
    ) -> EvaluationResult {
        let all_known = operands.iter().all(|operand| operand.is_constant());
        if self.evaluates {
            let values: Vec<Value> = operands.iter().map(|operand| self.known_or_sample(operand)).collect();
            let outcome = operation(self, &values);
            // A constant must be representable in the type that the other operands require.
            if all_known || matches!(outcome, Err(EvaluationError::Unrepresentable(_))) {
                return outcome;
            }
        }
        let samples: Vec<Value> = operands.iter().map(|operand| Value::sample(&self.types, operand.value.ty())).collect();
        // Some operations have no result for the sample values, but have one for others: halves (`atanh`), or increasing numbers
        // (`smoothstep`).
        let fails = |outcome: &EvaluationResult| matches!(outcome, Err(EvaluationError::NoValue(..) | EvaluationError::Unrepresentable(_)));
        let mut outcome = operation(self, &samples);
        if fails(&outcome) {
            let halves: Vec<Value> = samples.iter().map(|sample| sample.with_float(0.5)).collect();
            outcome = operation(self, &halves);
        }
        if fails(&outcome) {
            let rising: Vec<Value> = (1_u8..).zip(&samples).map(|(position, sample)| sample.rising(position)).collect();
            outcome = operation(self, &rising);
        }
        let value = outcome?;
        if all_known {
            return Ok(value);
        }
        // Abstract numbers are always constant.
        let concrete = self.types.concrete(value.ty());
        convert_value(&self.types, &value, concrete)
    }

    /// The value of a constant, otherwise a sample.
    pub(super) fn known_or_sample(&self, operand: &Operand) -> Value {
        if operand.is_constant() { operand.value.clone() } else { Value::sample(&self.types, operand.value.ty()) }
    }

    fn index(&mut self, base: Operand, index: ExprId, span: Span) -> Option<Operand> {
        let index_span = self.nodes[index].span;
        let index = self.value(index)?;
        let known = base.known.max(index.known);
        let base = self.through_pointer(base);
        let base = if known == EvaluationTime::Const { base } else { self.concretize(base, span)? };
        let ty = base.value.ty();
        let (count, element) = match self.types[ty] {
            Type::Vector { scalar, width } => (Some(width.into()), TypeId::scalar(scalar)),
            Type::Matrix { scalar, columns, rows } => (Some(columns.into()), TypeId::vector(scalar, rows)),
            Type::Array { element, count: Count::Known(count) } => (Some(count), element),
            Type::BindingArray { element, count: Count::Known(count) } => (Some(count), element),
            Type::Array { element, .. } | Type::BindingArray { element, .. } => (None, element),
            _ => {
                let message = format!("`{}` cannot be indexed", self.type_name(ty));
                self.error(&codes::NO_OVERLOAD, message, span);
                return None;
            }
        };
        let Some(position) = index.value.as_number().and_then(Number::as_integer) else {
            let message = format!("expected an `i32` or `u32` index, found `{}`", self.type_name(index.value.ty()));
            self.error(&codes::TYPE_MISMATCH, message, index_span);
            return None;
        };
        let inside = usize::try_from(position).ok().filter(|&position| count.is_none_or(|count| position < count as usize));
        if index.is_constant() && inside.is_none() && self.evaluates {
            let message = match count {
                Some(count) => format!("index {position} is out of bounds for the {count} elements of `{}`", self.type_name(ty)),
                None => format!("index {position} is negative"),
            };
            self.error(&codes::INDEX_OUT_OF_BOUNDS, message, index_span);
            return None;
        }
        let part = match (&base.value, inside) {
            (Value::Vector(vector), Some(position)) => vector.numbers().get(position).copied().map(Value::Number),
            (Value::Matrix(matrix), Some(position)) => matrix.columns.get(position).copied().map(Value::Vector),
            (Value::Composite { parts, .. }, Some(position)) => parts.get(position).cloned(),
            _ => None,
        };
        let value = part.unwrap_or_else(|| self.some_value(element, known));
        let part = if matches!(self.types[ty], Type::Vector { .. }) { ViewPart::Component } else { ViewPart::Whole };
        Some(Operand { value, known, place: base.place.map(|place| place.part(element, part)) })
    }

    /// A zero if the operands are known, otherwise a sample.
    fn some_value(&self, ty: TypeId, known: EvaluationTime) -> Value {
        if known == EvaluationTime::Const { Value::zero(&self.types, ty) } else { Value::sample(&self.types, ty) }
    }

    fn member(&mut self, id: ExprId, base: Operand, name: Ident) -> Option<Operand> {
        let base = self.through_pointer(base);
        let ty = base.value.ty();
        let known = base.known;
        let text = self.text(name.symbol);
        let mut part = ViewPart::Whole;
        let value = match (self.types[ty], &base.value) {
            (Type::Vector { width, .. }, Value::Vector(vector)) => {
                let (positions, count) = swizzle(text, width).or_else(|| self.no_member(ty, name))?;
                let positions = &positions[..count];
                part = match positions {
                    [_] => ViewPart::Component,
                    _ => ViewPart::Swizzle { twice: (1..count).any(|index| positions[..index].contains(&positions[index])) },
                };
                vector.pick(positions)
            }
            (Type::Parts { kind, operand }, value) => {
                let index = member_of_parts(kind, text).or_else(|| self.no_member(ty, name))?;
                match value {
                    Value::Composite { parts, .. } => parts[index].clone(),
                    _ => self.some_value(member_type_of_parts(&self.types, kind, operand, index), known),
                }
            }
            (Type::Struct(struct_id), value) => {
                let found = self.types.members(struct_id).iter().position(|member| member.name == name.symbol);
                let index = found.or_else(|| self.no_member(ty, name))?;
                self.note_member(id, struct_id, index);
                match value {
                    Value::Composite { parts, .. } => parts[index].clone(),
                    _ => self.some_value(self.types.members(struct_id)[index].ty, known),
                }
            }
            _ => self.no_member(ty, name)?,
        };
        let ty = value.ty();
        Some(Operand { value, known, place: base.place.map(|place| place.part(ty, part)) })
    }

    fn no_member<T>(&mut self, ty: TypeId, name: Ident) -> Option<T> {
        let message = format!("`{}` has no member `{}`", self.type_name(ty), self.text(name.symbol));
        self.error(&codes::UNRESOLVED_NAME, message, name.span);
        None
    }

    /// Converts a value to type `to`. `role` is its description: "returned value".
    pub(crate) fn convert(&mut self, operand: Operand, to: TypeId, span: Span, role: &str) -> Option<Operand> {
        let from = operand.value.ty();
        if from == to || self.types[to] == Type::Unknown || self.is_same_memory(from, to) {
            return Some(operand);
        }
        let error = match convert_value(&self.types, &operand.value, to) {
            Ok(value) => return Some(Operand { value, ..operand }),
            Err(error) => error,
        };
        let mismatch = || format!("expected `{}`, found `{}`", self.type_name(to), self.type_name(from));
        let (code, message) = error.of_values().unwrap_or_else(|| (&codes::TYPE_MISMATCH, mismatch()));
        self.report(Diagnostic::error(code, message, span).label(span, role));
        None
    }

    /// Whether both point to the same memory, apart from access modes, which pointers did not have in 2020.
    fn is_same_memory(&self, from: TypeId, to: TypeId) -> bool {
        match (self.types[from], self.types[to]) {
            (Type::Pointer(from), Type::Pointer(to)) => self.is_draft() && (from.space, from.store) == (to.space, to.store),
            _ => false,
        }
    }

    /// A value with concretized abstract numbers.
    pub(crate) fn concretize(&mut self, operand: Operand, span: Span) -> Option<Operand> {
        let to = self.types.concrete(operand.value.ty());
        self.convert(operand, to, span, "value at run time")
    }
}

fn number(literal: LiteralValue) -> Number {
    match literal {
        LiteralValue::Bool(value) => Number::Bool(value),
        LiteralValue::AbstractInt(value) => Number::AbstractInt(value),
        LiteralValue::I32(value) => Number::I32(value),
        LiteralValue::U32(value) => Number::U32(value),
        LiteralValue::I64(value) => Number::I64(value),
        LiteralValue::U64(value) => Number::U64(value),
        LiteralValue::AbstractFloat(value) => Number::AbstractFloat(value),
        LiteralValue::F32(value) => Number::F32(value),
        LiteralValue::F16(value) => Number::F16(value),
        LiteralValue::F64(value) => Number::F64(value),
    }
}
