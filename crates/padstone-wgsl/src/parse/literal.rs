//! The values of number literals (WGSL, 3.5.2 and 7.7.3).

use crate::tree::LiteralValue;

/// An error in a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct LiteralError {
    /// A sentence whose subject is the number.
    pub(super) message: &'static str,
    pub(super) label: &'static str,
    /// May be empty.
    pub(super) help: &'static str,
}

/// The value of a number token: it begins with a digit, or with a dot and a digit.
pub(super) fn value(text: &str) -> Result<LiteralValue, LiteralError> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => hexadecimal(digits),
        None => decimal(text),
    }
}

fn decimal(text: &str) -> Result<LiteralValue, LiteralError> {
    let (integral, rest) = digits(text, |byte| byte.is_ascii_digit());
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => digits(rest, |byte| byte.is_ascii_digit()),
        None => ("", rest),
    };
    let rest = match rest.strip_prefix(['e', 'E']) {
        Some(exponent) => digits(exponent_digits(exponent)?, |byte| byte.is_ascii_digit()).1,
        None => rest,
    };
    let number = &text[..text.len() - rest.len()];
    if rest.is_empty() && number.len() == integral.len() || matches!(rest, "i" | "u" | "li" | "lu") {
        if number.len() > integral.len() {
            return Err(NOT_WHOLE);
        }
        if integral.len() > 1 && integral.starts_with('0') {
            return Err(LEADING_ZERO);
        }
        return integer(integral, 10, rest);
    }
    debug_assert!(!integral.is_empty() || !fraction.is_empty(), "the lexer requires a digit before or after the dot");
    // Rust accepts every such text, and rounds to nearest, to infinity if it is too large.
    float(number.parse().map_err(|_| UNKNOWN_SUFFIX)?, rest, Rounding::Rounded)
}

fn hexadecimal(text: &str) -> Result<LiteralValue, LiteralError> {
    let (integral, rest) = digits(text, |byte| byte.is_ascii_hexdigit());
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => digits(rest, |byte| byte.is_ascii_hexdigit()),
        None => ("", rest),
    };
    if integral.is_empty() && fraction.is_empty() {
        return Err(NO_DIGITS);
    }
    let (exponent, rest) = match rest.strip_prefix(['p', 'P']) {
        Some(exponent) => {
            let unsigned = exponent_digits(exponent)?;
            let (number, rest) = digits(unsigned, |byte| byte.is_ascii_digit());
            // The exponent adjustment for a number of 4 GiB is less than 2^35.
            let number = number.parse().unwrap_or(1_i64 << 40).min(1 << 40);
            (Some(if exponent.starts_with('-') { -number } else { number }), rest)
        }
        None => (None, rest),
    };
    let dotted = text.as_bytes().get(integral.len()) == Some(&b'.');
    if exponent.is_none() {
        return match rest {
            "" | "i" | "u" | "li" | "lu" if !dotted => integer(integral, 16, rest),
            "" => hex_float(integral, fraction, 0, ""),
            "i" | "u" | "li" | "lu" => Err(NOT_WHOLE),
            // `f` is a digit.
            "h" | "lf" => Err(NEEDS_EXPONENT),
            _ => Err(UNKNOWN_SUFFIX),
        };
    }
    hex_float(integral, fraction, exponent.unwrap_or(0), rest)
}

/// The leading digits, and the rest.
fn digits(text: &str, is_digit: impl Fn(&u8) -> bool) -> (&str, &str) {
    text.split_at(text.bytes().take_while(is_digit).count())
}

/// An exponent without its sign; requires at least one digit.
fn exponent_digits(text: &str) -> Result<&str, LiteralError> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned.starts_with(|c: char| c.is_ascii_digit()) { Ok(unsigned) } else { Err(NO_EXPONENT) }
}

fn integer(digits: &str, radix: u32, suffix: &str) -> Result<LiteralValue, LiteralError> {
    let value = i64::from_str_radix(digits, radix);
    match suffix {
        "li" => value.map(LiteralValue::I64).map_err(|_| BEYOND_I64),
        "lu" => u64::from_str_radix(digits, radix).map(LiteralValue::U64).map_err(|_| BEYOND_U64),
        "i" => value.ok().and_then(|value| i32::try_from(value).ok()).map(LiteralValue::I32).ok_or(BEYOND_I32),
        "u" => value.ok().and_then(|value| u32::try_from(value).ok()).map(LiteralValue::U32).ok_or(BEYOND_U32),
        _ => value.map(LiteralValue::AbstractInt).map_err(|_| BEYOND_ABSTRACT_INT),
    }
}

/// Whether a value that is not representable in its type is rounded or rejected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    /// Decimal numbers.
    Rounded,
    /// Hexadecimal numbers.
    Exact,
}

/// Values beyond the largest f16 are not rounded down to it (tint, measured).
const F16_MAX: f64 = 65504.0;

fn float(value: f64, suffix: &str, exactness: Rounding) -> Result<LiteralValue, LiteralError> {
    let lossless = |rounded: f32| exactness == Rounding::Rounded || f64::from(rounded) == value;
    match suffix {
        "" if value.is_finite() => Ok(LiteralValue::AbstractFloat(value)),
        "" => Err(BEYOND_ABSTRACT_FLOAT),
        // Values beyond the largest are not rounded down here either (tint, measured; naga 30.0.1 rounds).
        "f" if value > f64::from(f32::MAX) => Err(BEYOND_F32),
        "f" if lossless(value as f32) => Ok(LiteralValue::F32(value as f32)),
        "f" => Err(BETWEEN_F32),
        "h" if value > F16_MAX => Err(BEYOND_F16),
        "h" if lossless(round_to_f16(value)) => Ok(LiteralValue::F16(round_to_f16(value))),
        "h" => Err(BETWEEN_F16),
        "lf" if value.is_finite() => Ok(LiteralValue::F64(value)),
        "lf" => Err(BEYOND_F64),
        _ => Err(UNKNOWN_SUFFIX),
    }
}

