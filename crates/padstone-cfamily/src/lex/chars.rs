//! The ends of names, numbers, literals, comments and punctuators. All functions work on positions in one text.
//!
//! A line continuation (a *splice*: backslash, optional white space, end of line) is allowed anywhere, inside tokens too. The fast loops do
//! not look for splices: they stop at a backslash, which is rare, and only then check for one.

use std::borrow::Cow;

use crate::TokenKind;

/// The byte at a position, 0 beyond the end.
#[inline]
pub(super) fn byte(bytes: &[u8], index: usize) -> u8 {
    bytes.get(index).copied().unwrap_or(0)
}

/// The byte at a position, after any splices, and the position after it.
#[inline]
pub(super) fn peek(bytes: &[u8], mut position: usize) -> (u8, usize) {
    loop {
        let found = byte(bytes, position);
        if found != b'\\' {
            return (found, position + 1);
        }
        match splice(bytes, position) {
            0 => return (found, position + 1),
            length => position += length,
        }
    }
}

/// The length of the splice at a backslash; 0 if the backslash does not start one.
pub(super) fn splice(bytes: &[u8], position: usize) -> usize {
    let mut end = position + 1;
    while matches!(byte(bytes, end), b' ' | b'\t' | b'\r' | 0x0b | 0x0c) {
        end += 1;
    }
    if byte(bytes, end) == b'\n' { end + 1 - position } else { 0 }
}

/// The text of a token without its splices.
pub(super) fn without_splices(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let mut clean = String::new();
    let mut copied = 0;
    let mut index = 0;
    while index < bytes.len() {
        match if bytes[index] == b'\\' { splice(bytes, index) } else { 0 } {
            0 => index += 1,
            length => {
                clean.push_str(&text[copied..index]);
                index += length;
                copied = index;
            }
        }
    }
    if copied == 0 { Cow::Borrowed(text) } else { Cow::Owned(clean + &text[copied..]) }
}

/// Whether a byte can continue a name.
static NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut at = 0;
    while at < 128 {
        let letter = at as u8;
        table[at] = letter.is_ascii_alphanumeric() || letter == b'_' || letter == b'$';
        at += 1;
    }
    table
};

/// The end of the name that starts at `index`, and whether it contains splices.
#[inline(always)]
pub(super) fn name_end(text: &str, index: usize) -> (usize, bool) {
    let bytes = text.as_bytes();
    let length = bytes[index..].iter().position(|&byte| !NAME[byte as usize]);
    let end = length.map_or(bytes.len(), |length| index + length);
    if matches!(byte(bytes, end), b'\\' | 0x80..) { name_end_slow(text, end) } else { (end, false) }
}

#[cold]
fn name_end_slow(text: &str, mut position: usize) -> (usize, bool) {
    let bytes = text.as_bytes();
    let mut spliced = false;
    loop {
        match byte(bytes, position) {
            0x80.. => match text[position..].chars().next() {
                Some(letter) if letter.is_alphanumeric() => position += letter.len_utf8(),
                _ => return (position, spliced),
            },
            b'\\' => {
                // A splice belongs to the name only if the name continues after it.
                let (next, after) = peek(bytes, position);
                let continues = NAME[next as usize] || (next >= 0x80 && text[after - 1..].starts_with(char::is_alphanumeric));
                if !continues {
                    return (position, spliced);
                }
                spliced = true;
                position = after - 1;
            }
            other if position < bytes.len() && NAME[other as usize] => position += 1,
            _ => return (position, spliced),
        }
    }
}

/// The end of the preprocessing number (ISO C17, 6.4.8) that starts at `position`, and whether it contains splices.
pub(super) fn number_end(text: &str, position: usize) -> (usize, bool) {
    let bytes = text.as_bytes();
    let mut end = position;
    let mut spliced = false;
    let mut exponent = false;
    loop {
        let (next, after) = peek(bytes, end);
        let continues = match next {
            b'+' | b'-' => exponent,
            b'.' => true,
            _ => NAME[next as usize],
        };
        if !continues {
            return (end, spliced);
        }
        spliced |= after > end + 1;
        exponent = matches!(next, b'e' | b'E' | b'p' | b'P');
        end = after;
    }
}

/// A string or character literal.
pub(super) struct Literal {
    /// The position after the closing quote, or at the end of the line.
    pub(super) end: usize,
    /// Whether it has a closing quote.
    pub(super) closed: bool,
    /// Whether it contains splices.
    pub(super) spliced: bool,
}

