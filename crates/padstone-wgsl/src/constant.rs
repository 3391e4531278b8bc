//! Values that are known at shader creation, and the operations on them (WGSL, sections 8 and 17).
//!
//! This module operates on values only, without names, syntax and spans. An operation without a result is an [`EvaluationError`], to which
//! the caller adds the span.

mod arithmetic;
mod builtins;
mod construct;
mod convert;
mod matrix;
mod operators;
mod parts;
mod value;

pub(crate) use builtins::{ConstFunction, bitcast, call};
pub(crate) use construct::{construct_matrix, construct_number, construct_vector};
pub(crate) use convert::{convert_number, convert_value};
pub(crate) use operators::{binary, unary};
pub(crate) use parts::{RAY_DESC, member_of_parts, member_type_of_parts, swizzle};
pub(crate) use value::{Matrix, Value, Vector};

use padstone_diag::{Code, codes};

/// The reason why an operation has no result.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum EvaluationError {
    /// No overload takes operands of these types.
    NoOverload,
    /// An overload exists, but has no result for these values.
    NoValue(&'static Code, String),
    /// A constant is not representable in the required type.
    Unrepresentable(String),
}

impl EvaluationError {
    /// The code and message for these values; `None` if there is no overload.
    pub(crate) fn of_values(self) -> Option<(&'static Code, String)> {
        match self {
            EvaluationError::NoOverload => None,
            EvaluationError::NoValue(code, reason) => Some((code, reason)),
            EvaluationError::Unrepresentable(reason) => Some((&codes::CONSTANT_OVERFLOW, reason)),
        }
    }

    pub(crate) fn no_value(code: &'static Code, reason: impl Into<String>) -> EvaluationError {
        EvaluationError::NoValue(code, reason.into())
    }
}

/// The result of an operation.
pub(crate) type EvaluationResult<T = Value> = Result<T, EvaluationError>;