/// The f16 value nearest to a number between 0 and [`F16_MAX`]; ties to even.
fn round_to_f16(value: f64) -> f32 {
    /// The distance between two adjacent f16 values below 2^-13: 2^-24.
    const SMALLEST: f64 = 1.0 / 16_777_216.0;
    // f16 has eleven bits of precision: adjacent values differ by 2^-10 between 1 and 2.
    let exponent = (value.to_bits() >> 52) as i32 - 1023;
    let step = if exponent < -14 { SMALLEST } else { 2_f64.powi(exponent - 10) };
    ((value / step).round_ties_even() * step) as f32
}

fn hex_float(integral: &str, fraction: &str, exponent: i64, suffix: &str) -> Result<LiteralValue, LiteralError> {
    let too_large = match suffix {
        "f" => BEYOND_F32,
        "h" => BEYOND_F16,
        "lf" => BEYOND_F64,
        _ => BEYOND_ABSTRACT_FLOAT,
    };
    let too_fine = match suffix {
        "f" => BETWEEN_F32,
        "h" => BETWEEN_F16,
        "lf" => BETWEEN_F64,
        _ => BETWEEN_ABSTRACT_FLOAT,
    };
    // The significant bits as an integer without leading and trailing zeros: at most 53 if the value is representable.
    let digits = || integral.bytes().chain(fraction.bytes());
    let Some((last, _)) = digits().enumerate().filter(|&(_, digit)| digit != b'0').last() else {
        return float(0.0, suffix, Rounding::Exact);
    };
    let mut bits = 0_u64;
    for digit in digits().take(last + 1) {
        bits = bits.checked_mul(16).ok_or(too_fine)? + u64::from(char::from(digit).to_digit(16).unwrap_or(0));
    }
    let zeros = bits.trailing_zeros();
    bits >>= zeros;
    let exponent = exponent + 4 * (integral.len() as i64 - 1 - last as i64) + i64::from(zeros);
    let top = exponent + i64::from(bits.ilog2());
    if top > 1023 {
        return Err(too_large);
    }
    if bits >> 53 != 0 || exponent < -1074 {
        return Err(too_fine);
    }
    // Both factors are exact; two steps reach the subnormal numbers, where a single factor would be zero.
    let exponent = exponent as i32;
    let value = bits as f64 * 2_f64.powi(exponent / 2) * 2_f64.powi(exponent - exponent / 2);
    float(value, suffix, Rounding::Exact)
}

const NOT_WHOLE: LiteralError = LiteralError {
    message: "is not an integer",
    label: "suffixes `i` and `u` require integers",
    help: "use the suffix `f` or `h` for a floating-point number",
};
const LEADING_ZERO: LiteralError =
    LiteralError { message: "has a leading zero", label: "WGSL has no octal numbers", help: "remove the leading zeros" };
const NO_DIGITS: LiteralError = LiteralError { message: "has no digits", label: "expected a hexadecimal digit after `0x`", help: "" };
const NO_EXPONENT: LiteralError =
    LiteralError { message: "has an exponent without digits", label: "expected a digit at the end", help: "" };
const NEEDS_EXPONENT: LiteralError = LiteralError {
    message: "has a suffix but no exponent",
    label: "a hexadecimal suffix requires an exponent",
    help: "insert `p0` before the suffix",
};
const UNKNOWN_SUFFIX: LiteralError =
    LiteralError { message: "is not a number", label: "unknown suffix", help: "use the suffix `i`, `u`, `f`, or `h`" };
const BEYOND_I32: LiteralError = LiteralError { message: "does not fit in `i32`", label: "the largest value is 2147483647", help: "" };
const BEYOND_U32: LiteralError = LiteralError { message: "does not fit in `u32`", label: "the largest value is 4294967295", help: "" };
const BEYOND_I64: LiteralError =
    LiteralError { message: "does not fit in `i64`", label: "the largest value is 9223372036854775807", help: "" };
const BEYOND_U64: LiteralError =
    LiteralError { message: "does not fit in `u64`", label: "the largest value is 18446744073709551615", help: "" };
const BEYOND_ABSTRACT_INT: LiteralError =
    LiteralError { message: "is too large", label: "the largest integer is 9223372036854775807", help: "" };
const BEYOND_F32: LiteralError = LiteralError { message: "does not fit in `f32`", label: "the largest value is 0x1.fffffep+127", help: "" };
const BEYOND_F16: LiteralError = LiteralError { message: "does not fit in `f16`", label: "the largest value is 65504", help: "" };
const BEYOND_F64: LiteralError =
    LiteralError { message: "does not fit in `f64`", label: "the largest value is 0x1.fffffffffffffp+1023", help: "" };
const BEYOND_ABSTRACT_FLOAT: LiteralError =
    LiteralError { message: "is too large", label: "the largest floating-point number is 0x1.fffffffffffffp+1023", help: "" };
const BETWEEN_F32: LiteralError = LiteralError {
    message: "is not representable as `f32`",
    label: "between two representable values",
    help: "remove digits; hexadecimal numbers are not rounded",
};
const BETWEEN_F16: LiteralError = LiteralError { message: "is not representable as `f16`", ..BETWEEN_F32 };
const BETWEEN_F64: LiteralError = LiteralError { message: "is not representable as `f64`", ..BETWEEN_F32 };
const BETWEEN_ABSTRACT_FLOAT: LiteralError = LiteralError { message: "is not representable as AbstractFloat", ..BETWEEN_F32 };
