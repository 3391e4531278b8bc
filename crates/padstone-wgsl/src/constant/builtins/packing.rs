//! Packed scalars in one `u32` (WGSL, sections 17.9 and 17.10), and their dot products (section 17.5).

use super::numeric::{finite, out_of_domain};
use super::{ConstFunction, unify};
use crate::constant::convert::float;
use crate::constant::{EvaluationError, EvaluationResult, Value, Vector};
use crate::scalar::{Number, Scalar, decimal};

use ConstFunction as F;

pub(super) fn call(function: ConstFunction, arguments: &[Value]) -> EvaluationResult {
    match function {
        F::Dot4U8Packed => {
            let [a, b] = unpacked_arguments(arguments)?.map(u32::to_le_bytes);
            Ok(Value::Number(Number::U32(a.iter().zip(b).map(|(&a, b)| u32::from(a) * u32::from(b)).sum())))
        }
        F::Dot4I8Packed => {
            let [a, b] = unpacked_arguments(arguments)?.map(u32::to_le_bytes);
            Ok(Value::Number(Number::I32(a.iter().zip(b).map(|(&a, b)| i32::from(a.cast_signed()) * i32::from(b.cast_signed())).sum())))
        }
        F::Pack4x8snorm => pack::<4>(arguments, Scalar::F32, &|float| normalized(float, -1.0, 127.0)),
        F::Pack4x8unorm => pack::<4>(arguments, Scalar::F32, &|float| normalized(float, 0.0, 255.0)),
        F::Pack2x16snorm => pack::<2>(arguments, Scalar::F32, &|float| normalized(float, -1.0, 32767.0)),
        F::Pack2x16unorm => pack::<2>(arguments, Scalar::F32, &|float| normalized(float, 0.0, 65535.0)),
        F::Pack2x16float => pack::<2>(arguments, Scalar::F32, &|float| half_bits(float.as_float().unwrap_or(0.0))),
        F::Pack4xI8 => pack::<4>(arguments, Scalar::I32, &|number| Ok(low_bits(number))),
        F::Pack4xU8 => pack::<4>(arguments, Scalar::U32, &|number| Ok(low_bits(number))),
        F::Pack4xI8Clamp => pack::<4>(arguments, Scalar::I32, &|number| Ok(clamped(number, -128, 127))),
        F::Pack4xU8Clamp => pack::<4>(arguments, Scalar::U32, &|number| Ok(clamped(number, 0, 255))),
        F::Unpack4x8snorm => unpack::<4>(arguments, &|bits| Number::F32((f32::from(bits as u8 as i8) / 127.0).max(-1.0))),
        F::Unpack4x8unorm => unpack::<4>(arguments, &|bits| Number::F32(bits as f32 / 255.0)),
        F::Unpack4xI8 => unpack::<4>(arguments, &|bits| Number::I32(i32::from(bits as u8 as i8))),
        F::Unpack4xU8 => unpack::<4>(arguments, &Number::U32),
        F::Unpack2x16snorm => unpack::<2>(arguments, &|bits| Number::F32((f32::from(bits as u16 as i16) / 32767.0).max(-1.0))),
        F::Unpack2x16unorm => unpack::<2>(arguments, &|bits| Number::F32(bits as f32 / 65535.0)),
        F::Unpack2x16float => {
            let [word] = unpacked_arguments(arguments)?;
            let halves = [word & 0xffff, word >> 16].map(|bits| finite(half_from_bits(bits as u16), Scalar::F32));
            let [low, high] = halves;
            Ok(Value::Vector(Vector::new(&[low?, high?])))
        }
        _ => Err(EvaluationError::NoOverload),
    }
}

fn unpacked_arguments<const N: usize>(arguments: &[Value]) -> EvaluationResult<[u32; N]> {
    let values = unify::<N>(arguments, |scalar| scalar == Scalar::U32)?;
    let word = |value: &Value| if let Value::Number(Number::U32(word)) = value { Some(*word) } else { None };
    super::gather(&values, word).ok_or(EvaluationError::NoOverload)
}

/// One `u32` of the mapped components of a vector, the first in the lowest bits.
fn pack<const N: usize>(arguments: &[Value], scalar: Scalar, encode: &dyn Fn(Number) -> EvaluationResult<u32>) -> EvaluationResult {
    let [argument] = arguments else { return Err(EvaluationError::NoOverload) };
    let Value::Vector(vector) = super::with_scalar(argument, scalar)? else { return Err(EvaluationError::NoOverload) };
    if usize::from(vector.width()) != N {
        return Err(EvaluationError::NoOverload);
    }
    let bits = 32 / N as u32;
    let mut packed = 0;
    for (index, &number) in vector.numbers().iter().enumerate() {
        packed |= (encode(number)? & (u32::MAX >> (32 - bits))) << (index as u32 * bits);
    }
    Ok(Value::Number(Number::U32(packed)))
}

fn unpack<const N: usize>(arguments: &[Value], encode: &dyn Fn(u32) -> Number) -> EvaluationResult {
    let [word] = unpacked_arguments(arguments)?;
    let bits = 32 / N as u32;
    let numbers: [Number; N] = std::array::from_fn(|position| encode(word >> (position as u32 * bits) & (u32::MAX >> (32 - bits))));
    Ok(Value::Vector(Vector::new(&numbers)))
}

/// Converts a number in the range from `low` to 1 to an integer, with steps of one over `scale`.
fn normalized(number: Number, low: f64, scale: f64) -> EvaluationResult<u32> {
    let value = number.as_float().ok_or(EvaluationError::NoOverload)?;
    Ok(((0.5 + scale * value.clamp(low, 1.0)).floor() as i32).cast_unsigned())
}

fn low_bits(number: Number) -> u32 {
    number.as_integer().unwrap_or(0) as u32
}

fn clamped(number: Number, low: i128, high: i128) -> u32 {
    number.as_integer().unwrap_or(0).clamp(low, high) as u32
}

/// The bits of a value as `f16`.
pub(super) fn half_bits(value: f64) -> EvaluationResult<u32> {
    let Some(Number::F16(half)) = float(value, Scalar::F16) else {
        return Err(out_of_domain(&format!("`{}` cannot be represented as `f16`", decimal(value))));
    };
    let bits = half.to_bits();
    let sign = bits >> 16 & 0x8000;
    let exponent = (bits >> 23 & 0xff) as i32 - 127 + 15;
    let significand = bits & 0x7f_ffff;
    Ok(if half == 0.0 {
        sign
    } else if exponent <= 0 {
        // A subnormal number: the leading bit is explicit.
        sign | (significand | 0x80_0000) >> (14 - exponent)
    } else {
        sign | (exponent as u32) << 10 | significand >> 13
    })
}

/// The value of an `f16` with these bits, including infinities and NaN.
pub(super) fn half_from_bits(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let significand = f64::from(bits & 0x3ff);
    sign * match bits >> 10 & 0x1f {
        0 => significand / 16_777_216.0,
        31 if significand == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1.0 + significand / 1024.0) * f64::from(i32::from(exponent) - 15).exp2(),
    }
}
