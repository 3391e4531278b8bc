//! Calls of functions, and of types, which construct values.

use padstone_diag::codes;
use padstone_source::Span;

use super::{EvaluationTime, Operand, ResolvedGlobal, Resolver};
use crate::constant::{
    ConstFunction, EvaluationError, EvaluationResult, RAY_DESC, Value, bitcast, call, construct_matrix, construct_number, construct_vector,
    convert_value,
};
use crate::predeclared::{Entity, Predeclared, RuntimeFunction, TypeGenerator};
use crate::scalar::Scalar;
use crate::tree::{ExprId, ExpressionKind, Ident, List};
use crate::types::{Count, PartsKind, Traits, Type, TypeId, TypeList};

/// The callee of a call.
#[derive(Clone, Copy)]
enum Callee {
    /// A conversion or construction.
    Type(TypeId),
    /// A construction whose arguments determine the component type: `vec3(1, 2, 3)`.
    Inferred(TypeGenerator),
    Function(ConstFunction),
    Bitcast(TypeId),
    /// A run-time function, with the type in its template list.
    Runtime(RuntimeFunction, Option<TypeId>),
    /// A function of the module.
    Declared(u32),
}

/// The result of a call.
pub(crate) enum CallResult {
    Value(Operand),
    Nothing,
}

