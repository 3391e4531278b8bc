//! Tokens of the C family.

use padstone_source::{Span, Symbol};

/// One token. Names, numbers and strings carry their text as a symbol; the rest have [`Symbol::EMPTY`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Whether it is the first on its line.
    pub starts_line: bool,
    /// Whether white space or a comment stands before it.
    pub after_space: bool,
    /// The text of names, numbers and literals (strings with their quotes).
    pub symbol: Symbol,
    /// Where it is; in a macro expansion, a position inside that.
    pub span: Span,
}

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A name or keyword.
    Ident,
    /// A number as the preprocessor sees it: `1`, `0x1Fu`, `1.5e-3f`.
    Number,
    /// A string with its quotes.
    String,
    /// A character with its quotes.
    Char,
    /// `(`
    ParenOpen,
    /// `)`
    ParenClose,
    /// `[`
    BracketOpen,
    /// `]`
    BracketClose,
    /// `{`
    BraceOpen,
    /// `}`
    BraceClose,
    /// `;`
    Semicolon,
    /// `,`
    Comma,
    /// `.`
    Dot,
    /// `...`
    Ellipsis,
    /// `:`
    Colon,
    /// `::`
    ColonColon,
    /// `?`
    Question,
    /// `=`
    Assign,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`; `>>` is two of them, the second without space before it, so that templates close.
    Greater,
    /// `>=`
    GreaterEqual,
    /// `<<`
    ShiftLeft,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `%`
    Percent,
    /// `&`
    Ampersand,
    /// `&&`
    AndAnd,
    /// `|`
    Pipe,
    /// `||`
    OrOr,
    /// `^`
    Caret,
    /// `~`
    Tilde,
    /// `!`
    Bang,
    /// `->`
    Arrow,
    /// `++`
    Increment,
    /// `--`
    Decrement,
    /// `+=`, `<<=` and the like (not `>>=`, which is `>` `>=`).
    CompoundAssign,
    /// `#`
    Hash,
    /// `##`
    HashHash,
    /// `\`
    Backslash,
    /// Anything else: a stray character.
    Stray,
    /// The end of the translation unit.
    End,
}
