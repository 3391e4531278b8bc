//! Tokens of the C family.

use padstone_source::{Span, Symbol};

/// One token. If the kind does not determine the text ([`TokenKind::text`]), the symbol does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// The kind.
    pub kind: TokenKind,
    /// Whether it is the first on its line.
    pub starts_line: bool,
    /// Whether white space, a new line, or a comment precedes it.
    pub after_space: bool,
    /// Whether it named a macro while that macro was being expanded; C then excludes it from expansion permanently.
    pub(crate) painted: bool,
    /// The text of names, numbers, literals (strings with their quotes), compound assignments and stray characters,
    /// without line continuations; [`Symbol::EMPTY`] for all others.
    pub symbol: Symbol,
    /// The position; in a macro expansion, a position inside the expansion.
    pub span: Span,
}

impl Token {
    /// Whether the token is not in a file: an inserted closing delimiter, or the end.
    pub(crate) fn is_inserted(&self) -> bool {
        self.span.start == self.span.end
    }
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
    /// Compound assignment: `+=`, `<<=` (not `>>=`, which is `>` `>=`).
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

impl TokenKind {
    /// The text of tokens of this kind, if there is only one; otherwise the token's symbol has it.
    pub fn text(self) -> Option<&'static str> {
        Some(match self {
            TokenKind::Ident | TokenKind::Number | TokenKind::String | TokenKind::Char | TokenKind::CompoundAssign | TokenKind::Stray => {
                return None;
            }
            TokenKind::ParenOpen => "(",
            TokenKind::ParenClose => ")",
            TokenKind::BracketOpen => "[",
            TokenKind::BracketClose => "]",
            TokenKind::BraceOpen => "{",
            TokenKind::BraceClose => "}",
            TokenKind::Semicolon => ";",
            TokenKind::Comma => ",",
            TokenKind::Dot => ".",
            TokenKind::Ellipsis => "...",
            TokenKind::Colon => ":",
            TokenKind::ColonColon => "::",
            TokenKind::Question => "?",
            TokenKind::Assign => "=",
            TokenKind::Equal => "==",
            TokenKind::NotEqual => "!=",
            TokenKind::Less => "<",
            TokenKind::LessEqual => "<=",
            TokenKind::Greater => ">",
            TokenKind::GreaterEqual => ">=",
            TokenKind::ShiftLeft => "<<",
            TokenKind::Plus => "+",
            TokenKind::Minus => "-",
            TokenKind::Star => "*",
            TokenKind::Slash => "/",
            TokenKind::Percent => "%",
            TokenKind::Ampersand => "&",
            TokenKind::AndAnd => "&&",
            TokenKind::Pipe => "|",
            TokenKind::OrOr => "||",
            TokenKind::Caret => "^",
            TokenKind::Tilde => "~",
            TokenKind::Bang => "!",
            TokenKind::Arrow => "->",
            TokenKind::Increment => "++",
            TokenKind::Decrement => "--",
            TokenKind::Hash => "#",
            TokenKind::HashHash => "##",
            TokenKind::Backslash => "\\",
            TokenKind::End => "",
        })
    }
}
