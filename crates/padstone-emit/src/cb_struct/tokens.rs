//! The tokens of a file, and its macros.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ShaderTokenKind {
    Word,
    /// A whole directive.
    Directive,
    Mark(u8),
    Other,
}

#[derive(Clone, Debug)]
pub(crate) struct ShaderToken {
    pub(super) kind: ShaderTokenKind,
    pub(crate) range: Range<usize>,
}

impl ShaderToken {
    pub(crate) fn is(&self, mark: u8) -> bool {
        self.kind == ShaderTokenKind::Mark(mark)
    }

    /// The text of a word, empty for other tokens.
    pub(crate) fn word<'t>(&self, text: &'t str) -> &'t str {
        if self.kind == ShaderTokenKind::Word { &text[self.range.clone()] } else { "" }
    }
}

/// Words, single punctuation characters, and directives. Skips comments and string literals.
pub(crate) fn tokens(text: &str) -> Vec<ShaderToken> {
    tokens_in(text, 0..text.len(), true)
}

/// The tokens of a directive after its `#`.
pub(super) fn directive_tokens(text: &str, directive: &ShaderToken) -> Vec<ShaderToken> {
    tokens_in(text, directive.range.start + 1..directive.range.end, false)
}

fn tokens_in(text: &str, range: Range<usize>, mut starts_line: bool) -> Vec<ShaderToken> {
    let bytes = &text.as_bytes()[..range.end];
    let has_directives = starts_line;
    let (mut tokens, mut index) = (Vec::new(), range.start);
    while index < bytes.len() {
        let (start, byte) = (index, bytes[index]);
        index += 1;
        match byte {
            b'\n' => starts_line = true,
            b' ' | b'\t' | b'\r' => {}
            b'/' if matches!(bytes.get(index), Some(b'/' | b'*')) => index = comment_end(text, bytes, start),
            b'#' if starts_line && has_directives => {
                index = directive_end(text, bytes, start);
                tokens.push(ShaderToken { kind: ShaderTokenKind::Directive, range: start..index });
            }
            b'"' | b'\'' => index = string_end(bytes, start),
            _ if is_word(byte) => {
                while bytes.get(index).is_some_and(|&byte| is_word(byte)) {
                    index += 1;
                }
                let kind = if byte.is_ascii_digit() { ShaderTokenKind::Other } else { ShaderTokenKind::Word };
                tokens.push(ShaderToken { kind, range: start..index });
            }
            _ => tokens.push(ShaderToken { kind: ShaderTokenKind::Mark(byte), range: start..index }),
        }
        starts_line &= matches!(byte, b'\n' | b' ' | b'\t' | b'\r');
    }
    tokens
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

fn comment_end(text: &str, bytes: &[u8], start: usize) -> usize {
    let (body, end) = (start + 2, bytes.len());
    match bytes[start + 1] {
        b'/' => text[body..end].find('\n').map_or(end, |line| body + line),
        _ => text[body..end].find("*/").map_or(end, |comment| body + comment + 2),
    }
}

/// An unterminated string ends with its line.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut index = start + 1;
    while index < bytes.len() && bytes[index] != bytes[start] && bytes[index] != b'\n' {
        index += 1 + usize::from(bytes[index] == b'\\');
    }
    if bytes.get(index) == Some(&bytes[start]) { index + 1 } else { index.min(bytes.len()) }
}

/// The end of the last line of a directive: lines that end with `\` continue, and comments may contain lines.
fn directive_end(text: &str, bytes: &[u8], start: usize) -> usize {
    let mut index = start + 1;
    while index < bytes.len() {
        match bytes[index] {
            b'\n' if !text[..index].trim_end_matches('\r').ends_with('\\') => return index,
            b'/' if bytes.get(index + 1) == Some(&b'*') => index = comment_end(text, bytes, index),
            b'"' | b'\'' => index = string_end(bytes, index),
            _ => index += 1,
        }
    }
    bytes.len()
}

