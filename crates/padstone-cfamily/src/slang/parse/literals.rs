//! Numbers, characters and strings, as libslang 2026.12 reads them (measured).

use padstone_source::Span;

use crate::constants::{Int, Outcome, Value, not_constant, overflow};

/// Suffixes of an integer literal, in lower case, with its type.
const SUFFIXES: [(&str, Int); 10] = [
    ("u", Int::Uint32),
    ("l", Int::Int32),
    ("ll", Int::Int64),
    ("ul", Int::Uint32),
    ("lu", Int::Uint32),
    ("ull", Int::Uint64),
    ("llu", Int::Uint64),
    ("z", Int::Int64),
    ("uz", Int::Uint64),
    ("zu", Int::Uint64),
];

/// The value of a number.
pub(super) fn number(text: &str, span: Span) -> Outcome {
    let (base, body) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &text[2..]),
        [b'0', b'b' | b'B', ..] => (2, &text[2..]),
        [b'0', b'0'..=b'9', ..] => (8, &text[1..]),
        _ => (10, text),
    };
    let digit = |digit: char| digit == '_' || digit.is_digit(base.max(10));
    let (integer_part, postfix) = split_suffix(body, digit);
    if let Some(wrong) = integer_part.chars().find(|&digit| digit != '_' && !digit.is_digit(base)) {
        return Err(not_constant(&format!("`{wrong}` is not a base-{base} digit"), "use only digits of that base", span));
    }
    let is_exponent = |postfix: &str| match base {
        10 => postfix.starts_with(['e', 'E']),
        16 => postfix.starts_with(['p', 'P']),
        _ => false,
    };
    if postfix.starts_with('.') || postfix.starts_with("#INF") || is_exponent(postfix) {
        return fraction(base, integer_part, postfix, span);
    }
    let prefix = SUFFIXES.iter().find(|(known, _)| known.eq_ignore_ascii_case(postfix)).map(|&(_, ty)| ty);
    if prefix.is_none() && !postfix.is_empty() {
        return Err(wrong_suffix("an integer literal", postfix, span));
    }
    let mut value = 0u64;
    for digit in integer_part.chars().filter_map(|digit| digit.to_digit(base)) {
        let next = value.checked_mul(base.into()).and_then(|value| value.checked_add(digit.into()));
        value =
            next.ok_or_else(|| overflow(&format!("{} does not fit in 64 bits", printable_literal(text)), "use a smaller number", span))?;
    }
    // A value beyond the signed range has the bits of a negative number.
    Ok(Value::Int((value as i64).into(), prefix.unwrap_or_else(|| least_type(value, base))))
}

/// The type of a number without a suffix: a decimal number is signed if it fits.
fn least_type(value: u64, base: u32) -> Int {
    if i32::try_from(value).is_ok() {
        Int::Int32
    } else if base != 10 && u32::try_from(value).is_ok() {
        Int::Uint32
    } else if i64::try_from(value).is_ok() {
        Int::Int64
    } else {
        Int::Uint64
    }
}

/// A floating-point literal. After a leading 0 it is decimal like any other.
fn fraction(base: u32, integer_part: &str, postfix: &str, span: Span) -> Outcome {
    let base = if base == 8 { 10 } else { base };
    let fraction_text = postfix.strip_prefix('.');
    let (digits, mut rest) = split_suffix(fraction_text.unwrap_or(postfix), |digit| fraction_text.is_some() && digit.is_digit(base));
    let mut exponent = "0";
    if rest.starts_with(if base == 16 { ['p', 'P'] } else { ['e', 'E'] }) {
        let sign = usize::from(rest[1..].starts_with(['+', '-']));
        let length = rest[1 + sign..].chars().take_while(char::is_ascii_digit).count();
        if length > 0 {
            (exponent, rest) = rest[1..].split_at(sign + length);
        }
    }
    let infinite = rest.strip_prefix("#INF");
    let suffix = infinite.unwrap_or(rest);
    if base == 2 || !is_suffix_of_fraction(suffix) {
        return Err(wrong_suffix("a floating-point literal", suffix, span));
    }
    let integer_part = integer_part.replace('_', "");
    let value: f64 = if infinite.is_some() {
        f64::INFINITY
    } else if base == 10 {
        format!("{integer_part}.{digits}e{exponent}").parse().map_err(|_| wrong_suffix("a floating-point literal", suffix, span))?
    } else {
        let value_of = |text: &str| {
            text.chars().filter_map(|digit| digit.to_digit(base)).fold(0.0, |value, digit| value * f64::from(base) + f64::from(digit))
        };
        let power: f64 = exponent.parse().unwrap_or(0.0);
        (value_of(&integer_part) + value_of(digits) / f64::from(base).powf(digits.len() as f64)) * power.exp2()
    };
    // A number that does not fit `float` is infinite.
    let is_double = suffix.contains(['l', 'L']);
    Ok(Value::Float(if is_double || value <= f32::MAX.into() { value } else { f64::INFINITY }))
}

