//! The delimiters and statements around a token, and what was read of the innermost.

use padstone_source::Symbol;

use super::LocalType;
use crate::TokenKind;

pub(super) struct Frame {
    pub(super) kind: FrameKind,
    pub(super) position: Position,
    /// The number of locals that are visible after it.
    pub(super) locals: usize,
    /// The name and id of a local that is visible after its initializer, which is being read.
    pub(super) initialized: Option<(Symbol, usize)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameKind {
    /// Statements in braces.
    Block,
    /// The members of a struct, in braces.
    Members,
    /// The parameters of a function.
    Parameters,
    /// The parentheses of `for`, `if`, `while` or `switch`.
    Header(Header),
    /// The statement after them, in which their variables are visible.
    Controlled { may_have_else: bool, is_complete: bool },
    /// Any other delimiters: parts of an expression.
    Group,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Header {
    For,
    If,
    Other,
}

/// A name with the index that it was passed with.
#[derive(Clone, Copy)]
pub(super) struct Name {
    pub(super) symbol: Symbol,
    pub(super) at: usize,
}

/// The part of a statement, parameter or member that was read.
#[derive(Clone, Copy)]
pub(super) enum Position {
    /// Nothing.
    Start,
    /// The word before the parentheses.
    BeforeHeader(Header),
    /// Names. Before the last, there may be the last of a type.
    Words { ty: Option<usize>, last: Name, is_record: bool },
    /// `struct S : `, before the braces.
    BeforeMembers,
    /// The arguments of a type, this deep.
    Arguments { ty: LocalType, depth: u32, has_comma: bool },
    /// A type that ends with `>`, `]` or `}`.
    AfterType(LocalType),
    /// A name after such a type, or after a comma. It is declared if the next token can follow a declared name.
    Candidate { ty: LocalType, name: Name, is_first: bool },
    /// A type and a declared name.
    Declared(LocalType),
    /// A semantic or register of a declared name.
    Annotation(LocalType),
    /// The value of a declared name.
    Initializer(LocalType),
    /// The comma after a declared name or its value.
    AfterComma(LocalType),
    /// `using`, and the last name of the path.
    Using { name: Option<Name>, is_namespace: bool },
    /// `case`, before the colon.
    Label,
    /// No declaration.
    Expression,
}

/// After a token inside the arguments of a type. An operator that none contains shows that `<` compares.
pub(super) fn arguments(ty: LocalType, depth: u32, has_comma: bool, kind: TokenKind) -> Position {
    match kind {
        TokenKind::Less => Position::Arguments { ty: LocalType { element: None, ..ty }, depth: depth + 1, has_comma: true },
        TokenKind::Greater if depth == 1 => Position::AfterType(ty),
        TokenKind::Greater => Position::Arguments { ty, depth: depth - 1, has_comma },
        TokenKind::Comma => Position::Arguments { ty, depth, has_comma: true },
        TokenKind::Number
        | TokenKind::ColonColon
        | TokenKind::Plus
        | TokenKind::Minus
        | TokenKind::Star
        | TokenKind::Slash
        | TokenKind::Percent
        | TokenKind::ShiftLeft => Position::Arguments { ty, depth, has_comma },
        _ => Position::Expression,
    }
}
