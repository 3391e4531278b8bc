//! The constants of conditions.

use super::value::ConditionValue;
use crate::constants::Int;

/// An integer with any of C's suffixes, decimal, hexadecimal, octal or binary.
pub(super) fn integer(text: &str) -> Option<ConditionValue> {
    let digits_end = |digits: &str, radix: u32| digits.find(|char: char| !char.is_digit(radix)).unwrap_or(digits.len());
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', b'b' | b'B', ..] => (&text[2..], 2),
        [b'0', ..] => (text, 8),
        _ => (text, 10),
    };
    let (digits, suffix) = digits.split_at(digits_end(digits, radix));
    let unsigned = match suffix {
        "" | "l" | "L" | "ll" | "LL" => false,
        "u" | "U" | "ul" | "uL" | "Ul" | "UL" | "lu" | "lU" | "Lu" | "LU" => true,
        "ull" | "uLL" | "Ull" | "ULL" | "llu" | "llU" | "LLu" | "LLU" => true,
        _ => return None,
    };
    let bits = u64::from_str_radix(digits, radix).ok()?;
    // As in clang, a value beyond the signed range is unsigned, even if it is decimal.
    let ty = if unsigned || bits > i64::MAX as u64 { Int::Uint64 } else { Int::Int64 };
    Some(ConditionValue::new(bits.into(), ty))
}

/// An integer in conditions of GLSL: decimal, octal or hexadecimal, without suffix, signed with 32 bits, all of which may be written.
pub(super) fn glsl_integer(text: &str) -> Option<ConditionValue> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', ..] => (text, 8),
        _ => (text, 10),
    };
    let bits = u32::from_str_radix(digits, radix).ok()?;
    Some(ConditionValue::new((bits as i32).into(), Int::Int32))
}

/// An integer in a condition of Slang: decimal, even after a leading 0, or hexadecimal, up to the first other character. Its value is the
/// low 32 bits of the value saturated to signed 64 bits (libslang 2026.12, measured).
pub(super) fn slang_integer(text: &str) -> Option<ConditionValue> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', b'8' | b'9', ..] => return None,
        _ => (text, 10),
    };
    let is_fraction = radix == 10 && digits.contains(['.', 'e', 'E', 'f', 'F', 'h', 'H']);
    let of_digit = |digit: char| digit.to_digit(radix).map(i64::from);
    let add = |number: i64, digit: i64| number.saturating_mul(i64::from(radix)).saturating_add(digit);
    let number = digits.chars().map_while(of_digit).fold(0, add);
    (!is_fraction).then(|| ConditionValue::new((number as i32).into(), Int::Int32))
}

/// One character in its quotes.
pub(super) fn character(text: &str) -> Option<ConditionValue> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let Some(escape) = inner.strip_prefix('\\') else {
        let mut chars = inner.chars();
        let only = chars.next().filter(|_| chars.as_str().is_empty())?;
        return Some(ConditionValue::new(u32::from(only).into(), Int::Int64));
    };
    let byte = match escape {
        "n" => b'\n',
        "t" => b'\t',
        "r" => b'\r',
        "a" => 0x07,
        "b" => 0x08,
        "f" => 0x0c,
        "v" => 0x0b,
        "\\" | "'" | "\"" | "?" => escape.as_bytes()[0],
        _ => match escape.strip_prefix('x') {
            Some(digits) => u8::from_str_radix(digits, 16).ok()?,
            None => u8::from_str_radix(escape, 8).ok()?,
        },
    };
    // `char` is signed on the platforms of shader compilers.
    Some(ConditionValue::new((byte as i8).into(), Int::Int64))
}
