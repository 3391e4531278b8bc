//! The arithmetic of constants: one evaluator for all languages. Their differences are a value of [`Semantics`].

use padstone_diag::{Diagnostic, codes};
use padstone_source::Span;

use super::operators::Operator;
use super::semantics::{Overflow, Semantics, ShiftCount, Width};
use super::value::{Int, Value, promoted, real, to_bool, wrap};
use super::{Fail, Outcome, not_constant, overflow};
use crate::TokenKind;

/// The reason why an operator on integers has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ArithmeticError {
    DivisionByZero,
    /// The result of a signed operator does not fit in its type.
    Overflow(i128, Int),
}

impl ArithmeticError {
    pub(super) fn fail(self, at: Span) -> Fail {
        match self {
            ArithmeticError::DivisionByZero => Fail::Report(Box::new(Diagnostic::error(&codes::DIVISION_BY_ZERO, "division by zero", at))),
            ArithmeticError::Overflow(value, ty) => overflow(
                &format!("{value} does not fit in a signed {}-bit integer", ty.bits()),
                "add the suffix `u`, or use a wider type",
                at,
            ),
        }
    }
}

impl Semantics {
    /// The value of `left operator right`, with the operator at `at`.
    pub(crate) fn binary(&self, operator: Operator, left: Value, right: Value, at: Span) -> Outcome {
        match (left, right) {
            (Value::Float(_), _) | (_, Value::Float(_)) if !self.folds_floats => Err(float_not_folded(at)),
            (Value::Float(_), _) | (_, Value::Float(_)) => floats(operator, real(left), real(right), at),
            (Value::Bool(left), Value::Bool(right)) if self.bitwise_bools && operator.is_bitwise() => Ok(Value::Bool(match operator {
                Operator::BitAnd => left & right,
                Operator::BitOr => left | right,
                _ => left ^ right,
            })),
            _ => self.integers(operator, promoted(left), promoted(right)).map_err(|error| error.fail(at)),
        }
    }

    /// The value of the prefix operator at `at`, applied to an operand.
    pub(crate) fn unary(&self, operator: TokenKind, operand: Value, at: Span) -> Outcome {
        match (operator, operand) {
            (TokenKind::Bang, operand) => Ok(Value::Bool(!to_bool(operand))),
            (_, Value::Float(_)) if !self.folds_floats => Err(float_not_folded(at)),
            (TokenKind::Minus, Value::Float(number)) => Ok(Value::Float(-number)),
            (TokenKind::Plus, Value::Float(number)) => Ok(Value::Float(number)),
            (_, Value::Float(_)) => Err(not_constant("`~` requires an integer", "use an integer operand", at)),
            _ => self.prefixed(operator, promoted(operand)).map_err(|error| error.fail(at)),
        }
    }

    /// The value of a prefix operator applied to an integer.
    pub(crate) fn prefixed(&self, operator: TokenKind, (number, ty): (i128, Int)) -> Result<Value, ArithmeticError> {
        match operator {
            TokenKind::Bang => Ok(Value::Bool(number == 0)),
            TokenKind::Minus => self.in_type(-number, ty),
            TokenKind::Tilde => Ok(self.low_bits(!number, ty)),
            _ => self.in_type(number, ty),
        }
    }

    /// The value of `left operator right`. The type of a shift is that of its left operand; otherwise the operand with the higher rank
    /// determines the type.
    pub(crate) fn integers(&self, operator: Operator, left: (i128, Int), right: (i128, Int)) -> Result<Value, ArithmeticError> {
        let is_shift = matches!(operator, Operator::ShiftLeft | Operator::ShiftRight);
        let ty = if is_shift { left.1 } else { left.1.max(right.1) };
        let (left, right) = (self.converted(left, ty), if is_shift { right.0 } else { self.converted(right, ty) });
        let value = match operator {
            Operator::BitOr => left | right,
            Operator::BitXor => left ^ right,
            Operator::BitAnd => left & right,
            Operator::Add => left + right,
            Operator::Subtract => left - right,
            // Only a product of unsigned numbers can exceed 127 bits, and of that the low 64 bits remain.
            Operator::Multiply => left.wrapping_mul(right),
            Operator::Divide | Operator::Remainder if right == 0 => return Err(ArithmeticError::DivisionByZero),
            Operator::Divide => left / right,
            Operator::Remainder => left % right,
            Operator::ShiftLeft => {
                let count = self.shift_count(right, ty);
                return Ok(self.low_bits(if count < 64 { left << count } else { 0 }, ty));
            }
            // clang uses 32 bits of the count.
            Operator::ShiftRight => left >> (self.shift_count(right, ty) as u32).min(63),
            comparison => return Ok(Value::Bool(comparison.compares(left, right))),
        };
        self.in_type(value, ty)
    }

    fn converted(&self, (value, from): (i128, Int), to: Int) -> i128 {
        let value = if from == to { value } else { wrap(value, to) };
        match self.width {
            Width::OfType => value,
            Width::Signed64 => (value as i64).into(),
        }
    }

    /// A result, if it fits in its type or the language truncates it.
    pub(super) fn in_type(&self, value: i128, ty: Int) -> Result<Value, ArithmeticError> {
        let (least, most) = ty.range();
        let fits = (least..=most).contains(&value);
        if self.width == Width::OfType && !fits && ty.is_signed() && self.signed_overflow == Overflow::IsError {
            return Err(ArithmeticError::Overflow(value, ty));
        }
        Ok(self.low_bits(value, ty))
    }

    fn low_bits(&self, value: i128, ty: Int) -> Value {
        match self.width {
            Width::OfType => Value::Int(wrap(value, ty), ty),
            Width::Signed64 => Value::Int((value as i64).into(), ty),
        }
    }

    fn shift_count(&self, count: i128, ty: Int) -> u64 {
        let width = match self.width {
            Width::OfType => ty.bits(),
            Width::Signed64 => 64,
        };
        match self.shift_count {
            ShiftCount::ModuloWidth => count as u64 & u64::from(width - 1),
            ShiftCount::AsWritten => count as u64,
        }
    }
}

fn float_not_folded(at: Span) -> Fail {
    not_constant("floating-point expressions are not compile-time constants", "write the result as an integer", at)
}

fn floats(operator: Operator, left: f64, right: f64, at: Span) -> Outcome {
    Ok(match operator {
        Operator::Add => Value::Float(left + right),
        Operator::Subtract => Value::Float(left - right),
        Operator::Multiply => Value::Float(left * right),
        Operator::Divide => Value::Float(left / right),
        Operator::Remainder => Value::Float(left % right),
        Operator::ShiftLeft | Operator::ShiftRight => {
            return Err(not_constant("the operator requires integers", "use integer operands", at));
        }
        bitwise if bitwise.is_bitwise() => return Err(not_constant("the operator requires integers", "use integer operands", at)),
        comparison => Value::Bool(comparison.compares(left, right)),
    })
}
