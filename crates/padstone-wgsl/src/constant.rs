//! Values that are known when the shader is compiled, and what can be done with them (WGSL, sections 8 and 17).
//!
//! Everything here is about values alone: no names, no syntax, no places. What cannot be done is a [`EvaluationError`], to which
//! the caller adds the place.

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
pub(crate) use parts::{member_of_parts, swizzle, type_of_part};
pub(crate) use value::{Matrix, Value, Vector};

use padstone_diag::{Code, codes};

/// Why an operation has no result.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum EvaluationError {
    /// There is no such operation for operands of these types.
    NoOverload,
    /// There is, but these values have no result.
    NoValue(&'static Code, String),
    /// A constant is none of the numbers of the type that it has to have.
    Unrepresentable(String),
}

impl EvaluationError {
    /// What to say of these values; `None` if there is no such operation at all.
    pub(crate) fn of_values(self) -> Option<(&'static Code, String)> {
        match self {
            EvaluationError::NoOverload => None,
            EvaluationError::NoValue(code, why) => Some((code, why)),
            EvaluationError::Unrepresentable(why) => Some((&codes::CONSTANT_OVERFLOW, why)),
        }
    }

    pub(crate) fn no_value(code: &'static Code, why: impl Into<String>) -> EvaluationError {
        EvaluationError::NoValue(code, why.into())
    }
}

/// The result of an operation.
pub(crate) type EvaluationResult<T = Value> = Result<T, EvaluationError>;