/// The literal whose opening quote is at `index`.
pub(super) fn literal(bytes: &[u8], index: usize) -> Literal {
    let quote = bytes[index];
    let mut end = index + 1;
    let mut spliced = false;
    loop {
        match byte(bytes, end) {
            b'\\' => match splice(bytes, end) {
                0 => {
                    let (escaped, after) = peek(bytes, end + 1);
                    // An escape does not extend beyond the end of the line.
                    let ends_before = matches!(escaped, b'\n' | b'\r') || after > bytes.len();
                    spliced |= after > end + 2;
                    end = if ends_before { after - 1 } else { after };
                }
                length => {
                    spliced = true;
                    end += length;
                }
            },
            b'\n' => break,
            b'\r' if byte(bytes, end + 1) == b'\n' => break,
            0 if end >= bytes.len() => break,
            other => {
                end += 1;
                if other == quote {
                    return Literal { end, closed: true, spliced };
                }
            }
        }
    }
    Literal { end: end.min(bytes.len()), closed: false, spliced }
}

/// The end of the `//` comment at `index`: before the end of its line. `blanks` may separate a backslash from the end of a line that continues.
pub(super) fn line_comment(bytes: &[u8], index: usize, blanks: bool) -> usize {
    let mut end = index;
    loop {
        match bytes[end..].iter().position(|&byte| byte == b'\n') {
            None => return bytes.len(),
            Some(length) => end += length,
        }
        if !continued(&bytes[index..end], blanks) {
            return end;
        }
        end += 1;
    }
}

/// Whether a line (without its `\n`) ends in a splice.
fn continued(line: &[u8], blanks: bool) -> bool {
    let is_blank = |byte: &&u8| matches!(**byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let last = if blanks { line.iter().rev().find(|byte| !is_blank(byte)) } else { line.last() };
    last == Some(&b'\\')
}

/// The end of a `/* */` comment.
pub(super) enum BlockCommentEnd {
    /// The position after its `*/`.
    Closed(usize),
    /// The comment is unclosed.
    Open,
}

/// Finds the end of the `/*` comment at `index`.
pub(super) fn block_comment(bytes: &[u8], index: usize) -> BlockCommentEnd {
    let mut end = peek(bytes, index + 1).1;
    loop {
        match bytes.get(end..).and_then(|rest| rest.iter().position(|&byte| byte == b'*')) {
            None => return BlockCommentEnd::Open,
            Some(length) => end += length + 1,
        }
        let (next, after) = peek(bytes, end);
        if next == b'/' {
            return BlockCommentEnd::Closed(after);
        }
    }
}

/// The longest punctuator at `index`, and its end. `>>` is two punctuators.
#[inline]
pub(super) fn punctuator(bytes: &[u8], index: usize) -> Option<(TokenKind, usize)> {
    use TokenKind::*;
    let next = index + 1;
    let (second, two) = peek(bytes, next);
    let assigns = |kind: TokenKind| if second == b'=' { (CompoundAssign, two) } else { (kind, next) };
    Some(match (bytes[index], second) {
        (b'(', _) => (ParenOpen, next),
        (b')', _) => (ParenClose, next),
        (b'[', _) => (BracketOpen, next),
        (b']', _) => (BracketClose, next),
        (b'{', _) => (BraceOpen, next),
        (b'}', _) => (BraceClose, next),
        (b';', _) => (Semicolon, next),
        (b',', _) => (Comma, next),
        (b'.', b'.') => match peek(bytes, two) {
            (b'.', three) => (Ellipsis, three),
            _ => (Dot, next),
        },
        (b'.', _) => (Dot, next),
        (b':', b':') => (ColonColon, two),
        (b':', _) => (Colon, next),
        (b'?', _) => (Question, next),
        (b'=', b'=') => (Equal, two),
        (b'=', _) => (Assign, next),
        (b'!', b'=') => (NotEqual, two),
        (b'!', _) => (Bang, next),
        (b'<', b'<') => match peek(bytes, two) {
            (b'=', three) => (CompoundAssign, three),
            _ => (ShiftLeft, two),
        },
        (b'<', b'=') => (LessEqual, two),
        (b'<', _) => (Less, next),
        (b'>', b'=') => (GreaterEqual, two),
        (b'>', _) => (Greater, next),
        (b'+', b'+') => (Increment, two),
        (b'+', _) => assigns(Plus),
        (b'-', b'-') => (Decrement, two),
        (b'-', b'>') => (Arrow, two),
        (b'-', _) => assigns(Minus),
        (b'*', _) => assigns(Star),
        (b'/', _) => assigns(Slash),
        (b'%', _) => assigns(Percent),
        (b'&', b'&') => (AndAnd, two),
        (b'&', _) => assigns(Ampersand),
        (b'|', b'|') => (OrOr, two),
        (b'|', _) => assigns(Pipe),
        (b'^', _) => assigns(Caret),
        (b'~', _) => (Tilde, next),
        (b'#', b'#') => (HashHash, two),
        (b'#', _) => (Hash, next),
        (b'\\', _) => (Backslash, next),
        _ => return None,
    })
}
