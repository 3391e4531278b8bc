//! Spaces, comments, and the characters of names.

use unicode_ident::{is_xid_continue, is_xid_start};

/// The byte at `index`; after the end of the text [`BEYOND`].
#[inline]
pub(super) fn byte(bytes: &[u8], index: usize) -> u8 {
    bytes.get(index).copied().unwrap_or(BEYOND)
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
    let mut index = 0;
    while index < 256 {
        let byte = index as u8;
        if matches!(byte, b'\t'..=b'\r' | b' ' | 0) {
            class[index] |= BLANK;
        }
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            class[index] |= NAME;
        }
        if matches!(byte, b'\n'..=b'\r' | 0xc2 | 0xe2 | BEYOND) {
            class[index] |= LINE_END;
        }
        if matches!(byte, b'*' | b'/' | BEYOND) {
            class[index] |= COMMENT;
        }
        if matches!(byte, b'{' | b'}' | b'/' | BEYOND) {
            class[index] |= BRACE;
        }
        index += 1;
    }
    class
}

/// Whether the byte at `position` is in one of the classes.
#[inline]
pub(super) fn is(bytes: &[u8], position: usize, classes: u8) -> bool {
    CLASS[byte(bytes, position) as usize] & classes != 0
}

/// The first byte from `position` on that is in one of the classes, which must include [`BEYOND`].
#[inline]
fn find(bytes: &[u8], mut position: usize, classes: u8) -> usize {
    while !is(bytes, position, classes) {
        position += 1;
    }
    position
}

/// The end of the spaces and comments at `position`, and the start of an unclosed comment.
#[inline]
pub(super) fn skip_trivia(bytes: &[u8], mut position: usize) -> (usize, Option<usize>) {
    loop {
        position = skip_blank(bytes, position);
        if byte(bytes, position) != b'/' {
            return (position, None);
        }
        match byte(bytes, position + 1) {
            b'/' => position = line_comment(bytes, position),
            b'*' => match block_comment(bytes, position) {
                Some(end) => position = end,
                None => return (bytes.len(), Some(position)),
            },
            _ => return (position, None),
        }
    }
}

/// The end of the spaces at `position`. A NUL counts as a space, because it has been reported for the whole text.
#[inline]
pub(super) fn skip_blank(bytes: &[u8], mut position: usize) -> usize {
    loop {
        while is(bytes, position, BLANK) {
            position += 1;
        }
        match wide_blank(bytes, position) {
            0 => return position,
            len => position += len,
        }
    }
}

/// The length of the blankspace beyond ASCII at `position`, or 0: U+0085, U+200E, U+200F, U+2028, U+2029 (WGSL, 3.1).
#[inline]
fn wide_blank(bytes: &[u8], position: usize) -> usize {
    match byte(bytes, position) {
        0xc2 if byte(bytes, position + 1) == 0x85 => 2,
        0xe2 if byte(bytes, position + 1) == 0x80 && matches!(byte(bytes, position + 2), 0x8e | 0x8f | 0xa8 | 0xa9) => 3,
        _ => 0,
    }
}

/// The end of the `//` comment at `position`: before the end of its line.
pub(super) fn line_comment(bytes: &[u8], position: usize) -> usize {
    let mut position = position + 2;
    loop {
        position = find(bytes, position, LINE_END);
        match byte(bytes, position) {
            0xc2 if byte(bytes, position + 1) != 0x85 => position += 1,
            0xe2 if byte(bytes, position + 1) != 0x80 || !matches!(byte(bytes, position + 2), 0xa8 | 0xa9) => position += 1,
            _ => return position,
        }
    }
}

/// The position after the `/*` comment at `position`, in which others may nest; `None` if it is unclosed.
pub(super) fn block_comment(bytes: &[u8], position: usize) -> Option<usize> {
    let mut position = position + 2;
    let mut depth = 1_u32;
    loop {
        position = find(bytes, position, COMMENT);
        match (byte(bytes, position), byte(bytes, position + 1)) {
            (b'/', b'*') => {
                // A text is shorter than 4 GiB.
                depth += 1;
                position += 2;
            }
            (b'*', b'/') => {
                depth -= 1;
                position += 2;
                if depth == 0 {
                    return Some(position);
                }
            }
            (BEYOND, _) => return None,
            _ => position += 1,
        }
    }
}

/// The end of the name at `position`; `position` itself if there is no name.
#[inline]
pub(super) fn name_end(text: &str, position: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = position;
    while is(bytes, end, NAME) {
        end += 1;
    }
    if byte(bytes, end).is_ascii() || end >= bytes.len() { end } else { wide_name_end(text, position, end) }
}

/// [`name_end`] for a character beyond ASCII at `end`.
fn wide_name_end(text: &str, position: usize, end: usize) -> usize {
    let is_allowed = |c: char| if end == position { is_xid_start(c) } else { is_xid_continue(c) };
    let mut rest = text[end..].char_indices();
    match rest.next() {
        Some((_, first)) if is_allowed(first) => {
            rest.find(|&(_, c)| !is_xid_continue(c)).map_or(text.len(), |(position, _)| end + position)
        }
        _ => end,
    }
}
