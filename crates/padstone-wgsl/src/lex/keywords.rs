//! Keywords and reserved words.

use crate::token::TokenKind;

/// The token kind of `word`, which is not empty and not `_`.
#[inline]
pub(crate) fn keyword_kind(word: &[u8]) -> TokenKind {
    if word.len() > LONGEST {
        return if word.starts_with(b"__") { TokenKind::Reserved } else { TokenKind::Name };
    }
    let mut slot = hash(word);
    while TABLE[slot] != EMPTY {
        let (text, kind) = entry(TABLE[slot] as usize);
        if text.as_bytes() == word {
            return kind;
        }
        slot = (slot + 1) % SLOTS;
    }
    if word.starts_with(b"__") { TokenKind::Reserved } else { TokenKind::Name }
}

/// All keywords and reserved words.
pub(crate) fn keywords_and_reserved() -> impl Iterator<Item = &'static str> {
    (0..KEYWORDS.len() + RESERVED.len()).map(|index| entry(index).0)
}

const SLOTS: usize = 1024;
const EMPTY: u8 = u8::MAX;
/// The length of the longest word, `reinterpret_cast`.
const LONGEST: usize = 16;
static TABLE: [u8; SLOTS] = table();

const fn hash(word: &[u8]) -> usize {
    let (first, last) = (word[0] as usize, word[word.len() - 1] as usize);
    let second = word[word.len() / 2] as usize;
    (first * 31 + second * 7 + last * 109 + word.len() * 53) % SLOTS
}

/// Places every word in the first free slot from its hash on.
const fn table() -> [u8; SLOTS] {
    let mut table = [EMPTY; SLOTS];
    let mut index = 0;
    while index < KEYWORDS.len() + RESERVED.len() {
        let word = entry(index).0.as_bytes();
        assert!(word.len() <= LONGEST && index < EMPTY as usize, "a name is too long, or there are too many");
        let mut slot = hash(word);
        while table[slot] != EMPTY {
            slot = (slot + 1) % SLOTS;
        }
        table[slot] = index as u8;
        index += 1;
    }
    table
}

const fn entry(index: usize) -> (&'static str, TokenKind) {
    if index < KEYWORDS.len() { KEYWORDS[index] } else { (RESERVED[index - KEYWORDS.len()], TokenKind::Reserved) }
}

/// WGSL, 16.1.
const KEYWORDS: &[(&str, TokenKind)] = &[
    ("alias", TokenKind::Alias),
    ("break", TokenKind::Break),
    ("case", TokenKind::Case),
    ("const", TokenKind::Const),
    ("const_assert", TokenKind::ConstAssert),
    ("continue", TokenKind::Continue),
    ("continuing", TokenKind::Continuing),
    ("default", TokenKind::Default),
    ("diagnostic", TokenKind::Diagnostic),
    ("discard", TokenKind::Discard),
    ("else", TokenKind::Else),
    ("enable", TokenKind::Enable),
    ("false", TokenKind::False),
    ("fn", TokenKind::Fn),
    ("for", TokenKind::For),
    ("if", TokenKind::If),
    ("let", TokenKind::Let),
    ("loop", TokenKind::Loop),
    ("override", TokenKind::Override),
    ("requires", TokenKind::Requires),
    ("return", TokenKind::Return),
    ("struct", TokenKind::Struct),
    ("switch", TokenKind::Switch),
    ("true", TokenKind::True),
    ("var", TokenKind::Var),
    ("while", TokenKind::While),
];

/// WGSL, 16.2, as in tint and naga 30.0.1 (measured: both reject exactly these).
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "NULL", "Self", "abstract", "active", "alignas", "alignof", "as", "asm", "asm_fragment", "async", "attribute", "auto", "await",
    "become", "cast", "catch", "class", "co_await", "co_return", "co_yield", "coherent", "column_major", "common", "compile",
    "compile_fragment", "concept", "const_cast", "consteval", "constexpr", "constinit", "crate", "debugger", "decltype", "delete",
    "demote", "demote_to_helper", "do", "dynamic_cast", "enum", "explicit", "export", "extends", "extern", "external", "fallthrough",
    "filter", "final", "finally", "friend", "from", "fxgroup", "get", "goto", "groupshared", "highp", "impl", "implements", "import",
    "inline", "instanceof", "interface", "layout", "lowp", "macro", "macro_rules", "match", "mediump", "meta", "mod", "module", "move",
    "mut", "mutable", "namespace", "new", "nil", "noexcept", "noinline", "nointerpolation", "noperspective", "null", "nullptr", "of",
    "operator", "package", "packoffset", "partition", "pass", "patch", "pixelfragment", "precise", "precision", "premerge", "priv",
    "protected", "pub", "public", "readonly", "ref", "regardless", "register", "reinterpret_cast", "require", "resource", "restrict",
    "self", "set", "shared", "sizeof", "smooth", "snorm", "static", "static_assert", "static_cast", "std", "subroutine", "super",
    "target", "template", "this", "thread_local", "throw", "trait", "try", "type", "typedef", "typeid", "typename", "typeof", "union",
    "unless", "unorm", "unsafe", "unsized", "use", "using", "varying", "virtual", "volatile", "wgsl", "where", "with", "writeonly",
    "yield",
];
