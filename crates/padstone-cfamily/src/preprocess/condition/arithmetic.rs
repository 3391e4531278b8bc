//! The arithmetic of conditions in C, GLSL and Slang.
//!
//! An error is reported only if the result depends on it. Values therefore carry their error, and `&&`, `||` and `?:` drop it together with the
//! operand that they drop.

use padstone_source::Span;

use super::Operator;
use crate::preprocess::number::{glsl_integer, integer, slang_integer};

/// The language that determines the integers of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arithmetic {
    /// 64 bits, signed or unsigned (ISO C17, 6.10.1).
    C,
    /// Signed 32-bit integers, without `?:` and `,` (The OpenGL Shading Language 4.60, section 3.3; where it is silent, as measured with
    /// glslang 12). In GLSL ES, an undefined macro has no value.
    Glsl { es: bool },
    /// Signed 32-bit integers, without `?:`, `,`, characters, and a `+` before a number. Suffixes and the leading 0 of an octal number have
    /// no effect (libslang 2026.12, measured).
    Slang,
}

/// An integer, like `intmax_t` and `uintmax_t` of C; a 32-bit integer is sign-extended.
#[derive(Clone, Copy, Debug)]
pub(in crate::preprocess) struct ConditionValue {
    pub(in crate::preprocess) bits: u64,
    pub(in crate::preprocess) unsigned: bool,
    /// The error, and its span.
    pub(super) error: Option<(ConditionError, Span)>,
}

/// The error of a value, which is reported only if the result depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ConditionError {
    /// A division by zero.
    Division,
    /// An undefined macro.
    Undefined,
}

impl ConditionValue {
    pub(in crate::preprocess) fn new(bits: u64, unsigned: bool) -> Self {
        ConditionValue { bits, unsigned, error: None }
    }

    pub(super) fn from_bool(from_bool: bool) -> Self {
        ConditionValue::new(u64::from(from_bool), false)
    }
}

/// `condition ? yes : no`
pub(super) fn chosen(condition: ConditionValue, yes: ConditionValue, no: ConditionValue) -> ConditionValue {
    let value = if condition.bits != 0 { yes } else { no };
    ConditionValue { unsigned: yes.unsigned || no.unsigned, error: condition.error.or(value.error), ..value }
}

impl Arithmetic {
    pub(super) fn has(self, operator: Operator) -> bool {
        match self {
            Arithmetic::C => true,
            Arithmetic::Glsl { .. } => !matches!(operator, Operator::Question | Operator::Comma),
            Arithmetic::Slang => !matches!(operator, Operator::Question | Operator::Comma | Operator::Plus),
        }
    }

    /// The value of a number literal.
    ///
    /// # Errors
    ///
    /// A message, if the text is not an integer here.
    pub(super) fn integer(self, text: &str) -> Result<ConditionValue, String> {
        match self {
            Arithmetic::C => integer(text).ok_or_else(|| format!("`{text}` is not a 64-bit integer")),
            Arithmetic::Glsl { .. } => glsl_integer(text)
                .ok_or_else(|| format!("`{text}` is not a 32-bit integer without a suffix, which GLSL conditions require")),
            Arithmetic::Slang => slang_integer(text).ok_or_else(|| format!("`{text}` is not an integer")),
        }
    }

    pub(super) fn prefixed(self, operator: Operator, value: ConditionValue) -> ConditionValue {
        match operator {
            Operator::Not => ConditionValue { error: value.error, ..ConditionValue::from_bool(value.bits == 0) },
            Operator::Complement => ConditionValue { bits: !value.bits, ..value },
            Operator::Negate => self.wrapped(ConditionValue { bits: value.bits.wrapping_neg(), ..value }),
            _ => value,
        }
    }

    pub(super) fn combined(self, operator: Operator, left: ConditionValue, right: ConditionValue, at: Span) -> ConditionValue {
        let value = match self {
            Arithmetic::C => combined(operator, left, right, at),
            Arithmetic::Glsl { .. } | Arithmetic::Slang => short_combined(operator, left, right, at),
        };
        self.wrapped(value)
    }

