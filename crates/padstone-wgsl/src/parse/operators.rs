//! Operators: their precedence, and which of them may be combined without parentheses.

use crate::token::TokenKind;
use crate::tree::{BinaryOp, UnaryOp};

/// The unary operator of a token.
#[inline]
pub(super) fn unary_op(token: TokenKind) -> Option<UnaryOp> {
    Some(match token {
        TokenKind::Minus => UnaryOp::Negate,
        TokenKind::Bang => UnaryOp::Not,
        TokenKind::Tilde => UnaryOp::Complement,
        TokenKind::Ampersand => UnaryOp::AddressOf,
        TokenKind::Star => UnaryOp::Indirection,
        _ => return None,
    })
}

/// The binary operator of a token.
#[inline]
pub(super) fn binary_op(token: TokenKind) -> Option<BinaryOp> {
    Some(match token {
        TokenKind::Plus => BinaryOp::Add,
        TokenKind::Minus => BinaryOp::Subtract,
        TokenKind::Star => BinaryOp::Multiply,
        TokenKind::Slash => BinaryOp::Divide,
        TokenKind::Percent => BinaryOp::Remainder,
        TokenKind::Ampersand => BinaryOp::And,
        TokenKind::Pipe => BinaryOp::Or,
        TokenKind::Caret => BinaryOp::Xor,
        TokenKind::ShiftLeft => BinaryOp::ShiftLeft,
        TokenKind::ShiftRight => BinaryOp::ShiftRight,
        TokenKind::AndAnd => BinaryOp::LogicalAnd,
        TokenKind::OrOr => BinaryOp::LogicalOr,
        TokenKind::EqualEqual => BinaryOp::Equal,
        TokenKind::NotEqual => BinaryOp::NotEqual,
        TokenKind::Less => BinaryOp::Less,
        TokenKind::LessEqual => BinaryOp::LessEqual,
        TokenKind::Greater => BinaryOp::Greater,
        TokenKind::GreaterEqual => BinaryOp::GreaterEqual,
        _ => return None,
    })
}

/// The operator of a compound assignment.
pub(super) fn compound_op(token: TokenKind) -> Option<BinaryOp> {
    Some(match token {
        TokenKind::PlusEqual => BinaryOp::Add,
        TokenKind::MinusEqual => BinaryOp::Subtract,
        TokenKind::StarEqual => BinaryOp::Multiply,
        TokenKind::SlashEqual => BinaryOp::Divide,
        TokenKind::PercentEqual => BinaryOp::Remainder,
        TokenKind::AmpersandEqual => BinaryOp::And,
        TokenKind::PipeEqual => BinaryOp::Or,
        TokenKind::CaretEqual => BinaryOp::Xor,
        TokenKind::ShiftLeftEqual => BinaryOp::ShiftLeft,
        TokenKind::ShiftRightEqual => BinaryOp::ShiftRight,
        _ => return None,
    })
}

/// The precedence of an operator, from 1 on; all are left-associative. The order is that of C, which was WGSL's in 2020. Current WGSL
/// requires parentheses where C's order is surprising: see [`needs_parentheses`].
pub(super) fn precedence(op: BinaryOp) -> u8 {
    use BinaryOp::{
        Add, And, Divide, Equal, Greater, GreaterEqual, Less, LessEqual, LogicalAnd, LogicalOr, Multiply, NotEqual, Or, Remainder,
        ShiftLeft, ShiftRight, Subtract, Xor,
    };
    match op {
        LogicalOr => 1,
        LogicalAnd => 2,
        Or => 3,
        Xor => 4,
        And => 5,
        Equal | NotEqual => 6,
        Less | LessEqual | Greater | GreaterEqual => 7,
        ShiftLeft | ShiftRight => 8,
        Add | Subtract => 9,
        Multiply | Divide | Remainder => 10,
    }
}

/// Whether an expression of the operator `inner` needs parentheses as an operand of `outer`, although C has a precedence: `a & b | c` (WGSL, 8.19 and
/// the grammar in 18.1).
///
/// ```
/// use padstone_wgsl::needs_parentheses;
/// use padstone_wgsl::tree::BinaryOp;
///
/// assert!(needs_parentheses(BinaryOp::And, BinaryOp::Or));
/// assert!(!needs_parentheses(BinaryOp::Multiply, BinaryOp::Add));
/// ```
pub fn needs_parentheses(inner: BinaryOp, outer: BinaryOp) -> bool {
    use BinaryOp::{And, LogicalAnd, LogicalOr, Or, ShiftLeft, ShiftRight, Xor};
    const COMPARISON: u8 = 7;
    const SHIFT: u8 = 8;
    match outer {
        And | Or | Xor => inner != outer,
        LogicalAnd | LogicalOr => inner != outer && matches!(inner, And | Or | Xor | LogicalAnd | LogicalOr),
        ShiftLeft | ShiftRight => true,
        _ if precedence(outer) <= COMPARISON => precedence(inner) < SHIFT,
        _ => false,
    }
}
