//! A source with everything except code blanked out. Code keeps its position.

use padstone_read::model::Language;

/// The text with comments, string literals and preprocessor directives blanked out, byte for byte. WGSL has no strings, and directives only in
/// naga_oil's convention.
pub(crate) fn masked(text: &str, language: Language) -> Vec<u8> {
    without(text, !matches!(language, Language::Wgsl | Language::Wgsl2020), true)
}

/// The text with comments blanked out, byte for byte.
pub(crate) fn without_comments(text: &str) -> Vec<u8> {
    without(text, false, false)
}

fn without(text: &str, strings: bool, directives: bool) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut masked = bytes.to_vec();
    let mut index = 0;
    let mut line_is_blank = true;
    while index < bytes.len() {
        let start = index;
        let skipped = match (bytes[index], bytes.get(index + 1)) {
            (b'/', Some(b'/')) => line_end(bytes, index),
            (b'/', Some(b'*')) => comment_end(bytes, index),
            (b'"', _) if strings => string_end(bytes, index),
            (b'#', _) if directives && line_is_blank => directive_end(bytes, index),
            (byte, _) => {
                line_is_blank = byte == b'\n' || (line_is_blank && byte.is_ascii_whitespace());
                index += 1;
                continue;
            }
        };
        index = skipped.max(start + 1);
        masked[start..index].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    }
    masked
}

pub(super) fn line_end(bytes: &[u8], index: usize) -> usize {
    bytes[index..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| index + length)
}

fn comment_end(bytes: &[u8], index: usize) -> usize {
    bytes[index + 2..].windows(2).position(|pair| pair == b"*/").map_or(bytes.len(), |length| index + 2 + length + 2)
}

fn string_end(bytes: &[u8], index: usize) -> usize {
    let mut escaped = false;
    let closing = bytes[index + 1..].iter().position(|&byte| {
        let ends = (byte == b'"' && !escaped) || byte == b'\n';
        escaped = byte == b'\\' && !escaped;
        ends
    });
    closing.map_or(bytes.len(), |length| index + 1 + length + 1)
}

fn directive_end(bytes: &[u8], mut position: usize) -> usize {
    loop {
        let end = line_end(bytes, position);
        let continues = bytes[..end].trim_ascii_end().last() == Some(&b'\\') && end < bytes.len();
        if !continues {
            return end;
        }
        position = end + 1;
    }
}
