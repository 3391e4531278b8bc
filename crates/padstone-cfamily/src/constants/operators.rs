//! Binary operators and their precedences, for all languages and for `#if`.

use crate::TokenKind;

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
    /// The operator that one token is; `>>` and `^^` are two tokens each.
    pub(crate) fn of_token(kind: TokenKind) -> Option<Operator> {
        Some(match kind {
            TokenKind::OrOr => Operator::Or,
            TokenKind::AndAnd => Operator::And,
            TokenKind::Pipe => Operator::BitOr,
            TokenKind::Caret => Operator::BitXor,
            TokenKind::Ampersand => Operator::BitAnd,
            TokenKind::Equal => Operator::Equal,
            TokenKind::NotEqual => Operator::NotEqual,
            TokenKind::Less => Operator::Less,
            TokenKind::LessEqual => Operator::LessEqual,
            TokenKind::Greater => Operator::Greater,
            TokenKind::GreaterEqual => Operator::GreaterEqual,
            TokenKind::ShiftLeft => Operator::ShiftLeft,
            TokenKind::Plus => Operator::Add,
            TokenKind::Minus => Operator::Subtract,
            TokenKind::Star => Operator::Multiply,
            TokenKind::Slash => Operator::Divide,
            TokenKind::Percent => Operator::Remainder,
            _ => return None,
        })
    }

    /// The precedence, from 1 to 11: a higher one binds more tightly.
    pub(crate) fn precedence(self) -> u8 {
        match self {
            Operator::Or => 1,
            Operator::Xor => 2,
            Operator::And => 3,
            Operator::BitOr => 4,
            Operator::BitXor => 5,
            Operator::BitAnd => 6,
            Operator::Equal | Operator::NotEqual => 7,
            Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual => 8,
            Operator::ShiftLeft | Operator::ShiftRight => 9,
            Operator::Add | Operator::Subtract => 10,
            Operator::Multiply | Operator::Divide | Operator::Remainder => 11,
        }
    }

    pub(super) fn is_bitwise(self) -> bool {
        matches!(self, Operator::BitOr | Operator::BitXor | Operator::BitAnd)
    }

    pub(crate) fn is_comparison(self) -> bool {
        matches!(self.precedence(), 7 | 8)
    }

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
