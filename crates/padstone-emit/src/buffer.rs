//! An output buffer: text is formatted once into memory, and written in large pieces.

use std::fmt;
use std::io::{self, Write};

use padstone_source::printable_json;

/// The number of bytes that are collected before they are written.
const PIECE: usize = 1 << 16;

/// Collects output. Dropping it discards unwritten output: [`Self::finish`] writes the rest.
pub(crate) struct OutputBuffer<'w> {
    bytes: Vec<u8>,
    out: &'w mut dyn Write,
}

impl<'w> OutputBuffer<'w> {
    pub(crate) fn new(out: &'w mut dyn Write) -> OutputBuffer<'w> {
        OutputBuffer { bytes: Vec::with_capacity(PIECE + PIECE / 4), out }
    }

    /// Appends text.
    #[inline]
    pub(crate) fn text(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Appends text, padded with spaces to a width in characters.
    #[inline]
    pub(crate) fn left(&mut self, text: &str, width: usize) {
        self.text(text);
        self.spaces(width.saturating_sub(characters(text)));
    }

    /// Appends text, with spaces before it up to a width in characters.
    #[inline]
    pub(crate) fn right_aligned(&mut self, text: &str, width: usize) {
        self.spaces(width.saturating_sub(characters(text)));
        self.text(text);
    }

    #[inline]
    pub(crate) fn spaces(&mut self, count: usize) {
        self.bytes.resize(self.bytes.len() + count, b' ');
    }

    /// Appends a number in decimal digits.
    #[inline]
    pub(crate) fn number(&mut self, number: u64) {
        self.bytes.extend_from_slice(decimal(number, &mut [0; MAX_DIGITS]));
    }

    /// Appends a number, right-aligned to a width.
    #[inline]
    pub(crate) fn right_number(&mut self, number: u64, width: usize) {
        let mut digits = [0; MAX_DIGITS];
        let digits = decimal(number, &mut digits);
        self.spaces(width.saturating_sub(digits.len()));
        self.bytes.extend_from_slice(digits);
    }

    /// Appends a number in hexadecimal digits, padded with zeros to a width.
    #[inline]
    pub(crate) fn hexadecimal(&mut self, number: u64, width: usize) {
        let digits = hexadecimal_digits(number).max(width);
        self.bytes.extend((0..digits).rev().map(|digit| match number.checked_shr(4 * digit as u32) {
            Some(shifted) => b"0123456789abcdef"[(shifted & 15) as usize],
            None => b'0',
        }));
    }

    /// Appends text as a JSON string.
    #[inline]
    pub(crate) fn quoted(&mut self, text: &str) {
        self.bytes.push(b'"');
        let mut rest = text;
        while let Some(index) = to_escape(rest.as_bytes()) {
            self.text(&rest[..index]);
            rest = self.escape(&rest[index..]);
        }
        self.text(rest);
        self.bytes.push(b'"');
    }

    /// Appends the first character of a text, with the escape that it requires (RFC 8259, section 7) or that makes it visible; returns the others.
    #[cold]
    fn escape<'t>(&mut self, text: &'t str) -> &'t str {
        let mut rest = text.chars();
        let letter = match rest.next() {
            None => return text,
            Some(c @ ('"' | '\\')) => c as u8,
            Some('\x08') => b'b',
            Some('\t') => b't',
            Some('\n') => b'n',
            Some('\x0c') => b'f',
            Some('\r') => b'r',
            Some(c @ ..'\x20') => {
                self.text("\\u00");
                self.hexadecimal(c.into(), 2);
                return rest.as_str();
            }
            Some(c) => {
                self.text(&printable_json(c.encode_utf8(&mut [0; 4])));
                return rest.as_str();
            }
        };
        self.bytes.extend_from_slice(&[b'\\', letter]);
        rest.as_str()
    }

    /// Writes the collected output if it is large enough.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    #[inline]
    pub(crate) fn pass(&mut self) -> io::Result<()> {
        if self.bytes.len() < PIECE { Ok(()) } else { self.pass_all() }
    }

    /// Writes the rest.
    ///
    /// # Errors
    /// Those of the writer.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.pass_all()
    }

    fn pass_all(&mut self) -> io::Result<()> {
        self.out.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }
}

impl Write for OutputBuffer<'_> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes.extend_from_slice(bytes);
        self.pass()
    }

    /// Formats into memory, which never fails.
    fn write_fmt(&mut self, arguments: fmt::Arguments<'_>) -> io::Result<()> {
        let mut memory = ByteSink(&mut self.bytes);
        fmt::write(&mut memory, arguments).map_err(io::Error::other)?;
        self.pass()
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_all()?;
        self.out.flush()
    }
}

/// Bytes that text is formatted into.
struct ByteSink<'b>(&'b mut Vec<u8>);

impl fmt::Write for ByteSink<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// The width of a text in characters.
#[inline]
pub(crate) fn characters(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().count() }
}

/// Appends a number in decimal digits to a text.
pub(crate) fn add_number(text: &mut String, number: u64) {
    let mut digits = [0; MAX_DIGITS];
    text.extend(decimal(number, &mut digits).iter().map(|&digit| char::from(digit)));
}

