//! The ends of literals in Slang, as libslang 2026.12 reads them (measured). Its numbers differ from those of C: `1.xxx` is the number 1
//! with a swizzle. It has raw strings.

use super::chars::{byte, peek};

/// The end of the number that starts at `at`, and whether it contains splices.
pub(super) fn number_end(bytes: &[u8], at: usize) -> (usize, bool) {
    let mut number = Number { bytes, at, spliced: false };
    match (number.next(), number.second()) {
        (b'.', _) => number.skip(1).digits(10).exponent(10),
        (b'0', b'x' | b'X') => number.skip(2).digits(16).fraction(16).exponent(16),
        (b'0', b'b' | b'B') => number.skip(2).digits(2).fraction(2).exponent(2),
        (b'0', b'0'..=b'9') => number.digits(8).fraction(8).exponent(8),
        _ => number.digits(10).fraction(10).exponent(10),
    };
    number.infinity().suffix();
    (number.at, number.spliced)
}

struct Number<'t> {
    bytes: &'t [u8],
    at: usize,
    spliced: bool,
}

impl Number<'_> {
    fn next(&self) -> u8 {
        peek(self.bytes, self.at).0
    }

    fn second(&self) -> u8 {
        peek(self.bytes, peek(self.bytes, self.at).1).0
    }

    fn skip(&mut self, count: usize) -> &mut Self {
        for _ in 0..count {
            let after = peek(self.bytes, self.at).1;
            self.spliced |= after > self.at + 1;
            self.at = after;
        }
        self
    }

    fn skip_while(&mut self, belongs: impl Fn(u8) -> bool) -> &mut Self {
        while belongs(self.next()) {
            self.skip(1);
        }
        self
    }

    /// Decimal digits beyond the base are part of the number, and errors.
    fn digits(&mut self, base: u32) -> &mut Self {
        self.skip_while(|next| next.is_ascii_digit() || (base == 16 && next.is_ascii_hexdigit()))
    }

    /// `.5`, but not `.x` or `.r`, which are swizzles.
    fn fraction(&mut self, base: u32) -> &mut Self {
        if self.next() == b'.' && !matches!(self.second(), b'x' | b'r') { self.skip(1).digits(base) } else { self }
    }

    fn exponent(&mut self, base: u32) -> &mut Self {
        if !matches!((self.next(), base), (b'e' | b'E', 10) | (b'p' | b'P', 16)) {
            return self;
        }
        self.skip(1);
        if matches!(self.next(), b'+' | b'-') {
            self.skip(1);
        }
        self.digits(10)
    }

    /// Accepts `#INF` after any digits.
    fn infinity(&mut self) -> &mut Self {
        if self.bytes[self.at..].starts_with(b"#INF") { self.skip(4) } else { self }
    }

    fn suffix(&mut self) -> &mut Self {
        self.skip_while(|next| next.is_ascii_alphanumeric() || next == b'_')
    }
}

/// The end of the raw string `R"word(…)word"` whose quote is at `quote`; `None` if it is unclosed.
pub(super) fn raw_text_end(bytes: &[u8], quote: usize) -> Option<usize> {
    let word_start = quote + 1;
    let open = word_start + bytes[word_start..].iter().position(|&byte| byte == b'(')?;
    let word = &bytes[word_start..open];
    let mut index = open + 1;
    loop {
        index += bytes[index..].iter().position(|&byte| byte == b'"')?;
        // The text before this quote must end in `)word`. Compare the `)` first: words may be long.
        let text = &bytes[open + 1..index];
        if text.len() > word.len() && text[text.len() - word.len() - 1] == b')' && text.ends_with(word) {
            return Some(index + 1);
        }
        index += 1;
    }
}

/// Whether the quote at `quote` begins a raw string: directly after an `R` that is not part of a longer name.
pub(super) fn is_raw(bytes: &[u8], quote: usize) -> bool {
    let continues = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    quote > 0 && bytes[quote - 1] == b'R' && (quote < 2 || !continues(byte(bytes, quote - 2)))
}
