//! What operators make of constants. libslang 2026.12 folds them in 64 bits with a sign whatever their type, so that `1u - 2` is less than
//! 0; only what changes its type is cut to the new one. Of fractions it folds nothing (all measured).

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use crate::TokenKind;
use crate::constants::{Fail, Int, Operator, Outcome, Value, not_constant, promoted, truth, wrap};

/// The value of `left operator right`.
pub(super) fn binary(operator: Operator, left: Value, right: Value, at: Span) -> Outcome {
    if let (Value::Float(_), _) | (_, Value::Float(_)) = (left, right) {
        return Err(not_constant("fractions are not computed while compiling", "compute it by hand: only integers are folded", at));
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
        // The amount of a shift counts modulo 64, as the processors have it on which libslang runs.
        Operator::ShiftLeft => left.wrapping_shl(right as u32),
        Operator::ShiftRight => left.wrapping_shr(right as u32),
        test => return Ok(Value::Bool(test.holds(left, right))),
    };
    Ok(Value::Int(value.into(), ty))
}

/// The value of an operand behind the operator `kind`.
pub(super) fn unary(kind: TokenKind, value: Value, is_written: bool, at: Span) -> Outcome {
    match (kind, value) {
        (TokenKind::Bang, value) => Ok(Value::Bool(!truth(value))),
        // A sign belongs to the number that stands behind it.
        (TokenKind::Minus, Value::Float(value)) if is_written => Ok(Value::Float(-value)),
        (TokenKind::Plus, Value::Float(value)) if is_written => Ok(Value::Float(value)),
        (_, Value::Float(_)) => {
            Err(not_constant("fractions are not computed while compiling", "compute it by hand: only integers are folded", at))
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
