//! The WGSL tokens.

use padstone_source::Span;

/// A token and its span.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// The kind.
    pub kind: TokenKind,
    /// The span.
    pub span: Span,
}

/// Declares the kinds of tokens, with the text of those that have only one.
macro_rules! kinds {
    ($($(#[$meta:meta])* $kind:ident $(= $text:literal)?,)*) => {
        /// The kinds of tokens.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum TokenKind {
            $(
                $(#[$meta])*
                $(#[doc = concat!("`", $text, "`")])?
                $kind,
            )*
        }

        impl TokenKind {
            /// The text of tokens of this kind, if there is only one.
            pub fn text(self) -> Option<&'static str> {
                match self {
                    $($(TokenKind::$kind => Some($text),)?)*
                    _ => None,
                }
            }
        }
    };
}

kinds! {
    /// A name.
    Name,
    /// A reserved word, or a name that starts with two underscores.
    Reserved,
    /// A number, with its suffix.
    Number,
    /// A character that starts no token.
    Stray,
    /// The end of the text.
    End,
    /// The `<` that begins a template list.
    TemplateOpen,
    /// The `>` that ends a template list.
    TemplateClose,
    Alias = "alias",
    Break = "break",
    Case = "case",
    Const = "const",
    ConstAssert = "const_assert",
    Continue = "continue",
    Continuing = "continuing",
    Default = "default",
    Diagnostic = "diagnostic",
    Discard = "discard",
    Else = "else",
    Enable = "enable",
    False = "false",
    Fn = "fn",
    For = "for",
    If = "if",
    Let = "let",
    Loop = "loop",
    Override = "override",
    Requires = "requires",
    Return = "return",
    Struct = "struct",
    Switch = "switch",
    True = "true",
    Var = "var",
    While = "while",
    Underscore = "_",
    ParenOpen = "(",
    ParenClose = ")",
    BracketOpen = "[",
    BracketClose = "]",
    BraceOpen = "{",
    BraceClose = "}",
    Semicolon = ";",
    Comma = ",",
    Dot = ".",
    Colon = ":",
    At = "@",
    Arrow = "->",
    Plus = "+",
    Minus = "-",
    Star = "*",
    Slash = "/",
    Percent = "%",
    Ampersand = "&",
    Pipe = "|",
    Caret = "^",
    Tilde = "~",
    Bang = "!",
    ShiftLeft = "<<",
    ShiftRight = ">>",
    AndAnd = "&&",
    OrOr = "||",
    EqualEqual = "==",
    NotEqual = "!=",
    Less = "<",
    LessEqual = "<=",
    Greater = ">",
    GreaterEqual = ">=",
    Increment = "++",
    Decrement = "--",
    Equal = "=",
    PlusEqual = "+=",
    MinusEqual = "-=",
    StarEqual = "*=",
    SlashEqual = "/=",
    PercentEqual = "%=",
    AmpersandEqual = "&=",
    PipeEqual = "|=",
    CaretEqual = "^=",
    ShiftLeftEqual = "<<=",
    ShiftRightEqual = ">>=",
}

impl TokenKind {
    /// Whether it is a keyword.
    pub fn is_keyword(self) -> bool {
        (TokenKind::Alias as u8..=TokenKind::While as u8).contains(&(self as u8))
    }
}
