//! Arithmetic of scalars (WGSL, section 8.7), and operations on the components of vectors.

use std::ops::{Add, Div, Mul, Sub};

use padstone_diag::codes;

use super::convert::{convert_number, float};
use super::{EvaluationError, EvaluationResult, Value, Vector};
use crate::scalar::{Number, Scalar};
use crate::tree::BinaryOp;

/// Applies a function to two scalars, or to the components of two vectors of one width.
pub(super) fn zip(left: &Value, right: &Value, apply: &mut dyn FnMut(Number, Number) -> EvaluationResult<Number>) -> EvaluationResult {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => apply(*left, *right).map(Value::Number),
        (Value::Vector(left), Value::Vector(right)) if left.width() == right.width() => {
            let mut others = right.numbers().iter();
            let with_other = |number| others.next().map_or(Err(EvaluationError::NoOverload), |&other| apply(number, other));
            left.try_map(with_other).map(Value::Vector)
        }
        _ => Err(EvaluationError::NoOverload),
    }
}

/// [`zip`], where one operand may be a scalar for a vector.
pub(super) fn broadcast(
    left: &Value,
    right: &Value,
    apply: &mut dyn FnMut(Number, Number) -> EvaluationResult<Number>,
) -> EvaluationResult {
    match (left, right) {
        (Value::Number(number), Value::Vector(vector)) => zip(&Value::Vector(Vector::splat(*number, vector.width())), right, apply),
        (Value::Vector(vector), Value::Number(number)) => zip(left, &Value::Vector(Vector::splat(*number, vector.width())), apply),
        _ => zip(left, right, apply),
    }
}

/// Two scalars in the type that both convert to.
pub(super) fn unify(left: Number, right: Number) -> EvaluationResult<(Number, Number)> {
    let common = left.scalar().common(right.scalar()).ok_or(EvaluationError::NoOverload)?;
    Ok((convert_number(left, common)?, convert_number(right, common)?))
}

/// `+ - * / %` of two scalars. Concrete integers wrap, abstract ones must not overflow (section 8.7); a float must be finite (section
/// 15.7.2).
pub(super) fn arithmetic(op: BinaryOp, left: Number, right: Number) -> EvaluationResult<Number> {
    let (left, right) = unify(left, right)?;
    let overflow = || {
        let ty = left.scalar().name();
        EvaluationError::no_value(&codes::CONSTANT_OVERFLOW, format!("`{left} {} {right}` cannot be represented as `{ty}`", op.text()))
    };
    let divides = matches!(op, BinaryOp::Divide | BinaryOp::Remainder);
    if divides && right.as_integer() == Some(0) {
        return Err(EvaluationError::no_value(&codes::DIVISION_BY_ZERO, format!("`{left} {} {right}` divides by zero", op.text())));
    }
    let result = match (left, right) {
        (Number::AbstractInt(left), Number::AbstractInt(right)) => match op {
            BinaryOp::Add => left.checked_add(right),
            BinaryOp::Subtract => left.checked_sub(right),
            BinaryOp::Multiply => left.checked_mul(right),
            BinaryOp::Divide => left.checked_div(right),
            _ => left.checked_rem(right),
        }
        .map(Number::AbstractInt),
        (Number::AbstractFloat(a), Number::AbstractFloat(b)) => float(float_arithmetic(op, a, b), Scalar::AbstractFloat),
        (Number::F64(a), Number::F64(b)) => float(float_arithmetic(op, a, b), Scalar::F64),
        (Number::F32(a), Number::F32(b)) => finite(float_arithmetic(op, a, b)).map(Number::F32),
        (Number::F16(a), Number::F16(b)) => float(float_arithmetic(op, a, b).into(), Scalar::F16),
        _ => match (left.as_integer(), right.as_integer()) {
            (Some(a), Some(b)) => concrete_arithmetic(op, a, b, left.scalar()),
            _ => return Err(EvaluationError::NoOverload),
        },
    };
    result.ok_or_else(overflow)
}

/// `+ - * / %` of two values of a concrete integer type. A quotient must be in the range of the type: the smallest integer divided by -1 is not.
fn concrete_arithmetic(op: BinaryOp, left: i128, right: i128, scalar: Scalar) -> Option<Number> {
    match op {
        BinaryOp::Add => Number::wrapped(left + right, scalar),
        BinaryOp::Subtract => Number::wrapped(left - right, scalar),
        BinaryOp::Multiply => Number::wrapped(left.wrapping_mul(right), scalar),
        BinaryOp::Divide => Number::integer(left.checked_div(right)?, scalar),
        _ => {
            // The remainder is undefined where the quotient is.
            Number::integer(left.checked_div(right)?, scalar)?;
            Number::integer(left.checked_rem(right)?, scalar)
        }
    }
}

/// The operations that both float widths share.
trait Float: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> {
    fn trunc(self) -> Self;
}

impl Float for f32 {
    fn trunc(self) -> Self {
        f32::trunc(self)
    }
}

impl Float for f64 {
    fn trunc(self) -> Self {
        f64::trunc(self)
    }
}

fn finite(value: f32) -> Option<f32> {
    value.is_finite().then_some(value)
}

fn float_arithmetic<T: Float>(op: BinaryOp, left: T, right: T) -> T {
    match op {
        BinaryOp::Add => left + right,
        BinaryOp::Subtract => left - right,
        BinaryOp::Multiply => left * right,
        BinaryOp::Divide => left / right,
        // Section 15.7.4.1: not the exact remainder.
        _ => left - right * T::trunc(left / right),
    }
}