/// A macro, as far as it matters for the names around its uses.
pub(super) struct ShaderMacro {
    /// For each parameter, whether its argument may become the name of a declaration, or a part of a name.
    pub(super) declared: Vec<bool>,
    /// The last token: an object-like macro that ends with a word or `>` may be a type.
    pub(super) last: MacroEnd,
    /// Whether its braces match.
    pub(super) is_balanced: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MacroEnd {
    /// No token at all.
    Empty,
    /// A word or `>`.
    Type,
    Other,
}

/// The macros of all files, by name: several definitions of one name are possible.
pub(super) type ShaderMacros<'t> = HashMap<&'t str, Vec<ShaderMacro>>;

pub(super) fn add_macros<'t>(macros: &mut ShaderMacros<'t>, text: &'t str, tokens: &[ShaderToken]) {
    for directive in tokens.iter().filter(|token| token.kind == ShaderTokenKind::Directive) {
        let tokens = directive_tokens(text, directive);
        if let [define, name, rest @ ..] = tokens.as_slice()
            && define.word(text) == "define"
            && !name.word(text).is_empty()
        {
            macros.entry(name.word(text)).or_default().push(definition(text, name, rest));
        }
    }
}

/// The names of the parameters of a function-like macro, and the tokens after them.
pub(super) fn macro_parameters<'t, 's>(
    text: &'t str,
    name: &ShaderToken,
    rest: &'s [ShaderToken],
) -> (Option<Vec<&'t str>>, &'s [ShaderToken]) {
    let opens = rest.first().is_some_and(|open| open.is(b'(') && open.range.start == name.range.end);
    match rest.iter().position(|token| token.is(b')')).filter(|_| opens) {
        Some(close) => {
            let parameters = rest[1..close].iter().map(|token| token.word(text)).filter(|word| !word.is_empty());
            (Some(parameters.collect()), &rest[close + 1..])
        }
        None => (None, rest),
    }
}

fn definition(text: &str, name: &ShaderToken, rest: &[ShaderToken]) -> ShaderMacro {
    let (parameters, body) = macro_parameters(text, name, rest);
    let mut declared = vec![false; parameters.as_ref().map_or(0, Vec::len)];
    for (index, token) in body.iter().enumerate() {
        let word = token.word(text);
        let Some(parameter) = parameters.iter().flatten().position(|&parameter| parameter == word && !word.is_empty()) else { continue };
        let before = index.checked_sub(1).map(|before| &body[before]);
        let is_declared = before.is_some_and(|before| is_word_of_type(before.word(text)) || before.is(b'>') || before.is(b'#'));
        declared[parameter] |= is_declared || body.get(index + 1).is_some_and(|next| next.is(b'#'));
    }
    let last = match body.last() {
        None => MacroEnd::Empty,
        Some(token) if is_word_of_type(token.word(text)) || token.is(b'>') => MacroEnd::Type,
        Some(_) => MacroEnd::Other,
    };
    let (mut depth, mut is_balanced) = (0_usize, true);
    for token in body {
        match token.kind {
            ShaderTokenKind::Mark(b'{') => depth += 1,
            ShaderTokenKind::Mark(b'}') if depth == 0 => is_balanced = false,
            ShaderTokenKind::Mark(b'}') => depth -= 1,
            _ => {}
        }
    }
    ShaderMacro { declared, last, is_balanced: is_balanced && depth == 0 }
}

/// Whether a word may be the last one of a type; other words are before an expression.
pub(super) fn is_word_of_type(word: &str) -> bool {
    !word.is_empty() && !matches!(word, "return" | "else" | "do" | "case" | "in" | "out" | "inout")
}

/// The words of a text, none of which may be a new name.
pub(super) fn words<'t>(text: &'t str, tokens: &[ShaderToken]) -> HashSet<&'t str> {
    let mut words = HashSet::new();
    for token in tokens {
        match token.kind {
            ShaderTokenKind::Directive => words.extend(directive_tokens(text, token).iter().map(|token| token.word(text))),
            _ => _ = words.insert(token.word(text)),
        }
    }
    words
}