    /// The value truncated to the number of bits of this language.
    fn wrapped(self, value: ConditionValue) -> ConditionValue {
        match self {
            Arithmetic::C => value,
            Arithmetic::Glsl { .. } | Arithmetic::Slang => ConditionValue { bits: i64::from(value.bits as i32) as u64, ..value },
        }
    }
}

/// `&&` and `||` of GLSL and Slang. In the operand that they skip, only undefined names are allowed: glslang and libslang evaluate
/// divisions in it.
fn short_combined(operator: Operator, left: ConditionValue, right: ConditionValue, at: Span) -> ConditionValue {
    let count = right.bits as u32;
    match operator {
        Operator::And | Operator::Or => {
            let division = right.error.filter(|&(error, _)| error == ConditionError::Division);
            let value = combined(operator, left, right, at);
            ConditionValue { error: value.error.or(division), ..value }
        }
        // Only the low bits of the count are used, as many as the width requires.
        Operator::ShiftLeft => ConditionValue { bits: left.bits.wrapping_shl(count % 32), error: left.error.or(right.error), ..left },
        Operator::ShiftRight => {
            ConditionValue { bits: (left.bits as i64).wrapping_shr(count % 32) as u64, error: left.error.or(right.error), ..left }
        }
        // The only quotient that exceeds 32 bits.
        Operator::Divide if left.bits as i64 == i64::from(i32::MIN) && right.bits as i64 == -1 => {
            ConditionValue { bits: 0, error: left.error.or(right.error), ..left }
        }
        _ => combined(operator, left, right, at),
    }
}

fn combined(operator: Operator, left: ConditionValue, right: ConditionValue, at: Span) -> ConditionValue {
    let (a, b) = (left.bits, right.bits);
    let unsigned = left.unsigned || right.unsigned;
    let order = if unsigned { a.cmp(&b) } else { (a as i64).cmp(&(b as i64)) };
    let number = |bits| ConditionValue::new(bits, unsigned);
    let error = left.error.or(right.error);
    let value = match operator {
        // The right side is evaluated only if the left does not determine the result.
        Operator::And if a == 0 => return ConditionValue { error: left.error, ..ConditionValue::from_bool(false) },
        Operator::Or if a != 0 => return ConditionValue { error: left.error, ..ConditionValue::from_bool(true) },
        Operator::And | Operator::Or => ConditionValue::from_bool(b != 0),
        Operator::Comma => right,
        Operator::BitOr => number(a | b),
        Operator::BitXor => number(a ^ b),
        Operator::BitAnd => number(a & b),
        Operator::Equal => ConditionValue::from_bool(a == b),
        Operator::NotEqual => ConditionValue::from_bool(a != b),
        Operator::Less => ConditionValue::from_bool(order.is_lt()),
        Operator::LessEqual => ConditionValue::from_bool(order.is_le()),
        Operator::Greater => ConditionValue::from_bool(order.is_gt()),
        Operator::GreaterEqual => ConditionValue::from_bool(order.is_ge()),
        // C does not define a shift by more than 63 or less than 0. Clang shifts out all bits to the left; to the right, it uses 32 bits of
        // the count and shifts by 63 at most (clang 22, measured).
        Operator::ShiftLeft if b > 63 => ConditionValue::new(0, left.unsigned),
        Operator::ShiftLeft => ConditionValue::new(a << b, left.unsigned),
        Operator::ShiftRight if left.unsigned => ConditionValue::new(a >> (b as u32).min(63), true),
        Operator::ShiftRight => ConditionValue::new((a as i64 >> (b as u32).min(63)) as u64, false),
        Operator::Add => number(a.wrapping_add(b)),
        Operator::Subtract => number(a.wrapping_sub(b)),
        Operator::Multiply => number(a.wrapping_mul(b)),
        Operator::Divide | Operator::Remainder if b == 0 => {
            return ConditionValue { error: error.or(Some((ConditionError::Division, at))), ..number(0) };
        }
        Operator::Divide if unsigned => number(a / b),
        Operator::Divide => number((a as i64).wrapping_div(b as i64) as u64),
        Operator::Remainder if unsigned => number(a % b),
        _ => number((a as i64).wrapping_rem(b as i64) as u64),
    };
    ConditionValue { error, ..value }
}