/// The maximum number of decimal digits of a `u64`.
const MAX_DIGITS: usize = 20;

/// The number of decimal digits of a number.
pub(crate) fn digits(number: u64) -> usize {
    number.checked_ilog10().map_or(1, |digits| digits as usize + 1)
}

/// The number of hexadecimal digits of a number.
pub(crate) fn hexadecimal_digits(number: u64) -> usize {
    (16 - number.leading_zeros() as usize / 4).max(1)
}

/// The decimal digits of a number, at the end of `digits`, computed two at a time.
fn decimal(mut number: u64, digits: &mut [u8; MAX_DIGITS]) -> &[u8] {
    const PAIRS: &[u8; 200] = b"00010203040506070809\
        10111213141516171819202122232425262728293031323334353637383940414243444546474849\
        50515253545556575859606162636465666768697071727374757677787980818283848586878889\
        90919293949596979899";
    let mut first = MAX_DIGITS;
    while number >= 100 {
        let pair = (number % 100) as usize * 2;
        number /= 100;
        first -= 2;
        digits[first..first + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    }
    if number >= 10 {
        let pair = number as usize * 2;
        first -= 2;
        digits[first..first + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    } else {
        first -= 1;
        digits[first] = b'0' + number as u8;
    }
    &digits[first..]
}

/// The first byte of a character that JSON must escape, or that is not visible ASCII. Examines eight bytes at once: the lowest flag of a word is
/// exact, because borrows propagate upwards only.
fn to_escape(bytes: &[u8]) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const FLAGS: u64 = u64::from_le_bytes([0x80; 8]);
    /// Flags the bytes of a word that are below a bound.
    const fn below(word: u64, bound: u8) -> u64 {
        word.wrapping_sub(ONES * bound as u64) & !word & FLAGS
    }
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let escaped = below(word, 0x20) | below(word ^ (ONES * b'"' as u64), 1) | below(word ^ (ONES * b'\\' as u64), 1);
        // Those from 0x7f on: UTF-8 has no byte 0xff, so that nothing is carried.
        let flags = escaped | (word.wrapping_add(ONES) & FLAGS);
        if flags != 0 {
            return Some(index * 8 + flags.trailing_zeros() as usize / 8);
        }
    }
    let found = rest.iter().position(|&byte| !(0x20..0x7f).contains(&byte) || byte == b'"' || byte == b'\\')?;
    Some(words.len() * 8 + found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(print: impl Fn(&mut OutputBuffer<'_>)) -> String {
        let mut bytes = Vec::new();
        let mut buffer = OutputBuffer::new(&mut bytes);
        print(&mut buffer);
        buffer.finish().expect("writing to memory never fails");
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn numbers_are_formatted_as_by_the_standard_library() {
        let powers = (0..20).map(|power| 10_u64.pow(power)).chain((0..64).map(|bit| 1 << bit));
        for number in powers.flat_map(|power| [power - 1, power, power.saturating_add(1), u64::MAX - power]) {
            assert_eq!(printed(|out| out.number(number)), number.to_string());
            assert_eq!(digits(number), number.to_string().len());
            assert_eq!(printed(|out| out.right_number(number, 7)), format!("{number:>7}"));
            assert_eq!(printed(|out| out.hexadecimal(number, 3)), format!("{number:03x}"));
            assert_eq!(printed(|out| out.hexadecimal(number, 18)), format!("{number:018x}"));
        }
    }

    #[test]
    fn strings_match_serde() {
        let check = |text: &str| {
            let json = serde_json::to_string(text).expect("text is JSON");
            let quoted = printed(|out| out.quoted(text));
            assert_eq!(quoted, printable_json(&json));
            assert_eq!(serde_json::from_str::<String>(&quoted).ok().as_deref(), Some(text));
        };
        check("");
        check("lights[].position");
        check("ä😀\u{7f}\u{2028}\u{9b}\u{e0001}ÿ");
        let wrong = (0..0x20_u8).map(char::from).chain([
            '"',
            '\\',
            '!',
            '#',
            '[',
            ']',
            ' ',
            '~',
            '\u{7f}',
            '\u{80}',
            '\u{a2}',
            '\u{2028}',
            '\u{d7ff}',
            '\u{e0001}',
            '\u{10ffff}',
        ]);
        for wrong in wrong {
            for position in 0..18 {
                let mut text = "0123456789abcdefg".to_owned();
                text.insert(position, wrong);
                check(&text);
                text.insert(position, '"');
                check(&text);
            }
        }
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(printed(|out| out.left("äö", 4)), "äö  ");
        assert_eq!(printed(|out| out.right_aligned("äö", 4)), "  äö");
        assert_eq!(printed(|out| out.left("long", 2)), "long");
    }

    #[test]
    fn large_outputs_are_written_in_order() {
        let text = printed(|out| {
            for number in 0..100_000_u64 {
                out.number(number);
                out.pass().expect("writing to memory never fails");
                write!(out, ",").expect("writing to memory never fails");
            }
        });
        assert!(text.split_terminator(',').enumerate().all(|(index, number)| number == index.to_string()));
        assert_eq!(text.split_terminator(',').count(), 100_000);
    }
}
