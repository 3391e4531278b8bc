//! Spaces, comments, and the characters of names.

use unicode_ident::{is_xid_continue, is_xid_start};

/// The byte at `at`; after the end of the text [`BEYOND`].
#[inline]
pub(super) fn byte(bytes: &[u8], at: usize) -> u8 {
    bytes.get(at).copied().unwrap_or(BEYOND)
}

/// The result of [`byte`] after the end of the text; UTF-8 does not use this byte.
pub(super) const BEYOND: u8 = 0xff;

/// A character below 128 that is blankspace.
pub(super) const BLANK: u8 = 1;
/// A character below 128 that may appear in a name.
pub(super) const NAME: u8 = 2;
/// A byte that ends a line, or may begin a character that ends one.
const LINE_END: u8 = 4;
/// A byte that may begin or end a block comment, or `BEYOND`.
const COMMENT: u8 = 8;
/// A byte at which [`skip_braces`](super::braces) stops.
pub(super) const BRACE: u8 = 16;

/// The classes of each byte.
pub(super) static CLASS: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut class = [0; 256];
    let mut at = 0;
    while at < 256 {
        let byte = at as u8;
        if matches!(byte, b'\t'..=b'\r' | b' ' | 0) {
            class[at] |= BLANK;
        }
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            class[at] |= NAME;
        }
        if matches!(byte, b'\n'..=b'\r' | 0xc2 | 0xe2 | BEYOND) {
            class[at] |= LINE_END;
        }
        if matches!(byte, b'*' | b'/' | BEYOND) {
            class[at] |= COMMENT;
        }
        if matches!(byte, b'{' | b'}' | b'/' | BEYOND) {
            class[at] |= BRACE;
        }
        at += 1;
    }
    class
}

/// Whether the byte at `at` is in one of the classes.
#[inline]
pub(super) fn is(bytes: &[u8], at: usize, classes: u8) -> bool {
    CLASS[byte(bytes, at) as usize] & classes != 0
}

/// The first byte from `at` on that is in one of the classes, which must include [`BEYOND`].
#[inline]
fn find(bytes: &[u8], mut at: usize, classes: u8) -> usize {
    while !is(bytes, at, classes) {
        at += 1;
    }
    at
}

/// The end of the spaces and comments at `at`, and the start of an unclosed comment.
#[inline]
pub(super) fn skip_trivia(bytes: &[u8], mut at: usize) -> (usize, Option<usize>) {
    loop {
        at = skip_blank(bytes, at);
        if byte(bytes, at) != b'/' {
            return (at, None);
        }
        match byte(bytes, at + 1) {
            b'/' => at = line_comment(bytes, at),
            b'*' => match block_comment(bytes, at) {
                Some(end) => at = end,
                None => return (bytes.len(), Some(at)),
            },
            _ => return (at, None),
        }
    }
}

/// The end of the spaces at `at`. A NUL counts as a space, because it has been reported for the whole text.
#[inline]
pub(super) fn skip_blank(bytes: &[u8], mut at: usize) -> usize {
    loop {
        while is(bytes, at, BLANK) {
            at += 1;
        }
        match wide_blank(bytes, at) {
            0 => return at,
            len => at += len,
        }
    }
}

/// The length of the blankspace beyond ASCII at `at`, or 0: U+0085, U+200E, U+200F, U+2028, U+2029 (WGSL, 3.1).
#[inline]
fn wide_blank(bytes: &[u8], at: usize) -> usize {
    match byte(bytes, at) {
        0xc2 if byte(bytes, at + 1) == 0x85 => 2,
        0xe2 if byte(bytes, at + 1) == 0x80 && matches!(byte(bytes, at + 2), 0x8e | 0x8f | 0xa8 | 0xa9) => 3,
        _ => 0,
    }
}

/// The end of the `//` comment at `at`: before the end of its line.
pub(super) fn line_comment(bytes: &[u8], at: usize) -> usize {
    let mut at = at + 2;
    loop {
        at = find(bytes, at, LINE_END);
        match byte(bytes, at) {
            0xc2 if byte(bytes, at + 1) != 0x85 => at += 1,
            0xe2 if byte(bytes, at + 1) != 0x80 || !matches!(byte(bytes, at + 2), 0xa8 | 0xa9) => at += 1,
            _ => return at,
        }
    }
}

/// The position after the `/*` comment at `at`, in which others may nest; `None` if it is unclosed.
pub(super) fn block_comment(bytes: &[u8], at: usize) -> Option<usize> {
    let mut at = at + 2;
    let mut depth = 1_u32;
    loop {
        at = find(bytes, at, COMMENT);
        match (byte(bytes, at), byte(bytes, at + 1)) {
            (b'/', b'*') => {
                // A text is shorter than 4 GiB.
                depth += 1;
                at += 2;
            }
            (b'*', b'/') => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Some(at);
                }
            }
            (BEYOND, _) => return None,
            _ => at += 1,
        }
    }
}

/// The end of the name at `at`; `at` itself if there is no name.
#[inline]
pub(super) fn name_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = at;
    while is(bytes, end, NAME) {
        end += 1;
    }
    if byte(bytes, end).is_ascii() || end >= bytes.len() { end } else { wide_name_end(text, at, end) }
}

/// [`name_end`] for a character beyond ASCII at `end`.
fn wide_name_end(text: &str, at: usize, end: usize) -> usize {
    let is_allowed = |c: char| if end == at { is_xid_start(c) } else { is_xid_continue(c) };
    let mut rest = text[end..].char_indices();
    match rest.next() {
        Some((_, first)) if is_allowed(first) => rest.find(|&(_, c)| !is_xid_continue(c)).map_or(text.len(), |(at, _)| end + at),
        _ => end,
    }
}
