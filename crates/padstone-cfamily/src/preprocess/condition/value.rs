//! The values of conditions.

use padstone_source::Span;

use crate::constants::Int;

/// An integer of 64 bits with or without a sign, like `intmax_t` and `uintmax_t` of C, or a signed integer of 32 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConditionValue {
    pub(super) number: i128,
    pub(super) ty: Int,
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
    pub(super) fn new(number: i128, ty: Int) -> Self {
        ConditionValue { number, ty, error: None }
    }

    /// The value after another operand, whose error comes first.
    pub(super) fn after(self, first: ConditionValue) -> Self {
        ConditionValue { error: first.error.or(self.error), ..self }
    }
}
