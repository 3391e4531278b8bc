//! Operators (WGSL, sections 8.6 to 8.9).

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Sub};

use padstone_diag::codes;

use super::convert::{convert_number, float};
use super::{EvaluationError, EvaluationResult, Value, Vector, matrix};
use crate::scalar::{Number, Scalar};
use crate::tree::{BinaryOp, UnaryOp};

/// `op value`, except address-of and indirection.
pub(crate) fn unary(op: UnaryOp, value: &Value) -> EvaluationResult {
    let of_number: fn(Number) -> Option<Number> = match op {
        UnaryOp::Negate => negate,
        UnaryOp::Not => |number| number.as_bool().map(|value| Number::Bool(!value)),
        UnaryOp::Complement => |number| match number {
            Number::AbstractInt(value) => Some(Number::AbstractInt(!value)),
            _ => Number::wrapped(!number.as_integer()?, number.scalar()),
        },
        UnaryOp::AddressOf | UnaryOp::Indirection => |_| None,
    };
    let of_number = |number| of_number(number).ok_or(EvaluationError::NoOverload);
    match value {
        Value::Number(number) => of_number(*number).map(Value::Number),
        Value::Vector(vector) => vector.try_map(of_number).map(Value::Vector),
        _ => Err(EvaluationError::NoOverload),
    }
}

/// The negation of the smallest AbstractInt is itself (tint, measured), like that of the concrete types (section 8.7).
fn negate(number: Number) -> Option<Number> {
    Some(match number {
        Number::AbstractInt(value) => Number::AbstractInt(value.wrapping_neg()),
        Number::I32(_) | Number::I16(_) | Number::I64(_) => Number::wrapped(-number.as_integer()?, number.scalar())?,
        Number::AbstractFloat(value) => Number::AbstractFloat(-value),
        Number::F32(value) => Number::F32(-value),
        Number::F16(value) => Number::F16(-value),
        Number::F64(value) => Number::F64(-value),
        Number::Bool(_) | Number::U32(_) | Number::U16(_) | Number::U64(_) => return None,
    })
}

/// `left op right`. For `&&` and `||`, both have been evaluated.
pub(crate) fn binary(op: BinaryOp, left: &Value, right: &Value) -> EvaluationResult {
    match op {
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => {
            if let (Value::Matrix(_), _) | (_, Value::Matrix(_)) = (left, right) {
                return matrix::arithmetic(op, left, right);
            }
            broadcast(left, right, &mut |left, right| arithmetic(op, left, right))
        }
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => zip(left, right, &mut |left, right| shift(op, left, right)),
        BinaryOp::LogicalAnd | BinaryOp::LogicalOr => match (left, right) {
            (Value::Number(Number::Bool(left)), Value::Number(Number::Bool(right))) => {
                Ok(Value::bool(if op == BinaryOp::LogicalAnd { *left && *right } else { *left || *right }))
            }
            _ => Err(EvaluationError::NoOverload),
        },
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => zip(left, right, &mut |left, right| bitwise(op, left, right)),
        BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
            zip(left, right, &mut |left, right| compare(op, left, right).map(Number::Bool))
        }
    }
}

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

/// `<<` and `>>` (section 8.9). The sign must not change, and the shift must be less than the width of a concrete type.
fn shift(op: BinaryOp, left: Number, right: Number) -> EvaluationResult<Number> {
    let Number::U32(by) = convert_number(right, Scalar::U32)? else { return Err(EvaluationError::NoOverload) };
    let too_far = |width: u32| {
        let ty = left.scalar().name();
        EvaluationError::no_value(
            &codes::CONSTANT_OVERFLOW,
            format!("shift amount {by} must be less than {width}, the bit width of `{ty}`"),
        )
    };
    let lost = || {
        let ty = left.scalar().name();
        EvaluationError::no_value(&codes::CONSTANT_OVERFLOW, format!("`{left} << {by}` shifts bits out of `{ty}`"))
    };
    let is_left = op == BinaryOp::ShiftLeft;
    match left {
        Number::AbstractInt(value) if is_left => {
            let shifted = if by < 64 { value << by } else { 0 };
            if by < 64 && shifted >> by == value || value == 0 { Ok(Number::AbstractInt(shifted)) } else { Err(lost()) }
        }
        Number::AbstractInt(value) => Ok(Number::AbstractInt(value >> by.min(63))),
        _ => {
            let value = left.as_integer().ok_or(EvaluationError::NoOverload)?;
            let width = 8 * left.scalar().bytes() as u32;
            if by >= width {
                return Err(too_far(width));
            }
            let shifted = if is_left { value << by } else { value >> by };
            Number::integer(shifted, left.scalar()).ok_or_else(lost)
        }
    }
}

fn bitwise(op: BinaryOp, left: Number, right: Number) -> EvaluationResult<Number> {
    fn apply<T: BitAnd<Output = T> + BitOr<Output = T> + BitXor<Output = T>>(op: BinaryOp, a: T, b: T) -> T {
        match op {
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            _ => a ^ b,
        }
    }
    Ok(match unify(left, right)? {
        (Number::AbstractInt(a), Number::AbstractInt(b)) => Number::AbstractInt(apply(op, a, b)),
        (Number::Bool(a), Number::Bool(b)) if op != BinaryOp::Xor => Number::Bool(apply(op, a, b)),
        (left, right) => {
            let integers = left.as_integer().zip(right.as_integer()).map(|(a, b)| apply(op, a, b));
            integers.and_then(|value| Number::wrapped(value, left.scalar())).ok_or(EvaluationError::NoOverload)?
        }
    })
}

fn compare(op: BinaryOp, left: Number, right: Number) -> EvaluationResult<bool> {
    fn apply<T: PartialOrd>(op: BinaryOp, a: T, b: T) -> bool {
        match op {
            BinaryOp::Equal => a == b,
            BinaryOp::NotEqual => a != b,
            BinaryOp::Less => a < b,
            BinaryOp::LessEqual => a <= b,
            BinaryOp::Greater => a > b,
            _ => a >= b,
        }
    }
    let (left, right) = unify(left, right)?;
    if let (Some(a), Some(b)) = (left.as_integer(), right.as_integer()) {
        Ok(apply(op, a, b))
    } else if let (Some(a), Some(b)) = (left.as_float(), right.as_float()) {
        Ok(apply(op, a, b))
    } else if let (Some(a), Some(b), BinaryOp::Equal | BinaryOp::NotEqual) = (left.as_bool(), right.as_bool(), op) {
        Ok(apply(op, a, b))
    } else {
        Err(EvaluationError::NoOverload)
    }
}
