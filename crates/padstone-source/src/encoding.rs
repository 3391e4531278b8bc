//! The encoding of a file's text.

/// How a text is stored in its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// UTF-8 after a byte order mark.
    MarkedUtf8,
    /// UTF-16 after a byte order mark.
    Utf16,
}

/// U+FEFF in UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl Encoding {
    /// The encoding of the bytes of a file.
    pub fn of(bytes: &[u8]) -> Encoding {
        match bytes {
            [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => Encoding::Utf16,
            _ if bytes.starts_with(BYTE_ORDER_MARK) => Encoding::MarkedUtf8,
            _ => Encoding::Utf8,
        }
    }
}

/// Decodes UTF-8, or UTF-16 with a byte order mark, without the mark. Invalid bytes are replaced: in a comment they are harmless, elsewhere
/// the lexer reports them.
///
/// ```
/// use padstone_source::decode;
/// assert_eq!(decode(b"\xEF\xBB\xBFa".to_vec()), "a");
/// assert_eq!(decode(b"\xFE\xFF\0a".to_vec()), "a");
/// ```
pub fn decode(mut bytes: Vec<u8>) -> String {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match (Encoding::of(&bytes), bytes.first()) {
        (Encoding::Utf16, Some(0xFF)) => utf16(&bytes, u16::from_le_bytes),
        (Encoding::Utf16, _) => utf16(&bytes, u16::from_be_bytes),
        (encoding, _) => {
            if encoding == Encoding::MarkedUtf8 {
                bytes.drain(..BYTE_ORDER_MARK.len());
            }
            // Most texts are valid UTF-8, and are not copied.
            String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
        }
    }
}
