//! Operators (WGSL, sections 8.6 to 8.9).

use std::ops::{BitAnd, BitOr, BitXor};

use padstone_diag::codes;

use super::arithmetic::{arithmetic, broadcast, unify, zip};
use super::convert::convert_number;
use super::{EvaluationError, EvaluationResult, Value, matrix};
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