/// `f`, `l` or `h`, or an `f` combined with one of the others, in any order.
fn is_suffix_of_fraction(suffix: &str) -> bool {
    let count = |letter: u8| suffix.bytes().filter(|byte| byte.eq_ignore_ascii_case(&letter)).count();
    let (floats, others) = (count(b'f'), count(b'l') + count(b'h'));
    floats <= 1 && others <= 1 && floats + others == suffix.len()
}

/// The value of a character in its quotes.
pub(super) fn character(text: &str, span: Span) -> Outcome {
    let wrong = || {
        not_constant(
            &format!("{} is not a single character", printable_literal(text)),
            "write one character between the quotes, or a number",
            span,
        )
    };
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
    let value = match inner.strip_prefix('\\') {
        None => {
            let mut characters = inner.chars();
            let only = characters.next().filter(|_| characters.as_str().is_empty()).ok_or_else(wrong)?;
            u32::from(only)
        }
        Some(escape) => match escape.as_bytes() {
            // This escape has no meaning here.
            [b'?'] => 0,
            [b'x', digits @ ..] if digits.len() <= 6 && digits.iter().all(u8::is_ascii_hexdigit) => {
                u32::from_str_radix(&escape[1..], 16).unwrap_or(0)
            }
            [b'0'..=b'7', ..] if escape.len() <= 3 => match u32::from_str_radix(escape, 8) {
                // Beyond ASCII, libslang reads the memory after it.
                Ok(byte) if byte < 0x80 => byte,
                _ => return Err(wrong()),
            },
            [byte] => escaped(*byte).map(u32::from).ok_or_else(wrong)?,
            _ => return Err(wrong()),
        },
    };
    Ok(Value::Int(value.into(), Int::Int32))
}

/// A string without its quotes and escapes; for a raw string `R"word(…)word"`, the text in the parentheses.
pub(in crate::slang) fn unquoted(text: &str) -> String {
    if let Some(raw) = text.strip_prefix("R\"") {
        let word = raw.find('(').unwrap_or(0);
        let end = raw.len().saturating_sub(word + 2);
        return raw.get(word + 1..end).unwrap_or("").to_owned();
    }
    let inner = text.strip_prefix('"').map_or(text, |text| text.strip_suffix('"').unwrap_or(text));
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(character) = rest.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        let postfix = rest.as_str();
        let (digits, radix, most) = match postfix.strip_prefix('x') {
            Some(digits) => (digits, 16, usize::MAX),
            None => (postfix, 8, 3),
        };
        let length = digits.chars().take(most).take_while(|digit| digit.is_digit(radix)).count();
        if length > 0 || radix == 16 {
            // A value that is too large for a byte is truncated.
            let byte = digits[..length]
                .chars()
                .fold(0_u8, |byte, digit| byte.wrapping_mul(radix as u8).wrapping_add(digit.to_digit(radix).unwrap_or(0) as u8));
            out.push(char::from(byte));
            rest = digits[length..].chars();
            continue;
        }
        // Other escapes are dropped.
        let named = rest.next().and_then(|letter| u8::try_from(letter).ok());
        out.extend(named.and_then(|letter| if letter == b'?' { Some('?') } else { escaped(letter).map(char::from) }));
    }
    out
}

/// The value of an escape sequence.
fn escaped(letter: u8) -> Option<u8> {
    Some(match letter {
        b'\'' | b'"' | b'\\' => letter,
        b'a' => 0x07,
        b'b' => 0x08,
        b'f' => 0x0c,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0b,
        _ => return None,
    })
}

fn split_suffix(text: &str, belongs: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|next: char| !belongs(next)).unwrap_or(text.len()))
}

fn wrong_suffix(literal: &str, suffix: &str, span: Span) -> crate::constants::Fail {
    not_constant(
        &format!("invalid suffix `{}` on {literal}", printable_literal(suffix)),
        "remove it, or use a suffix such as `u` or `f`",
        span,
    )
}

/// A number in a message, shortened if it is long.
fn printable_literal(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
