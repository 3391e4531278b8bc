//! Operators on constant values.

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::value::{Int, Overflow, Value, promoted, ranged, real, to_bool, wrap};
use super::{Fail, Outcome, not_constant, overflow};
use crate::{Token, TokenKind};

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operator {
    Or,
    Xor,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Operator {
    /// The result that the left operand of `&&` or `||` alone determines.
    pub(crate) fn decided(self, left: bool) -> Option<bool> {
        match (self, left) {
            (Operator::And, false) => Some(false),
            (Operator::Or, true) => Some(true),
            _ => None,
        }
    }

    /// Whether the comparison `left operator right` is true; `false` for arithmetic operators.
    pub(crate) fn compares<T: PartialOrd + Default>(self, left: T, right: T) -> bool {
        let is_set = |value: T| value != T::default();
        match self {
            Operator::Or => is_set(left) || is_set(right),
            Operator::Xor => is_set(left) != is_set(right),
            Operator::And => is_set(left) && is_set(right),
            Operator::Equal => left == right,
            Operator::NotEqual => left != right,
            Operator::Less => left < right,
            Operator::LessEqual => left <= right,
            Operator::Greater => left > right,
            Operator::GreaterEqual => left >= right,
            _ => false,
        }
    }
}

/// The value of `left operator right`.
pub(crate) fn apply(operator: Operator, left: Value, right: Value, signed: Overflow, at: Span) -> Outcome {
    match (left, right) {
        (Value::Float(_), _) | (_, Value::Float(_)) => apply_float(operator, real(left), real(right), at),
        _ => {
            let ((left, left_type), (right, right_type)) = (promoted(left), promoted(right));
            let ty = if matches!(operator, Operator::ShiftLeft | Operator::ShiftRight) { left_type } else { left_type.max(right_type) };
            apply_int(operator, wrap(left, ty), wrap(right, ty), ty, signed, at)
        }
    }
}

fn apply_int(operator: Operator, left: i128, right: i128, ty: Int, signed: Overflow, at: Span) -> Outcome {
    let value = match operator {
        Operator::BitOr => left | right,
        Operator::BitXor => left ^ right,
        Operator::BitAnd => left & right,
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        // Operands have at most 64 bits, so the product has at most 128.
        Operator::Multiply => {
            left.checked_mul(right).ok_or_else(|| overflow("the product is too large", "use smaller numbers or a wider type", at))?
        }
        Operator::Divide | Operator::Remainder if right == 0 => {
            return Err(Fail::Report(Box::new(Diagnostic::error(&codes::DIVISION_BY_ZERO, "division by zero", at))));
        }
        Operator::Divide => left / right,
        Operator::Remainder => left % right,
        // A shift amount is taken modulo the width of the value, as in HLSL.
        Operator::ShiftLeft => wrap(left << (right & i128::from(ty.bits() - 1)), ty),
        Operator::ShiftRight => left >> (right & i128::from(ty.bits() - 1)),
        test => return Ok(Value::Bool(test.compares(left, right))),
    };
    ranged(value, ty, signed, at)
}

fn apply_float(operator: Operator, left: f64, right: f64, at: Span) -> Outcome {
    Ok(match operator {
        Operator::Add => Value::Float(left + right),
        Operator::Subtract => Value::Float(left - right),
        Operator::Multiply => Value::Float(left * right),
        Operator::Divide => Value::Float(left / right),
        Operator::Remainder => Value::Float(left % right),
        Operator::BitOr | Operator::BitXor | Operator::BitAnd | Operator::ShiftLeft | Operator::ShiftRight => {
            return Err(not_constant("the operator requires integers", "write integers", at));
        }
        test => Value::Bool(test.compares(left, right)),
    })
}

/// The value of a prefix operator applied to an operand.
pub(crate) fn apply_unary(token: Token, value: Value, signed: Overflow) -> Outcome {
    match (token.kind, value) {
        (TokenKind::Bang, value) => Ok(Value::Bool(!to_bool(value))),
        (TokenKind::Minus, Value::Float(value)) => Ok(Value::Float(-value)),
        (TokenKind::Plus, Value::Float(value)) => Ok(Value::Float(value)),
        (TokenKind::Tilde, Value::Float(_)) => Err(not_constant("`~` requires an integer", "write an integer", token.span)),
        (kind, value) => {
            let (value, ty) = promoted(value);
            match kind {
                TokenKind::Minus => ranged(-value, ty, signed, token.span),
                TokenKind::Tilde => Ok(Value::Int(wrap(!value, ty), ty)),
                _ => Ok(Value::Int(value, ty)),
            }
        }
    }
}
