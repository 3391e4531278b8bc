//! Escapes text from files for display: characters that a terminal, an editor, or a compiler would interpret instead of showing.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text with escapes for invisible characters: control characters (C0 and C1, including line breaks), line and paragraph separators,
/// bidirectional controls ("Unicode Bidirectional Algorithm", UAX #9, section 2), and zero-width characters. All outputs
/// use this function for names, paths, and messages.
///
/// ```
/// use padstone_source::printable;
/// assert_eq!(printable("a\u{1b}[2J\n\u{202e}b é"), "a\\u{1b}[2J\\n\\u{202e}b é");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, |_| false)
}

/// The same for multi-line text: line breaks and tabs are not escaped.
///
/// ```
/// assert_eq!(padstone_source::printable_lines("a\n\tb\r\n\u{9b}"), "a\n\tb\r\n\\u{9b}");
/// ```
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    // A terminal would overwrite the line after a carriage return alone.
    let before_newline = |rest: &str| rest.starts_with("\r\n");
    escaped(text, |rest| rest.starts_with(['\n', '\t']) || before_newline(rest))
}

/// The same for a unified diff: a byte order mark at the start of a file remains, because the diff would not apply without it.
///
/// ```
/// assert_eq!(padstone_source::printable_patch("-\u{feff}a\n+\u{feff}b\u{feff}\n"), "-\u{feff}a\n+\u{feff}b\\u{feff}\n");
/// ```
pub fn printable_patch(patch: &str) -> String {
    let shown = |line: &str| match line.char_indices().nth(1) {
        Some((start, '\u{feff}')) => format!("{}\u{feff}{}", printable_lines(&line[..start]), printable_lines(&line[start + 3..])),
        _ => printable_lines(line).into_owned(),
    };
    patch.split_inclusive('\n').map(shown).collect()
}

/// A JSON text with the same characters escaped in its strings, as JSON escapes them: the value that it represents does not change. RFC 8259,
/// section 7, requires these escapes only for those below U+0020, which are expected to be escaped already. JSON has no other character beyond
/// ASCII than those of strings.
///
/// ```
/// use padstone_source::printable_json;
/// assert_eq!(printable_json("[\"é\u{9b}\u{202e}\u{e0001}\"]\n"), "[\"é\\u009b\\u202e\\udb40\\udc01\"]\n");
/// ```
pub fn printable_json(json: &str) -> Cow<'_, str> {
    let is_wrong = |c: char| c > '~' && is_unseen(c);
    if (json.is_ascii() && !json.contains('\x7f')) || !json.contains(is_wrong) {
        return Cow::Borrowed(json);
    }
    let mut shown = String::with_capacity(json.len());
    for c in json.chars() {
        if is_wrong(c) {
            // Writing to a string cannot fail.
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| _ = write!(shown, "\\u{unit:04x}"));
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

fn escaped(text: &str, is_unescaped: impl Fn(&str) -> bool) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let is_wrong = |position: usize, c: char| is_unseen(c) && !is_unescaped(&text[position..]);
    let Some(first) = text.char_indices().find(|&(position, c)| is_wrong(position, c)).map(|(position, _)| position) else {
        return Cow::Borrowed(text);
    };
    let mut shown = text[..first].to_owned();
    for (position, c) in text[first..].char_indices().map(|(position, c)| (first + position, c)) {
        match c {
            _ if !is_wrong(position, c) => shown.push(c),
            '\n' | '\r' | '\t' => shown.extend(c.escape_default()),
            // Writing to a string cannot fail.
            _ => _ = write!(shown, "\\u{{{:x}}}", u32::from(c)),
        }
    }
    Cow::Owned(shown)
}

/// Whether a character is a control character or invisible: the Unicode categories Cc, Zl, and Zp, `Bidi_Control`, and those of Cf and
/// `Default_Ignorable_Code_Point` that have no width.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
