//! Folds operators on constants. libslang 2026.12 folds them in signed 64 bits for all types, so that `1u - 2` is less than 0; only
//! conversions to another type truncate. It does not fold floating-point operators (all measured).

use padstone_diag::{Diagnostic, codes};
use padstone_model::Scalar;
use padstone_source::Span;

use crate::TokenKind;
use crate::constants::{Fail, Int, Operator, Outcome, Value, cast, not_constant, promoted, to_bool, wrap};

/// The value of `left operator right`.
pub(super) fn binary(operator: Operator, left: Value, right: Value, at: Span) -> Outcome {
    if let (Value::Float(_), _) | (_, Value::Float(_)) = (left, right) {
        return Err(not_constant(
            "floating-point expressions are not compile-time constants",
            "write the result: only integers are folded",
            at,
        ));
    }
    if let (Value::Bool(left), Value::Bool(right)) = (left, right) {
        match operator {
            Operator::BitAnd => return Ok(Value::Bool(left & right)),
            Operator::BitOr => return Ok(Value::Bool(left | right)),
            Operator::BitXor => return Ok(Value::Bool(left ^ right)),
            _ => {}
        }
    }
    let ((left, left_type), (right, right_type)) = (promoted(left), promoted(right));
    let is_shift = matches!(operator, Operator::ShiftLeft | Operator::ShiftRight);
    let ty = if is_shift { left_type } else { left_type.max(right_type) };
    let (left, right) = (as_type(left, left_type, ty), if is_shift { right as i64 } else { as_type(right, right_type, ty) });
    let value = match operator {
        Operator::BitOr => left | right,
        Operator::BitXor => left ^ right,
        Operator::BitAnd => left & right,
        Operator::Add => left.wrapping_add(right),
        Operator::Subtract => left.wrapping_sub(right),
        Operator::Multiply => left.wrapping_mul(right),
        Operator::Divide | Operator::Remainder if right == 0 => {
            return Err(Fail::Report(Box::new(Diagnostic::error(&codes::DIVISION_BY_ZERO, "division by zero", at))));
        }
        Operator::Divide => left.wrapping_div(right),
        Operator::Remainder => left.wrapping_rem(right),
        // A shift amount is taken modulo 64, as by the processors that libslang runs on.
        Operator::ShiftLeft => left.wrapping_shl(right as u32),
        Operator::ShiftRight => left.wrapping_shr(right as u32),
        test => return Ok(Value::Bool(test.compares(left, right))),
    };
    Ok(Value::Int(value.into(), ty))
}

/// The value of the prefix operator `kind` applied to an operand.
pub(super) fn unary(kind: TokenKind, value: Value, is_written: bool, at: Span) -> Outcome {
    match (kind, value) {
        (TokenKind::Bang, value) => Ok(Value::Bool(!to_bool(value))),
        // A sign is part of the number after it.
        (TokenKind::Minus, Value::Float(value)) if is_written => Ok(Value::Float(-value)),
        (TokenKind::Plus, Value::Float(value)) if is_written => Ok(Value::Float(value)),
        (_, Value::Float(_)) => {
            Err(not_constant("floating-point expressions are not compile-time constants", "write the result: only integers are folded", at))
        }
        (kind, value) => {
            let (value, ty) = promoted(value);
            let value = value as i64;
            Ok(match kind {
                TokenKind::Minus => Value::Int(value.wrapping_neg().into(), ty),
                TokenKind::Tilde => Value::Int((!value).into(), ty),
                _ => Value::Int(value.into(), ty),
            })
        }
    }
}

fn as_type(value: i128, from: Int, to: Int) -> i64 {
    if from == to { value as i64 } else { wrap(value, to) as i64 }
}

/// `int.maxValue`, `uint8_t.minValue`: constants of the integer types.
pub(super) fn limit(scalar: Scalar, name: &str) -> Option<Value> {
    let (least, most): (i128, i128) = match scalar {
        Scalar::Bool => (0, 1),
        Scalar::Int8 => (i8::MIN.into(), i8::MAX.into()),
        Scalar::Uint8 => (0, u8::MAX.into()),
        Scalar::Int16 => (i16::MIN.into(), i16::MAX.into()),
        Scalar::Uint16 => (0, u16::MAX.into()),
        Scalar::Int32 => Int::Int32.range(),
        Scalar::Uint32 => Int::Uint32.range(),
        Scalar::Int64 => Int::Int64.range(),
        Scalar::Uint64 => Int::Uint64.range(),
        _ => return None,
    };
    let value = match name {
        "minValue" => least,
        "maxValue" => most,
        _ => return None,
    };
    Some(in_type_range(Value::Int(value, Int::Int64), scalar))
}

/// The value of a variable of a type: a value that has the type already is not truncated (measured).
pub(super) fn stored(value: Value, scalar: Scalar) -> Value {
    let has_type = matches!(scalar, Scalar::Int32 | Scalar::Uint32 | Scalar::Int64 | Scalar::Uint64);
    match value {
        Value::Int(_, ty) if has_type && Int::of(scalar) == Some(ty) => value,
        value => in_type_range(value, scalar),
    }
}

/// A value converted to a type. In expressions, integers of less than 32 bits count as 32-bit integers.
pub(super) fn in_type_range(value: Value, scalar: Scalar) -> Value {
    let value = match value {
        // A fraction beyond 64 bits is converted as processors do.
        Value::Float(value) if scalar != Scalar::Bool && Int::of(scalar).is_some() && value.abs() >= 2f64.powi(63) => {
            cast(Value::Int(i64::MIN.into(), Int::Int64), scalar)
        }
        value => cast(value, scalar),
    };
    let Value::Int(number, ty) = value else { return value };
    let low = number & 0xffff;
    Value::Int(
        match scalar {
            Scalar::Uint8 => low & 0xff,
            Scalar::Int8 => i128::from(low as u8 as i8),
            Scalar::Uint16 => low,
            Scalar::Int16 => i128::from(low as u16 as i16),
            _ => number,
        },
        ty,
    )
}
