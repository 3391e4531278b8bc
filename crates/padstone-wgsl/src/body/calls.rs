//! Calls in functions: of the module's functions, and of built-in functions that are evaluated at run time.

use padstone_diag::{Diagnostic, codes, counted};
use padstone_source::Span;

use super::builtins::{BuiltinSignature, NumericTypes, ParameterType, ReturnType};
use crate::constant::{Value, convert_value};
use crate::predeclared::{Entity, Predeclared, RuntimeFunction};
use crate::resolve::{CallResult, EvaluationTime, Extension, Operand, ResolvedGlobal, Resolver, StageRestriction};
use crate::scalar::{Number, Scalar};
use crate::tree::{ExprId, ExpressionKind};
use crate::types::{AddressSpace, Count, Memory, PartsKind, Traits, Type, TypeId, TypeList};

impl Resolver<'_> {
    /// A call of a function that the module declares.
    pub(crate) fn call_declared(&mut self, position: u32, operands: Vec<Operand>, arguments: &[ExprId], span: Span) -> Option<CallResult> {
        let ResolvedGlobal::Function(signature) = &self.globals[position as usize] else { return None };
        let (expected, passed) = (signature.parameters.len(), operands.len());
        let parameters = if expected == passed { signature.parameters.clone() } else { Vec::new() };
        let (result, stage) = (signature.result, signature.stage);
        self.frame().found.calls.push(position);
        let declared = self.tree.declarations[position as usize].name()?;
        let name = self.text(declared.symbol);
        if stage.is_some() {
            let message = format!("`{name}` is an entry point and cannot be called");
            self.error(&codes::SHADER_STAGE, message, span);
            return None;
        }
        if expected != passed {
            let message = format!("`{name}` takes {}, found {passed}", counted(expected, "argument"));
            self.report(Diagnostic::error(&codes::ARGUMENT_COUNT, message, span).label(span, "").label(declared.span, "declared here"));
        } else {
            for ((operand, &ty), &argument) in operands.into_iter().zip(&parameters).zip(arguments) {
                self.convert(operand, ty, self.nodes[argument].span, "argument");
            }
        }
        Some(match result {
            Some(TypeId::UNKNOWN) => return None,
            Some(ty) => CallResult::Value(self.runtime(ty)),
            None => CallResult::Nothing,
        })
    }

    /// An operand of this type with an unknown value, evaluated at run time.
    pub(super) fn runtime(&self, ty: TypeId) -> Operand {
        Operand::new(Value::sample(&self.types, ty), EvaluationTime::Runtime)
    }

    /// A call of a built-in function that is evaluated at run time. `argument_type` is the type in its template list.
    pub(crate) fn call_runtime(
        &mut self,
        function: RuntimeFunction,
        argument_type: Option<TypeId>,
        operands: &[Operand],
        span: Span,
    ) -> Option<CallResult> {
        if operands.iter().any(|operand| operand.value.ty() == TypeId::UNKNOWN) {
            return None;
        }
        if function.is_subgroup() && !self.requires_extension(Extension::Subgroups, span, &format!("`{}`", function.name())) {
            return None;
        }
        let stages = function.stages();
        if !stages.is_empty() {
            let limit = StageRestriction { operation: format!("`{}`", function.name()), stages, span };
            self.frame().found.limits.push(limit);
        }
        let called = match BuiltinSignature::of(function) {
            Some(row) => self.match_function(&row, operands, span),
            None if function.is_of_buffers() => self.call_buffer(function, argument_type, operands, span),
            None => self.call_texture(function, operands, span),
        };
        match called {
            OverloadMatch::Matches(called) => Some(called),
            OverloadMatch::Reported => None,
            OverloadMatch::Not => {
                let types: Vec<TypeId> = operands.iter().map(|operand| operand.value.ty()).collect();
                let passed = TypeList { types: &self.types, names: self.names, arguments: &types };
                let argument_type = argument_type.map(|argument_type| format!("<{}>", self.type_name(argument_type))).unwrap_or_default();
                let message = format!("no overload `{}{argument_type}{passed}`", function.name());
                self.error(&codes::NO_OVERLOAD, message, span);
                None
            }
        }
    }

    fn match_function(&mut self, row: &BuiltinSignature, operands: &[Operand], span: Span) -> OverloadMatch {
        if operands.len() != row.expected.len() {
            return OverloadMatch::Not;
        }
        let mut operand_type = TypeId::UNKNOWN;
        for (operand, &expected) in operands.iter().zip(row.expected) {
            match self.match_parameter(expected, operand, &mut operand_type, row, span) {
                ArgumentMatch::Yes => {}
                ArgumentMatch::No => return OverloadMatch::Not,
                ArgumentMatch::Reported => return OverloadMatch::Reported,
            }
        }
        let result = match row.returns {
            ReturnType::Nothing => return OverloadMatch::Matches(CallResult::Nothing),
            ReturnType::T => operand_type,
            ReturnType::U32 => TypeId::U32,
            ReturnType::Bool => TypeId::BOOL,
            ReturnType::Ballot => TypeId::vector(Scalar::U32, 4),
            ReturnType::RayIntersection => self.types.intern(Type::Parts { kind: PartsKind::RayIntersection, operand: TypeId::F32 }),
            ReturnType::Triangle => self.types.intern(Type::Array { element: TypeId::vector(Scalar::F32, 3), count: Count::Known(3) }),
            ReturnType::Exchange => self.types.intern(Type::Parts { kind: PartsKind::Exchange, operand: operand_type }),
        };
        OverloadMatch::Matches(CallResult::Value(self.runtime(result)))
    }

    /// Whether an argument matches a parameter; `operand_type` is the type `T`, once it is known.
    fn match_parameter(
        &mut self,
        expected: ParameterType,
        operand: &Operand,
        operand_type: &mut TypeId,
        row: &BuiltinSignature,
        span: Span,
    ) -> ArgumentMatch {
        let ty = operand.value.ty();
        let matched_if = |matches: bool| if matches { ArgumentMatch::Yes } else { ArgumentMatch::No };
        match expected {
            ParameterType::T(NumericTypes::F32) => match self.types.component(ty) {
                Some(scalar) if scalar.converts_to(Scalar::F32) => {
                    *operand_type = self.types.with_component(ty, Scalar::F32);
                    self.fit(operand, *operand_type, span)
                }
                _ => ArgumentMatch::No,
            },
            ParameterType::T(set) => {
                *operand_type = self.types.concrete(ty);
                let scalar = self.types.component(ty);
                let belongs =
                    scalar.is_some_and(|scalar| if set == NumericTypes::Integer { scalar.is_integer() } else { scalar.is_numeric() });
                if belongs { self.fit(operand, *operand_type, span) } else { ArgumentMatch::No }
            }
            ParameterType::Same => self.fit(operand, *operand_type, span),
            ParameterType::Lane | ParameterType::ConstLane => self.lane(operand, row, expected, span),
            ParameterType::Delta => match self.fit(operand, TypeId::U32, span) {
                ArgumentMatch::Yes => self.lane(operand, row, expected, span),
                other => other,
            },
            ParameterType::Bool => matched_if(ty == TypeId::BOOL),
            ParameterType::AccelerationStructure => matched_if(matches!(self.types[ty], Type::AccelerationStructure { .. })),
            ParameterType::RayDesc => matched_if(matches!(self.types[ty], Type::Parts { kind: PartsKind::RayDesc, .. })),
            ParameterType::RayQuery => match self.types[ty] {
                Type::Pointer(memory) => matched_if(matches!(self.types[memory.store], Type::RayQuery { .. })),
                _ => ArgumentMatch::No,
            },
            ParameterType::Atomic | ParameterType::RuntimeArray | ParameterType::Workgroup => {
                let pointed_to = self.pointed_to(ty, expected);
                *operand_type = pointed_to.unwrap_or(*operand_type);
                matched_if(pointed_to.is_some())
            }
        }
    }

    /// Whether an argument has a type, or converts to it.
    pub(super) fn fit(&mut self, operand: &Operand, to: TypeId, span: Span) -> ArgumentMatch {
        let Err(fault) = convert_value(&self.types, &operand.value, to) else { return ArgumentMatch::Yes };
        let Some((code, reason)) = fault.of_values() else { return ArgumentMatch::No };
        self.error(code, reason, span);
        ArgumentMatch::Reported
    }

    /// The index of an invocation, or the distance to one (section 17.12).
    fn lane(&mut self, operand: &Operand, row: &BuiltinSignature, expected: ParameterType, span: Span) -> ArgumentMatch {
        let Some(lane) = operand.value.as_number().and_then(Number::as_integer) else { return ArgumentMatch::No };
        if !operand.is_constant() {
            if expected != ParameterType::ConstLane {
                return ArgumentMatch::Yes;
            }
            let message = format!("the invocation argument of `{}` must be a constant", row.name.name());
            self.error(&codes::NOT_CONSTANT, message, span);
            return ArgumentMatch::Reported;
        }
        let count = if row.name == RuntimeFunction::QuadBroadcast { 4 } else { 128 };
        if !(0..count).contains(&lane) {
            let message = format!("the invocation argument of `{}` must be in 0..{count}, found {lane}", row.name.name());
            self.error(&codes::INDEX_OUT_OF_BOUNDS, message, span);
            return ArgumentMatch::Reported;
        }
        ArgumentMatch::Yes
    }

    /// The pointee of a pointer argument.
    fn pointed_to(&self, ty: TypeId, expected: ParameterType) -> Option<TypeId> {
        let Type::Pointer(Memory { space, store, .. }) = self.types[ty] else { return None };
        match (expected, self.types[store]) {
            (ParameterType::Atomic | ParameterType::Workgroup, Type::Atomic(scalar))
                if space != AddressSpace::Storage || expected == ParameterType::Atomic =>
            {
                Some(TypeId::scalar(scalar))
            }
            (ParameterType::RuntimeArray, Type::Array { count: Count::Runtime, .. }) => Some(store),
            (ParameterType::Workgroup, _)
                if space == AddressSpace::Workgroup && self.types.properties(store).has(Traits::CONSTRUCTIBLE) =>
            {
                Some(store)
            }
            _ => None,
        }
    }

    /// Whether the result of a call must be used (sections 11.2 and 17).
    pub(super) fn must_use(&self, callee: ExprId) -> bool {
        let mut callee = callee;
        if let ExpressionKind::Template { name, .. } = self.nodes[callee].kind {
            callee = name;
        }
        let ExpressionKind::Name(name) = self.nodes[callee].kind else { return false };
        match self.scope.lookup(name) {
            Some(Entity::Global(position)) => match &self.globals[position as usize] {
                ResolvedGlobal::Function(signature) => signature.must_use,
                _ => true,
            },
            Some(Entity::Predeclared(Predeclared::RuntimeFunction(function))) => !function.may_be_dropped(),
            _ => true,
        }
    }
}

/// Whether a call matches a function.
pub(super) enum OverloadMatch {
    Matches(CallResult),
    Not,
    /// An error has been reported.
    Reported,
}

/// Whether an argument matches a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ArgumentMatch {
    Yes,
    No,
    /// No, and an error has been reported.
    Reported,
}
