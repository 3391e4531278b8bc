//! The arithmetic of conditions in C, GLSL and Slang.
//!
//! An error is reported only if the result depends on it. Values therefore carry their error, and `&&`, `||` and `?:` drop it together with the
//! operand that they drop.

use padstone_source::Span;

use super::PendingOperator;
use super::number::{glsl_integer, integer, slang_integer};
use super::value::{ConditionError, ConditionValue};
use crate::TokenKind;
use crate::constants::{Int, Operator, Semantics, Value, promoted, wrap};

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

/// `condition ? yes : no`
pub(super) fn chosen(condition: ConditionValue, yes: ConditionValue, no: ConditionValue) -> ConditionValue {
    let value = if condition.number != 0 { yes } else { no };
    let ty = yes.ty.max(no.ty);
    ConditionValue { number: wrap(value.number, ty), ty, error: value.after(condition).error }
}

impl Arithmetic {
    pub(super) fn has(self, operator: PendingOperator) -> bool {
        match self {
            Arithmetic::C => true,
            Arithmetic::Glsl { .. } => !matches!(operator, PendingOperator::Question | PendingOperator::Comma),
            Arithmetic::Slang => {
                !matches!(operator, PendingOperator::Question | PendingOperator::Comma | PendingOperator::Prefix(TokenKind::Plus))
            }
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

    pub(super) fn prefixed(self, operator: TokenKind, value: ConditionValue) -> ConditionValue {
        let computed = self.semantics().prefixed(operator, (value.number, value.ty));
        computed.map_or(value, |computed| self.of(computed).after(value))
    }

    pub(super) fn combined(self, operator: Operator, left: ConditionValue, right: ConditionValue, at: Span) -> ConditionValue {
        match (operator.decided(left.number != 0), self) {
            (Some(value), Arithmetic::C) => ConditionValue { error: left.error, ..self.of(Value::Bool(value)) },
            // In the operand that `&&` and `||` skip, glslang and libslang allow only undefined names: they evaluate divisions.
            (Some(value), Arithmetic::Glsl { .. } | Arithmetic::Slang) => {
                let division = right.error.filter(|&(error, _)| error == ConditionError::Division);
                ConditionValue { error: left.error.or(division), ..self.of(Value::Bool(value)) }
            }
            (None, _) => {
                let computed = match self.semantics().integers(operator, (left.number, left.ty), (right.number, right.ty)) {
                    // The only quotient that exceeds 32 bits.
                    Ok(_)
                        if self != Arithmetic::C
                            && operator == Operator::Divide
                            && left.number == i32::MIN.into()
                            && right.number == -1 =>
                    {
                        ConditionValue::new(0, Int::Int32)
                    }
                    Ok(value) => self.of(value),
                    Err(_) => {
                        ConditionValue { error: Some((ConditionError::Division, at)), ..ConditionValue::new(0, left.ty.max(right.ty)) }
                    }
                };
                computed.after(right).after(left)
            }
        }
    }

    /// A value of the language; a bool is 0 or 1 in the smallest type.
    pub(super) fn of(self, value: Value) -> ConditionValue {
        let (number, ty) = promoted(value);
        ConditionValue::new(number, if self == Arithmetic::C { ty.max(Int::Int64) } else { ty })
    }

    fn semantics(self) -> Semantics {
        match self {
            Arithmetic::C => Semantics::HLSL_CONDITION,
            Arithmetic::Glsl { .. } | Arithmetic::Slang => Semantics::SHORT_CONDITION,
        }
    }
}
