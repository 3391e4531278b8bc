//! Constants.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Scalar, Type, TypeId};
use padstone_source::Span;

use super::super::keywords::Modifier;
use super::super::tree::{DeclKind, Expr, ExprId, ExprKind};
use super::conversions::{in_type_range, stored};
use super::lookup::Sought;
use super::{Entity, EnvId, ResolutionState, Resolved, Resolver, Scope};
use crate::TokenKind;
use crate::constants::{Fail, Int, Operator, Outcome, Semantics, Value, cast, integer, not_constant, to_bool, unknown_in, without_value};

impl Resolver<'_> {
    /// The value of an integer expression; `None` if it is unspecialized. Reports errors.
    pub(in crate::slang) fn integer(&mut self, expr: ExprId, scope: Scope) -> Resolved<Option<i128>> {
        let position = self.span(expr);
        let value = self.value(expr, scope).map(|value| self.truncated(expr, value));
        match value.and_then(|value| integer(value, position)) {
            Ok(value) => Ok(Some(value)),
            Err(Fail::Dependent) => Ok(None),
            Err(Fail::Report(found)) => Err(self.report(*found)),
        }
    }

    /// The value of an integer expression, and whether linking may replace it.
    pub(in crate::slang) fn linked_integer(&mut self, expr: ExprId, scope: Scope) -> (Resolved<Option<i128>>, bool) {
        let uses_linked = std::mem::take(&mut self.uses_linked);
        let value = self.integer(expr, scope);
        let is_linked = std::mem::replace(&mut self.uses_linked, uses_linked);
        (value, is_linked)
    }

    /// The value of an integer expression that linking cannot replace (E39999 of slangc). Reports errors.
    pub(in crate::slang) fn known_integer(&mut self, expr: ExprId, scope: Scope) -> Option<i128> {
        let (value, is_linked) = self.linked_integer(expr, scope);
        if is_linked && value.is_ok() {
            self.report_linked(self.span(expr));
            return None;
        }
        value.ok()?
    }

    /// The value of an integer expression that is neither unspecialized, nor link-time, nor a specialization constant (E39999 of slangc).
    /// Reports errors.
    pub(in crate::slang) fn constant_integer(&mut self, expr: ExprId, scope: Scope) -> Option<i128> {
        let errors = self.errors;
        let value = self.known_integer(expr, scope);
        if value.is_none() && self.errors == errors {
            self.error(
                &codes::NOT_CONSTANT,
                "the value is unknown here",
                "write a number, or a `static const` that specialization and linking do not replace",
                self.span(expr),
            );
        }
        value
    }

    pub(super) fn report_linked(&mut self, span: Span) {
        let found = Diagnostic::error(&codes::NOT_CONSTANT, "the value is unknown until link time", span);
        self.report(found.label(span, "expected a compile-time constant").help("use a constant that is not `extern`"));
    }

    /// In an integer context, a literal fraction is truncated; other fractions are rejected (libslang 2026.12, measured).
    pub(super) fn truncated(&self, expr: ExprId, value: Value) -> Value {
        self.truncated_to(Scalar::Int32, expr, value)
    }

    fn truncated_to(&self, scalar: Scalar, expr: ExprId, value: Value) -> Value {
        match value {
            Value::Float(number) if self.tree.literal(expr).is_some() => {
                // A value beyond 64 bits becomes the smallest 64-bit integer.
                let integer = number.trunc();
                let is_in_range = (-(2f64.powi(63))..2f64.powi(63)).contains(&integer);
                in_type_range(Value::Int(if is_in_range { integer as i128 } else { i64::MIN.into() }, Int::Int64), scalar)
            }
            _ => value,
        }
    }

    pub(in crate::slang) fn value(&mut self, expr: ExprId, scope: Scope) -> Outcome {
        let span = self.span(expr);
        match self.tree.exprs[expr].kind {
            ExprKind::Constant(value) => Ok(value),
            ExprKind::Fraction(value, _) => Ok(Value::Float(value)),
            ExprKind::Name(_) | ExprKind::Member(..) | ExprKind::Apply(..) | ExprKind::Each(_) | ExprKind::PackPart(..) => {
                let entity = self.sought_entity(expr, scope, Sought::Value).map_err(|_| Fail::Dependent)?;
                self.value_of(entity, span)
            }
            // libslang 2026.12 folds a `+` only as the sign of a number (measured).
            ExprKind::Unary(TokenKind::Plus, operand) if self.tree.literal(operand).is_none() => {
                Err(not_constant("a unary `+` is not a compile-time constant", "remove it", span))
            }
            ExprKind::Unary(operator, operand) => {
                let is_written = matches!(self.tree.exprs[operand].kind, ExprKind::Constant(_) | ExprKind::Fraction(..));
                let operand = match operator {
                    TokenKind::Bang => self.bool_value(operand, scope, span)?,
                    _ => self.value(operand, scope)?,
                };
                match (operator, operand) {
                    // A sign is part of the number after it.
                    (TokenKind::Minus, Value::Float(number)) if is_written => Ok(Value::Float(-number)),
                    (TokenKind::Plus, Value::Float(number)) if is_written => Ok(Value::Float(number)),
                    _ => Semantics::SLANG.unary(operator, operand, span),
                }
            }
            ExprKind::Binary(operator @ (Operator::Add | Operator::Subtract | Operator::Multiply), left, right) => {
                self.sum_or_product(operator, [left, right], scope, span)
            }
            ExprKind::Binary(operator, left, right) => {
                if !matches!(operator, Operator::And | Operator::Or) {
                    let values = (self.value(left, scope)?, self.value(right, scope)?);
                    self.check_enum_operands(operator, [left, right], scope, span)?;
                    return Semantics::SLANG.binary(operator, values.0, values.1, span);
                }
                let left = self.bool_value(left, scope, span)?;
                if let Some(value) = operator.decided(to_bool(left)) {
                    return Ok(Value::Bool(value));
                }
                let right = self.bool_value(right, scope, span)?;
                Semantics::SLANG.binary(operator, left, right, span)
            }
            ExprKind::Conditional(condition, chosen, other) => {
                // A link-time constant does not decide; as an operand it is rejected like any other (libslang 2026.12).
                if let (Ok(Value::Int(..)), true) = self.linked_value(condition, scope) {
                    return Err(Fail::Dependent);
                }
                let condition = self.bool_value(condition, scope, span)?;
                self.value(if to_bool(condition) { chosen } else { other }, scope)
            }
            ExprKind::Cast(ty, operand) => {
                let ty = self.type_of(ty, scope).map_err(|_| Fail::Dependent)?;
                self.cast_to(ty, operand, scope, span)
            }
            ExprKind::Call(callee, ref arguments) => {
                let arguments = arguments.clone();
                self.call(callee, &arguments, scope, span)
            }
            ExprKind::Wrong => Err(Fail::Dependent),
            _ => Err(not_constant("the expression is not a compile-time constant", "write the value, or a `static const`", span)),
        }
    }

    /// A sum, difference or product. With a link-time operand other than a single constant its value is unknown: libslang 2026.12
    /// represents these as polynomials, but folds all other operators with the current values.
    fn sum_or_product(&mut self, operator: Operator, [left, right]: [ExprId; 2], scope: Scope, span: Span) -> Outcome {
        let (left, is_left_linked) = self.linked_value(left, scope);
        let (right, is_right_linked) = self.linked_value(right, scope);
        let (left, right) = (left?, right?);
        let neutral = if operator == Operator::Multiply { 1 } else { 0 };
        let is_neutral = |value: Value| matches!(value, Value::Int(value, _) if value == neutral);
        match (is_left_linked, is_right_linked) {
            (false, false) => Semantics::SLANG.binary(operator, left, right, span),
            (true, false) if is_neutral(right) => Ok(left),
            (false, true) if is_neutral(left) && operator != Operator::Subtract => Ok(right),
            _ => Err(Fail::Dependent),
        }
    }

    /// The value of a bool. libslang 2026.12 does not fold conversions from numbers: `!0`, `1 && 1`, `1 ? 2 : 3`.
    fn bool_value(&mut self, expr: ExprId, scope: Scope, span: Span) -> Outcome {
        match self.value(expr, scope)? {
            value @ Value::Bool(_) => Ok(value),
            _ => Err(not_constant("an implicit conversion to `bool` is not a compile-time constant", "compare it: `N != 0`", span)),
        }
    }

    /// A value, and whether linking may replace it.
    pub(super) fn linked_value(&mut self, expr: ExprId, scope: Scope) -> (Outcome, bool) {
        let uses_linked = std::mem::take(&mut self.uses_linked);
        let value = self.value(expr, scope);
        let is_linked = self.uses_linked;
        self.uses_linked |= uses_linked;
        (value, is_linked)
    }

    fn value_of(&mut self, entity: Entity, span: Span) -> Outcome {
        match entity {
            Entity::Value(value) => Ok(value),
            Entity::OpenValue => Err(Fail::Dependent),
            Entity::Constant(scope) => match self.constant(scope) {
                Ok(Some(value)) => Ok(value),
                Ok(None) => Err(Fail::Dependent),
                Err(Fail::Dependent) => Err(Fail::Dependent),
                Err(fail @ Fail::Report(_)) => {
                    let decl = &self.tree.decls[scope.decl];
                    let (name, declared) = (decl.name, decl.span);
                    let message = format!("`{}` is not a compile-time constant", self.text(name));
                    let found = Diagnostic::error(&codes::NOT_CONSTANT, message, span)
                        .label(span, "expected a compile-time constant")
                        .label(declared, "declared here")
                        .help("declare it `static const` with a value");
                    Err(without_value(Fail::Report(Box::new(found)), unknown_in(&fail).as_deref()))
                }
            },
            Entity::Type(ty) if ty == self.unknown => Err(Fail::Dependent),
            _ => Err(not_constant("the expression is not a value", "write a number, or the name of a `static const`", span)),
        }
    }

    /// Whether a value is a number or bool literal, possibly with a sign, or the size of a type.
    fn is_written_out(&self, expr: ExprId) -> bool {
        match self.tree.exprs[expr].kind {
            ExprKind::Constant(_) | ExprKind::Fraction(..) => true,
            ExprKind::Unary(_, inner) => self.is_written_out(inner),
            ExprKind::Call(inner, _) => match self.tree.exprs[inner].kind {
                ExprKind::Name(name) => matches!(self.text(name), "sizeof" | "alignof"),
                _ => false,
            },
            _ => false,
        }
    }

    /// The value in an initializer list of one. libslang 2026.12 does not truncate a fraction in it, which makes it not constant (measured).
    fn unbraced(&self, value: ExprId) -> ExprId {
        let mut inner = value;
        while let Expr { kind: ExprKind::Braced(content), grouped: false, .. } = self.tree.exprs[inner] {
            inner = content;
        }
        if inner != value && matches!(self.tree.literal(inner), Some(ExprKind::Fraction(..))) { value } else { inner }
    }

    /// The value of a variable or case, evaluated once; `Ok(None)` if it is unspecialized.
    fn constant(&mut self, mut scope: Scope) -> Outcome<Option<Value>> {
        // Cases in a generic have the same values for all arguments.
        if matches!(self.tree.decls[scope.decl].kind, DeclKind::Case { .. }) {
            scope.env = EnvId::EMPTY;
        }
        let span = self.tree.decls[scope.decl].span;
        match self.memo.constants.get(&scope) {
            Some(ResolutionState::Done(Some(value))) => {
                self.uses_linked |= self.memo.linked.contains(&scope);
                return Ok(Some(*value));
            }
            Some(ResolutionState::Done(None)) => return Err(Fail::Dependent),
            Some(ResolutionState::Begun) => {
                self.depends_on_itself(scope.decl);
                return match self.tree.decls[scope.decl].kind {
                    DeclKind::Case { .. } => Err(Fail::Dependent),
                    _ => Err(not_constant("the value depends on itself", "initialize it without itself", span)),
                };
            }
            None => {}
        }
        if let (DeclKind::Case { .. }, Some(inner)) = (&self.tree.decls[scope.decl].kind, self.tree.decls[scope.decl].parent) {
            return self.case(scope.decl, inner).map(Some);
        }
        let DeclKind::Variable { ty, value, .. } = self.tree.decls[scope.decl].kind else {
            return Err(not_constant("the expression has no value", "write the value", span));
        };
        let modifiers = &self.tree.decls[scope.decl].modifiers;
        let is_constant = modifiers.has(Modifier::Static) && modifiers.has(Modifier::Const);
        if !is_constant {
            // A specialization constant is a constant with an unknown value.
            return match self.is_specialized(scope.decl) {
                true => Err(Fail::Dependent),
                false => Err(not_constant("the variable is not a constant", "declare it `static const` with a value", span)),
            };
        }
        let is_linked = modifiers.has(Modifier::Extern);
        // The value of a link-time constant is known if it requires no computation (libslang 2026.12).
        let Some(value) = value.filter(|&value| !is_linked || self.is_written_out(value)) else {
            self.uses_linked |= is_linked;
            return Err(Fail::Dependent);
        };
        // `{3}` is 3 where the type is written.
        let value = if ty.is_some() { self.unbraced(value) } else { value };
        self.memo.constants.insert(scope, ResolutionState::Begun);
        let (uses_linked, errors) = (std::mem::take(&mut self.uses_linked), self.errors);
        self.undeclared = None;
        let evaluated = self.deeper(span, |resolver| Ok(resolver.value(value, scope))).unwrap_or(Err(Fail::Dependent));
        let evaluated = match (evaluated, ty) {
            // A fraction would need a conversion first.
            (Ok(Value::Float(_)), _) if is_linked => Err(Fail::Dependent),
            (Ok(value), Some(ty)) => match self.type_of(ty, scope) {
                Ok(ty) => self.converted(value, ty, span),
                Err(_) => Err(Fail::Dependent),
            },
            (evaluated, _) => evaluated,
        };
        let is_linked = is_linked || self.uses_linked;
        if is_linked {
            self.memo.linked.insert(scope);
        }
        self.uses_linked = uses_linked || is_linked;
        // libslang 2026.12 does not fold names of floating-point constants.
        let evaluated = match evaluated {
            Ok(Value::Float(_)) if is_linked => Err(Fail::Dependent),
            Ok(Value::Float(_)) => Err(not_constant("the value is not an integer", "write an integer", span)),
            evaluated => evaluated,
        };
        match evaluated {
            // The error has been reported, and its users are invalid too.
            Err(Fail::Dependent) if self.errors != errors => {
                self.memo.constants.remove(&scope);
                let undeclared = self.undeclared.map(|name| self.text(name));
                Err(without_value(not_constant("the expression has no value", "write the value", span), undeclared))
            }
            Ok(value) => {
                self.memo.constants.insert(scope, ResolutionState::Done(Some(value)));
                Ok(Some(value))
            }
            Err(fail) => {
                self.memo.constants.remove(&scope);
                Err(fail)
            }
        }
    }

    /// `int(3.7)`, `(int) 3.7`: only a literal fraction converts to an integer, and no value converts to a fraction.
    fn cast_to(&mut self, ty: TypeId, operand: ExprId, scope: Scope, span: Span) -> Outcome {
        let value = self.value(operand, scope)?;
        let value = self.truncated_to(Scalar::Int64, operand, value);
        match (value, self.converted(value, ty, span)?) {
            (Value::Float(_), _) | (_, Value::Float(_)) => {
                Err(not_constant("floating-point expressions are not compile-time constants", "write the result as an integer", span))
            }
            (_, value) => Ok(value),
        }
    }

    /// A value converted to the type of a variable.
    fn converted(&mut self, value: Value, ty: TypeId, span: Span) -> Outcome {
        match self.module.types[ty] {
            Type::Scalar(scalar) => Ok(stored(value, scalar)),
            Type::Enum(id) => Ok(cast(value, self.module.enums[id].scalar)),
            Type::Unspecialized(_) | Type::Unknown => Err(Fail::Dependent),
            _ => {
                let message = format!("a number cannot be converted to `{}`", self.type_text(ty));
                Err(not_constant(&message, "write the value", span))
            }
        }
    }

    /// `int(3.7)`, `sizeof(T)`, `countof(T)`.
    /// Whether an expression is the name of an operator that measures a type or pack.
    pub(super) fn measures(&self, callee: ExprId) -> bool {
        matches!(self.tree.exprs[callee].kind, ExprKind::Name(name) if matches!(self.text(name), "sizeof" | "alignof" | "countof"))
    }

    fn call(&mut self, callee: ExprId, arguments: &[ExprId], scope: Scope, span: Span) -> Outcome {
        if let (ExprKind::Name(name), [argument], true) = (&self.tree.exprs[callee].kind, arguments, self.measures(callee)) {
            let word = self.text(*name).to_owned();
            if let (true, ExprKind::Name(_) | ExprKind::PackPart(..)) = (word == "countof", &self.tree.exprs[*argument].kind) {
                match self.entity(*argument, scope) {
                    Ok(Entity::Pack(pack)) => return Ok(Value::Int(self.arguments_of(pack).len() as i128, Int::Int32)),
                    Ok(Entity::OpenValue) => return Err(Fail::Dependent),
                    _ => {}
                }
            }
            let ty = self.measured_type(*argument, scope).map_err(|_| Fail::Dependent)?;
            return self.measured(&word, ty, span);
        }
        if let ExprKind::Name(name) = self.tree.exprs[callee].kind
            && self.keywords.is_other_builtin(name)
            && !self.tree.declares(name)
        {
            return Err(not_constant("a call is not a compile-time constant", "write the result of the call", span));
        }
        if let ExprKind::Member(owner, _) = self.tree.exprs[callee].kind
            && matches!(self.tree.exprs[owner].kind, ExprKind::Name(_))
            && let Entity::Constant(_) = self.sought_entity(owner, scope, Sought::Qualifier).map_err(|_| Fail::Dependent)?
        {
            return Err(not_constant("a method call is not a compile-time constant", "write the result: calls are not evaluated", span));
        }
        match (self.entity(callee, scope), arguments) {
            (Ok(Entity::Other), _) => Err(not_constant("a call is not a compile-time constant", "write the result of the call", span)),
            (Ok(entity), [argument]) => {
                let ty = self.as_type(entity, span).map_err(|_| Fail::Dependent)?;
                self.cast_to(ty, *argument, scope, span)
            }
            (Ok(_), _) => Err(not_constant("a call is not a compile-time constant", "write the result of the call", span)),
            (Err(_), _) => Err(Fail::Dependent),
        }
    }
}
