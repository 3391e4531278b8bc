//! Number literals.

use padstone_source::Span;

use super::semantics::Overflow;
use super::value::{Int, Value, ranged};
use super::{Outcome, not_constant, overflow};

/// The suffixes of numbers that a language allows.
pub(crate) struct Suffixes {
    /// Suffix letters of a floating-point literal, in any number and order.
    pub(crate) floats: &'static [char],
    /// Suffixes of an integer literal, in lower case, with its type; one of them is empty.
    pub(crate) integers: &'static [(&'static str, Int)],
    /// Whether `0b101` is a number.
    pub(crate) binary: bool,
    /// Whether an integer may use all bits of its type, so that `0xFFFFFFFF` is -1. Otherwise it must be within the signed range.
    pub(crate) all_bits: bool,
}

/// The value of a number.
pub(crate) fn literal(text: &str, suffixes: &Suffixes, span: Span) -> Outcome {
    let wrong =
        || not_constant(&format!("invalid number `{}`", printable_literal(text)), "write, for example, `64`, `0x40`, or `64u`", span);
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    if !hexadecimal && (text.contains(['.', 'e', 'E']) || text.ends_with(['f', 'F', 'h', 'H'])) {
        let digits = text.trim_end_matches(suffixes.floats);
        return digits.parse().map(Value::Float).map_err(|_| wrong());
    }
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L', 's', 'S']);
    let suffix = &text[digits.len()..];
    let Some(&(_, ty)) = suffixes.integers.iter().find(|(known, _)| known.eq_ignore_ascii_case(suffix)) else { return Err(wrong()) };
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&digits[2..], 16),
        [b'0', b'b' | b'B', ..] if suffixes.binary => (&digits[2..], 2),
        [b'0', _, ..] => (&digits[1..], 8),
        _ => (digits, 10),
    };
    let value = u64::from_str_radix(digits, radix).map_err(|error| match error.kind() {
        std::num::IntErrorKind::PosOverflow => {
            overflow(&format!("{} does not fit in 64 bits", printable_literal(text)), "use a smaller number", span)
        }
        _ => wrong(),
    })?;
    // A literal beyond the signed range is unsigned, as in C.
    let ty = if ty == Int::Literal && value > i64::MAX as u64 { Int::Uint64 } else { ty };
    let wraps = suffixes.all_bits && u64::BITS - value.leading_zeros() <= ty.bits();
    if suffixes.all_bits && !wraps && ty == Int::Uint32 {
        let message = format!("{} does not fit in an unsigned 32-bit integer", printable_literal(text));
        return Err(overflow(&message, "use a smaller number", span));
    }
    ranged(value.into(), ty, if wraps { Overflow::Wraps } else { Overflow::IsError }, span)
}

/// A number in a message, shortened if it is long.
fn printable_literal(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