impl Resolver<'_> {
    pub(crate) fn call(&mut self, callee: ExprId, arguments: List<ExprId>, span: Span) -> Option<CallResult> {
        let nodes = self.nodes;
        let arguments = &nodes[arguments];
        let mut operands = Vec::with_capacity(arguments.len());
        let callee = self.callee(callee);
        for (index, &argument) in arguments.iter().enumerate() {
            let is_pointer = callee.is_some_and(|callee| self.expects_pointer(callee, index));
            operands.push(self.value_or_pointer(argument, is_pointer));
        }
        let operands: Vec<Operand> = operands.into_iter().collect::<Option<_>>()?;
        let known = operands.iter().map(|operand| operand.known).max().unwrap_or(EvaluationTime::Const);
        let value = match callee? {
            Callee::Declared(index) => return self.call_declared(index, operands, arguments, span),
            Callee::Runtime(function, argument_type) => return self.call_runtime(function, argument_type, &operands, span),
            Callee::Type(ty) => self.construct(ty, &operands, arguments, span)?,
            Callee::Inferred(TypeGenerator::Array) => self.inferred_array(&operands, span)?,
            Callee::Inferred(generator) => {
                let construct = |_: &mut Self, values: &[Value]| match generator {
                    TypeGenerator::Vector { width } => construct_vector(None, width, values),
                    TypeGenerator::Matrix { columns, rows } => construct_matrix(None, columns, rows, values),
                    _ => Err(EvaluationError::NoOverload),
                };
                self.operate_on(&operands, span, generator.name(), construct)?
            }
            Callee::Function(function) => {
                let apply = |this: &mut Self, values: &[Value]| call(&mut this.types, function, values);
                self.check_limits(function, &operands, span)?;
                self.operate_on(&operands, span, function.name(), apply)?
            }
            Callee::Bitcast(ty) => {
                let cast = |this: &mut Self, values: &[Value]| match values {
                    [value] => bitcast(&this.types, ty, value),
                    _ => Err(EvaluationError::NoOverload),
                };
                let name = format!("bitcast<{}>", self.type_name(ty));
                self.operate_on(&operands, span, &name, cast)?
            }
        };
        Some(CallResult::Value(Operand::new(value, known)))
    }

    fn expects_pointer(&self, callee: Callee, index: usize) -> bool {
        match callee {
            Callee::Declared(declared) => match &self.globals[declared as usize] {
                ResolvedGlobal::Function(signature) => {
                    signature.parameters.get(index).is_some_and(|&ty| matches!(self.types[ty], Type::Pointer(_)))
                }
                _ => false,
            },
            Callee::Runtime(function, _) => {
                index == 0 && (function == RuntimeFunction::ArrayLength || function.name().starts_with("atomic"))
            }
            _ => false,
        }
    }

    /// Checks limits between arguments, where those are known.
    fn check_limits(&mut self, function: ConstFunction, operands: &[Operand], span: Span) -> Option<()> {
        let limiting = match function {
            ConstFunction::Clamp | ConstFunction::ExtractBits => 1..3,
            ConstFunction::InsertBits => 2..4,
            ConstFunction::Ldexp => 1..2,
            ConstFunction::Smoothstep => 0..2,
            _ => return Some(()),
        };
        let are_known = operands.get(limiting).is_some_and(|operands| operands.iter().all(|operand| operand.is_constant()));
        if !are_known || !self.evaluates || operands.iter().all(|operand| operand.is_constant()) {
            return Some(());
        }
        let values: Vec<Value> = operands.iter().map(|operand| self.known_or_sample(operand)).collect();
        match call(&mut self.types, function, &values) {
            Err(EvaluationError::NoValue(code, reason)) => {
                self.error(code, reason, span);
                None
            }
            _ => Some(()),
        }
    }

    fn operate_on(
        &mut self,
        operands: &[Operand],
        span: Span,
        name: &str,
        operation: impl Fn(&mut Self, &[Value]) -> EvaluationResult,
    ) -> Option<Value> {
        let outcome = self.operate(&operands.iter().collect::<Vec<_>>(), operation);
        self.outcome(outcome, span, |this| {
            let types: Vec<TypeId> = operands.iter().map(|operand| operand.value.ty()).collect();
            format!("no overload `{name}{}`", TypeList { types: &this.types, names: this.names, arguments: &types })
        })
    }

    /// The callee; `None` if it cannot be called here, which has been reported.
    fn callee(&mut self, id: ExprId) -> Option<Callee> {
        let expression = self.nodes[id];
        let (name, template) = match expression.kind {
            ExpressionKind::Name(symbol) => (Ident { symbol, span: expression.span }, None),
            ExpressionKind::Template { name, arguments } => match self.nodes[name].kind {
                ExpressionKind::Name(symbol) => (Ident { symbol, span: self.nodes[name].span }, Some(arguments)),
                _ => return None,
            },
            _ => return None,
        };
        let Some(entity) = self.lookup(name) else {
            self.report_unresolved(name, &|candidate| candidate.is_type() || candidate.is_function());
            return None;
        };
        match (entity, template) {
            (Entity::Predeclared(Predeclared::ConstFunction(function)), None) => Some(Callee::Function(function)),
            (Entity::Predeclared(Predeclared::Bitcast), Some(arguments)) => match self.nodes[arguments][..] {
                [ty] => self.type_expression(ty).map(Callee::Bitcast),
                _ => {
                    self.error(&codes::TEMPLATE_ARGUMENTS, "`bitcast` takes one type argument: `bitcast<u32>(x)`", name.span);
                    None
                }
            },
            (Entity::Predeclared(Predeclared::Bitcast), None) => {
                self.error(&codes::TEMPLATE_ARGUMENTS, "`bitcast` requires the result type: `bitcast<u32>(x)`", name.span);
                None
            }
            (Entity::Predeclared(Predeclared::RuntimeFunction(function)), None) if self.frame.is_some() => {
                Some(Callee::Runtime(function, None))
            }
            (
                Entity::Predeclared(Predeclared::RuntimeFunction(
                    function @ (RuntimeFunction::BufferView | RuntimeFunction::BufferArrayView),
                )),
                Some(arguments),
            ) if self.frame.is_some() => match self.nodes[arguments][..] {
                [ty] => Some(Callee::Runtime(function, Some(self.type_expression(ty)?))),
                _ => {
                    let message = format!("`{}` takes one type argument", function.name());
                    self.error(&codes::TEMPLATE_ARGUMENTS, message, name.span);
                    None
                }
            },
            (Entity::Global(position), None) if self.frame.is_some() && self.is_function(position) => Some(Callee::Declared(position)),
            (Entity::Predeclared(Predeclared::RuntimeFunction(function)), _) => {
                let message = format!("`{}` cannot be evaluated at module scope", function.name());
                self.error_help(&codes::NOT_CONSTANT, message, name.span, "call it in a function");
                None
            }
            (Entity::Predeclared(Predeclared::Generator(generator)), None)
                if matches!(generator, TypeGenerator::Array | TypeGenerator::Vector { .. } | TypeGenerator::Matrix { .. }) =>
            {
                Some(Callee::Inferred(generator))
            }
            (Entity::Global(position), _)
                if matches!(self.globals[position as usize], ResolvedGlobal::Function(_)) || self.is_function(position) =>
            {
                let message = format!("user-declared function `{}` cannot be evaluated at module scope", self.text(name.symbol));
                self.error_help(&codes::NOT_CONSTANT, message, name.span, "call it in a function");
                None
            }
            _ if self.is_type(entity) => self.type_expression(id).map(Callee::Type),
            _ => {
                self.report_wrong_kind(name, entity, "a function or type");
                None
            }
        }
    }

    fn is_type(&self, entity: Entity) -> bool {
        match entity {
            Entity::Global(position) => !matches!(
                self.globals[position as usize],
                ResolvedGlobal::Constant(_) | ResolvedGlobal::Override(_) | ResolvedGlobal::Variable(_)
            ),
            Entity::Local(_) => false,
            Entity::Predeclared(predeclared) => matches!(predeclared, Predeclared::Type(_) | Predeclared::Generator(_)),
        }
    }

    /// `T(…)`
    fn construct(&mut self, ty: TypeId, operands: &[Operand], arguments: &[ExprId], span: Span) -> Option<Value> {
        let name = self.type_name(ty).to_string();
        match self.types[ty] {
            Type::Unknown => None,
            Type::Scalar(scalar) => self.operate_on(operands, span, &name, |_, values| construct_number(scalar, values)),
            Type::Vector { scalar, width } => {
                self.operate_on(operands, span, &name, |_, values| construct_vector(Some(scalar), width, values))
            }
            Type::Matrix { scalar, columns, rows } => {
                self.operate_on(operands, span, &name, |_, values| construct_matrix(Some(scalar), columns, rows, values))
            }
            _ if !self.types.has(ty, Traits::CONSTRUCTIBLE) => {
                let message = match self.types[ty] {
                    Type::Array { count: Count::Runtime, .. } => format!("`{name}` has no fixed size and cannot be constructed"),
                    _ => format!("`{name}` cannot be constructed"),
                };
                self.error(&codes::NO_OVERLOAD, message, span);
                None
            }
            Type::Array { element, count: Count::Known(count) } => {
                self.construct_whole(ty, count as usize, |_, _| element, operands, arguments, span)
            }
            Type::Parts { kind: PartsKind::RayDesc, .. } => {
                self.construct_whole(ty, RAY_DESC.len(), |_, index| RAY_DESC[index].1, operands, arguments, span)
            }
            Type::Struct(id) => {
                let count = self.types.members(id).len();
                self.construct_whole(ty, count, |this, index| this.types.members(id)[index].ty, operands, arguments, span)
            }
            _ => None,
        }
    }

    /// An array or struct, from no arguments or from all of its elements.
    fn construct_whole(
        &mut self,
        ty: TypeId,
        count: usize,
        part: impl Fn(&Self, usize) -> TypeId,
        operands: &[Operand],
        arguments: &[ExprId],
        span: Span,
    ) -> Option<Value> {
        if operands.is_empty() {
            return Some(Value::Zero(ty));
        }
        if operands.len() != count {
            let message = format!("`{}` takes {count} values, found {}", self.type_name(ty), operands.len());
            self.error(&codes::NO_OVERLOAD, message, span);
            return None;
        }
        let mut parts = Vec::with_capacity(count);
        for (position, (operand, &argument)) in operands.iter().zip(arguments).enumerate() {
            let to = part(self, position);
            let span = self.nodes[argument].span;
            parts.push(self.convert(operand.clone(), to, span, "constructor argument")?.value);
        }
        Some(Value::Composite { ty, parts: parts.into() })
    }

    /// `array(1, 2.5)`: with the type that all elements convert to.
    fn inferred_array(&mut self, operands: &[Operand], span: Span) -> Option<Value> {
        let Some((first, others)) = operands.split_first() else {
            self.error(&codes::NO_OVERLOAD, "cannot infer the element type of `array()`: write `array<T, N>()`", span);
            return None;
        };
        let mut element = first.value.ty();
        for other in others {
            let Some(common) = self.common_type(element, other.value.ty()) else {
                let message =
                    format!("`{}` and `{}` cannot be elements of one array", self.type_name(element), self.type_name(other.value.ty()));
                self.error(&codes::NO_OVERLOAD, message, span);
                return None;
            };
            element = common;
        }
        if !self.types.has(element, Traits::CONSTRUCTIBLE) {
            let message = format!("`{}` cannot be an array element", self.type_name(element));
            self.error(&codes::PART_TYPE, message, span);
            return None;
        }
        let ty = self.array_type(element, Count::Known(operands.len() as u32), span)?;
        let mut parts = Vec::with_capacity(operands.len());
        for operand in operands {
            let outcome = convert_value(&self.types, &operand.value, element);
            parts.push(self.outcome(outcome, span, |_| "elements of one array must have one type".to_owned())?);
        }
        Some(Value::Composite { ty, parts: parts.into() })
    }

    /// The type that values of both types convert to.
    fn common_type(&mut self, a: TypeId, b: TypeId) -> Option<TypeId> {
        let common = |a: Scalar, b: Scalar| a.common(b);
        Some(match (self.types[a], self.types[b]) {
            _ if a == b => a,
            (Type::Scalar(a), Type::Scalar(b)) => TypeId::scalar(common(a, b)?),
            (Type::Vector { scalar: a, width }, Type::Vector { scalar: b, width: other }) if width == other => {
                TypeId::vector(common(a, b)?, width)
            }
            (Type::Matrix { scalar: a, columns, rows }, Type::Matrix { scalar: b, columns: other, rows: other_rows })
                if (columns, rows) == (other, other_rows) =>
            {
                TypeId::matrix(common(a, b)?, columns, rows)
            }
            (Type::Array { element: a, count }, Type::Array { element: b, count: other }) if count == other => {
                let element = self.common_type(a, b)?;
                self.types.intern(Type::Array { element, count })
            }
            _ => return None,
        })
    }
}
