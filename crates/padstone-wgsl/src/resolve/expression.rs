//! Expressions to values.
//!
//! An operation on values that are not all known is done on samples in their place: what comes out has the right type,
//! and that is all that is asked of it. So there is one description of every operation, that of values.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::{Global, Resolver};
use crate::constant::{Fault, Outcome, Value, Vector, binary, convert_value, member_of_parts, swizzle, unary};
use crate::predeclared::Entity;
use crate::scalar::{Number, Scalar};
use crate::tree::{BinaryOp, ExprId, Expression, ExpressionKind, Ident, LiteralValue, UnaryOp};
use crate::types::{Count, Type, TypeId};

/// When a value is known (WGSL, section 8.1): "const-expression", "override-expression", "runtime expression".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Known {
    /// When the shader is compiled.
    Const,
    /// When the pipeline is made.
    Override,
    /// When the shader runs.
    Runtime,
}

/// What an expression comes to.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    /// The value; some value of its type unless it is known at compile time.
    pub(crate) value: Value,
    pub(crate) known: Known,
}

impl Operand {
    pub(crate) fn constant(value: Value) -> Operand {
        Operand { value, known: Known::Const }
    }

    fn is_constant(&self) -> bool {
        self.known == Known::Const
    }
}

impl Resolver<'_> {
    /// What an expression comes to; `None` if that has been reported.
    pub(crate) fn expression(&mut self, id: ExprId) -> Option<Operand> {
        // What leans to the left (`a + b + c`, `a.b[c].d`) may be longer than the stack is deep. So the way down to the
        // first operand is remembered, and gone back up.
        let mut way: Vec<ExprId> = Vec::new();
        let mut at = id;
        loop {
            let down = match self.tree.nodes[at].kind {
                ExpressionKind::Binary { left: down, .. }
                | ExpressionKind::Index { base: down, .. }
                | ExpressionKind::Member { base: down, .. }
                | ExpressionKind::Unary { operand: down, .. } => down,
                ExpressionKind::Paren(inner) => {
                    at = inner;
                    continue;
                }
                _ => break,
            };
            way.push(at);
            at = down;
        }
        let mut operand = self.leaf(at)?;
        for &above in way.iter().rev() {
            operand = self.apply(self.tree.nodes[above], operand)?;
        }
        Some(operand)
    }

    /// An expression that must be known at compile time. `what` is what it is for.
    pub(super) fn constant(&mut self, id: ExprId, what: &str) -> Option<Value> {
        let operand = self.expression(id)?;
        if operand.is_constant() {
            return Some(operand.value);
        }
        let span = self.tree.nodes[id].span;
        let when = if operand.known == Known::Runtime { "the shader runs" } else { "the pipeline is made" };
        self.error(&codes::NOT_CONSTANT, format!("{what} must be a constant, and this is known only when {when}"), span);
        None
    }

    /// Like an expression, but its value does not matter (`false && x`): only its type does.
    fn unevaluated(&mut self, id: ExprId) -> Option<Operand> {
        let before = std::mem::replace(&mut self.evaluates, false);
        let operand = self.expression(id);
        self.evaluates = before;
        operand
    }

    fn leaf(&mut self, id: ExprId) -> Option<Operand> {
        let Expression { kind, span } = self.tree.nodes[id];
        match kind {
            ExpressionKind::Literal(literal) => {
                if matches!(literal.value(), LiteralValue::F16(_)) && !self.allows_f16(span, "this literal") {
                    return None;
                }
                Some(Operand::constant(Value::Number(number(literal.value()))))
            }
            ExpressionKind::Name(symbol) => self.named(Ident { symbol, span }),
            ExpressionKind::Call { callee, arguments } => self.call(callee, arguments, span),
            ExpressionKind::Template { name, .. } => {
                if let ExpressionKind::Name(symbol) = self.tree.nodes[name].kind {
                    let ident = Ident { symbol, span };
                    match self.scope.lookup(symbol) {
                        Some(entity) => self.report_wrong_kind(ident, entity, "a value"),
                        None => self.report_unresolved(Ident { symbol, span: self.tree.nodes[name].span }),
                    }
                }
                None
            }
            ExpressionKind::Attributed { .. } => {
                self.error(&codes::ATTRIBUTE_PLACE, "attributes may stand on types, not on values", span);
                None
            }
            _ => None,
        }
    }

    fn named(&mut self, name: Ident) -> Option<Operand> {
        let Some(entity) = self.scope.lookup(name.symbol) else {
            if !name.symbol.is_empty() {
                self.report_unresolved(name);
            }
            return None;
        };
        if let Entity::Global(at) = entity {
            match &self.globals[at as usize] {
                Global::Constant(value) => return Some(Operand::constant(value.clone())),
                &Global::Override(ty) => {
                    return Some(Operand { value: Value::sample(&self.types, ty), known: Known::Override });
                }
                Global::Variable => {
                    self.report_variable(name, at);
                    return None;
                }
                Global::Pending | Global::Failed if !self.is_function(at) => return None,
                _ => {}
            }
        }
        self.report_wrong_kind(name, entity, "a value");
        None
    }

    pub(super) fn is_function(&self, at: u32) -> bool {
        matches!(self.tree.declarations[at as usize].kind, crate::tree::DeclarationKind::Function(_))
    }

    fn report_variable(&mut self, name: Ident, at: u32) {
        let text = self.text(name.symbol);
        let message = format!("the variable `{text}` has no value at module scope");
        let mut found = Diagnostic::error(&codes::NOT_CONSTANT, message, name.span).label(name.span, "known only when the shader runs");
        if let Some(declared) = self.tree.declarations[at as usize].name() {
            found = found.label(declared.span, "declared here").help(format!("if it never changes, declare `{text}` with `const`"));
        }
        self.report(found);
    }

    /// What `expression` comes to, whose leftmost part has come to `operand`.
    fn apply(&mut self, expression: Expression, operand: Operand) -> Option<Operand> {
        let span = expression.span;
        match expression.kind {
            ExpressionKind::Unary { op, .. } => self.unary(op, operand, span),
            ExpressionKind::Binary { op, right, .. } => self.binary(op, operand, right, span),
            ExpressionKind::Index { index, .. } => self.index(operand, index, span),
            ExpressionKind::Member { name, name_start, .. } => {
                let name = Ident { symbol: name, span: Span { start: name_start, end: span.end } };
                self.member(operand, name)
            }
            _ => None,
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: Operand, span: Span) -> Option<Operand> {
        if matches!(op, UnaryOp::AddressOf | UnaryOp::Indirection) {
            let message = format!("`{}` takes a reference or pointer to memory, of which there is none at module scope", op.text());
            self.error(&codes::NO_OVERLOAD, message, span);
            return None;
        }
        let ty = operand.value.ty();
        let outcome = unary(op, &operand.value);
        let value = self.outcome(outcome, span, |this| format!("there is no operator `{}` for `{}`", op.text(), this.type_name(ty)))?;
        Some(Operand { value, known: operand.known })
    }

    fn binary(&mut self, op: BinaryOp, left: Operand, right: ExprId, span: Span) -> Option<Operand> {
        // What decides alone is decided: the other side is looked at for its type (WGSL, section 8.6).
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
        let right = self.expression(right)?;
        self.certain_faults(op, &left, &right, span)?;
        let known = left.known.max(right.known);
        let outcome = self.operate(known, &[&left.value, &right.value], |_, values| binary(op, &values[0], &values[1]));
        let value = self.outcome(outcome, span, |this| this.no_operator(op, &left.value, &right.value))?;
        Some(Operand { value, known })
    }

    fn no_operator(&self, op: BinaryOp, left: &Value, right: &Value) -> String {
        format!("there is no operator `{}` for `{}` and `{}`", op.text(), self.type_name(left.ty()), self.type_name(right.ty()))
    }

    /// A division by zero and a shift too far are mistakes even where only the right side is known.
    fn certain_faults(&mut self, op: BinaryOp, left: &Operand, right: &Operand, span: Span) -> Option<()> {
        let divides = matches!(op, BinaryOp::Divide | BinaryOp::Remainder);
        let shifts = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
        if left.is_constant() || !right.is_constant() || !(divides || shifts) {
            return Some(());
        }
        // Nothing can go wrong with a zero but what goes wrong with every number.
        let zero = Value::zero(&self.types, left.value.ty());
        match binary(op, &zero, &right.value) {
            Err(Fault::NoValue(code, why)) if !left.value.component().is_some_and(Scalar::is_float) => {
                self.error(code, why, span);
                None
            }
            _ => Some(()),
        }
    }

    /// Does an operation on values, or on samples of their types unless all are known and matter.
    pub(super) fn operate(&mut self, known: Known, values: &[&Value], operation: impl Fn(&mut Self, &[Value]) -> Outcome) -> Outcome {
        if known == Known::Const && self.evaluates {
            let values: Vec<Value> = values.iter().map(|&value| value.clone()).collect();
            return operation(self, &values);
        }
        let samples: Vec<Value> = values.iter().map(|value| Value::sample(&self.types, value.ty())).collect();
        match operation(self, &samples) {
            Err(Fault::NoValue(..)) => {
                let smaller: Vec<Value> = samples.iter().map(Value::smaller_sample).collect();
                operation(self, &smaller)
            }
            outcome => outcome,
        }
    }

    fn index(&mut self, base: Operand, index: ExprId, span: Span) -> Option<Operand> {
        let index_span = self.tree.nodes[index].span;
        let index = self.expression(index)?;
        let known = base.known.max(index.known);
        let ty = base.value.ty();
        let (count, element) = match self.types[ty] {
            Type::Vector { scalar, width } => (Some(width.into()), TypeId::scalar(scalar)),
            Type::Matrix { scalar, columns, rows } => (Some(columns.into()), TypeId::vector(scalar, rows)),
            Type::Array { element, count: Count::Known(count) } => (Some(count), element),
            Type::Array { element, .. } => (None, element),
            _ => {
                let message = format!("`{}` cannot be indexed", self.type_name(ty));
                self.error(&codes::NO_OVERLOAD, message, span);
                return None;
            }
        };
        let Some(at) = index.value.as_number().and_then(Number::as_integer) else {
            let message = format!("an index is `i32` or `u32`, and this is `{}`", self.type_name(index.value.ty()));
            self.error(&codes::TYPE_MISMATCH, message, index_span);
            return None;
        };
        let inside = usize::try_from(at).ok().filter(|&at| count.is_none_or(|count| at < count as usize));
        if index.is_constant() && inside.is_none() && self.evaluates {
            let message = match count {
                Some(count) => format!("index {at} lies outside the {count} elements of `{}`", self.type_name(ty)),
                None => format!("index {at} is negative"),
            };
            self.error(&codes::INDEX_OUT_OF_BOUNDS, message, index_span);
            return None;
        }
        let part = match (&base.value, inside) {
            (Value::Vector(vector), Some(at)) => vector.numbers().get(at).copied().map(Value::Number),
            (Value::Matrix(matrix), Some(at)) => matrix.columns.get(at).copied().map(Value::Vector),
            (Value::Composite { parts, .. }, Some(at)) => parts.get(at).cloned(),
            _ => None,
        };
        Some(Operand { value: part.unwrap_or_else(|| self.some_value(element, known)), known })
    }

    /// A zero where values are known, else a sample.
    fn some_value(&self, ty: TypeId, known: Known) -> Value {
        if known == Known::Const { Value::zero(&self.types, ty) } else { Value::sample(&self.types, ty) }
    }

    fn member(&mut self, base: Operand, name: Ident) -> Option<Operand> {
        let ty = base.value.ty();
        let known = base.known;
        let text = self.text(name.symbol);
        let value = match (self.types[ty], &base.value) {
            (Type::Vector { width, .. }, Value::Vector(vector)) => self.components(vector, width, name)?,
            (Type::Parts { kind, .. }, Value::Composite { parts, .. }) => {
                member_of_parts(kind, text).and_then(|at| parts.get(at).cloned()).or_else(|| self.no_member(ty, name))?
            }
            (Type::Struct(id), value) => {
                let found = self.types.members(id).iter().position(|member| member.name == name.symbol);
                let at = found.or_else(|| self.no_member(ty, name))?;
                match value {
                    Value::Composite { parts, .. } => parts[at].clone(),
                    _ => self.some_value(self.types.members(id)[at].ty, known),
                }
            }
            _ => self.no_member(ty, name)?,
        };
        Some(Operand { value, known })
    }

    fn components(&mut self, vector: &Vector, width: u8, name: Ident) -> Option<Value> {
        match swizzle(self.text(name.symbol), width) {
            Some((positions, count)) => Some(vector.pick(&positions[..count])),
            None => self.no_member(TypeId::vector(vector.scalar(), width), name),
        }
    }

    fn no_member<T>(&mut self, ty: TypeId, name: Ident) -> Option<T> {
        let message = format!("`{}` has no member `{}`", self.type_name(ty), self.text(name.symbol));
        self.error(&codes::UNRESOLVED_NAME, message, name.span);
        None
    }

    /// A value where one of type `to` is needed. `what` takes it.
    pub(super) fn convert(&mut self, operand: Operand, to: TypeId, span: Span, what: &str) -> Option<Operand> {
        let from = operand.value.ty();
        if from == to || self.types[to] == Type::Unknown {
            return Some(operand);
        }
        match convert_value(&self.types, &operand.value, to) {
            Ok(value) => Some(Operand { value, known: operand.known }),
            Err(Fault::NoValue(code, why)) => {
                self.error(code, why, span);
                None
            }
            Err(Fault::NoOverload) => {
                let message = format!("{what} is of type `{}`, and this is `{}`", self.type_name(to), self.type_name(from));
                self.error(&codes::TYPE_MISMATCH, message, span);
                None
            }
        }
    }

    /// A value with abstract numbers made concrete.
    pub(super) fn concretize(&mut self, operand: Operand, span: Span) -> Option<Operand> {
        let to = self.types.concrete(operand.value.ty());
        self.convert(operand, to, span, "a value at run time")
    }
}

fn number(literal: LiteralValue) -> Number {
    match literal {
        LiteralValue::Bool(value) => Number::Bool(value),
        LiteralValue::AbstractInt(value) => Number::AbstractInt(value),
        LiteralValue::I32(value) => Number::I32(value),
        LiteralValue::U32(value) => Number::U32(value),
        LiteralValue::AbstractFloat(value) => Number::AbstractFloat(value),
        LiteralValue::F32(value) => Number::F32(value),
        LiteralValue::F16(value) => Number::F16(value),
    }
}
