//! Component-wise numeric functions (WGSL, section 17.5).
//!
//! Functions of floats that are sums and products are computed step by step, each rounded to their type; the others in 64 bits, and then
//! rounded.

use padstone_diag::codes;

use super::{ConstFunction, map_components, unify};
use crate::constant::arithmetic::arithmetic;
use crate::constant::convert::float;
use crate::constant::{EvaluationError, EvaluationResult, Value, Vector};
use crate::scalar::{Number, Scalar, decimal};
use crate::tree::BinaryOp;

use ConstFunction as F;

pub(super) fn call(function: ConstFunction, arguments: &[Value]) -> EvaluationResult {
    match function {
        F::Abs => map_components(&unify::<1>(arguments, Scalar::is_numeric)?, &|[number]| abs(number)),
        F::Sign => map_components(&unify::<1>(arguments, is_signed)?, &|[number]| sign(number)),
        F::Max => map_components(&unify::<2>(arguments, Scalar::is_numeric)?, &|[a, b]| Ok(if less(a, b) { b } else { a })),
        F::Min => map_components(&unify::<2>(arguments, Scalar::is_numeric)?, &|[a, b]| Ok(if less(b, a) { b } else { a })),
        F::Clamp => map_components(&unify::<3>(arguments, Scalar::is_numeric)?, &|[value, low, high]| clamp(value, low, high)),
        F::QuantizeToF16 => quantize(arguments),
        F::Atan2 | F::Pow | F::Step => map_components(&unify::<2>(arguments, Scalar::is_float)?, &|numbers| {
            of_floats(numbers, |[a, b]| evaluate_two_floats(function, a, b))
        }),
        F::Fma => map_components(&unify::<3>(arguments, Scalar::is_float)?, &|[a, b, c]| add(multiply(a, b)?, c)),
        F::Smoothstep => map_components(&unify::<3>(arguments, Scalar::is_float)?, &smoothstep),
        F::Mix => mix(arguments),
        _ => map_components(&unify::<1>(arguments, Scalar::is_float)?, &|numbers| {
            of_floats(numbers, |[value]| evaluate_float(function, value))
        }),
    }
}

fn is_signed(scalar: Scalar) -> bool {
    scalar.is_numeric() && !scalar.is_unsigned_integer()
}

/// Applies a function of floats to scalars of one floating-point type.
pub(super) fn of_floats<const N: usize>(
    numbers: [Number; N],
    apply: impl FnOnce([f64; N]) -> EvaluationResult<f64>,
) -> EvaluationResult<Number> {
    let mut floats = [0.0; N];
    for (place, number) in floats.iter_mut().zip(numbers) {
        *place = number.as_float().ok_or(EvaluationError::NoOverload)?;
    }
    finite(apply(floats)?, numbers[0].scalar())
}

/// A result in its type, which must be finite there.
pub(super) fn finite(value: f64, scalar: Scalar) -> EvaluationResult<Number> {
    float(value, scalar).ok_or_else(|| {
        let message = format!("the result, `{}`, cannot be represented as `{}`", decimal(value), scalar.name());
        EvaluationError::no_value(&codes::CONSTANT_OVERFLOW, message)
    })
}

/// The value, if `is_valid`.
fn in_domain(is_valid: bool, value: f64, function: F, domain: &str) -> EvaluationResult<f64> {
    if is_valid { Ok(value) } else { Err(out_of_domain(&format!("`{}` requires {domain}", function.name()))) }
}

pub(super) fn out_of_domain(message: &str) -> EvaluationError {
    EvaluationError::no_value(&codes::CONSTANT_OVERFLOW, message)
}

fn evaluate_float(function: ConstFunction, value: f64) -> EvaluationResult<f64> {
    let unit = (-1.0..=1.0).contains(&value);
    Ok(match function {
        F::Acos => in_domain(unit, value, function, "a number from -1 to 1")?.acos(),
        F::Asin => in_domain(unit, value, function, "a number from -1 to 1")?.asin(),
        F::Atanh => in_domain(unit && value.abs() != 1.0, value, function, "a number between -1 and 1")?.atanh(),
        F::Acosh => in_domain(value >= 1.0, value, function, "a number of at least 1")?.acosh(),
        F::Sqrt => in_domain(value >= 0.0, value, function, "a nonnegative number")?.sqrt(),
        F::Log => in_domain(value > 0.0, value, function, "a positive number")?.ln(),
        F::Log2 => in_domain(value > 0.0, value, function, "a positive number")?.log2(),
        F::InverseSqrt => 1.0 / in_domain(value > 0.0, value, function, "a positive number")?.sqrt(),
        F::Asinh => value.asinh(),
        F::Atan => value.atan(),
        F::Ceil => value.ceil(),
        F::Cos => value.cos(),
        F::Cosh => value.cosh(),
        F::Degrees => value.to_degrees(),
        F::Exp => value.exp(),
        F::Exp2 => value.exp2(),
        F::Floor => value.floor(),
        F::Fract => value - value.floor(),
        F::Radians => value.to_radians(),
        // To even if both are equally near (section 17.5.52).
        F::Round => value.round_ties_even(),
        F::Saturate => value.clamp(0.0, 1.0),
        F::Sin => value.sin(),
        F::Sinh => value.sinh(),
        F::Tan => value.tan(),
        F::Tanh => value.tanh(),
        F::Trunc => value.trunc(),
        _ => return Err(EvaluationError::NoOverload),
    })
}

fn evaluate_two_floats(function: ConstFunction, a: f64, b: f64) -> EvaluationResult<f64> {
    Ok(match function {
        F::Atan2 => a.atan2(b),
        // It is `exp2(b * log2(a))` (section 15.7.4.1).
        F::Pow => in_domain(a > 0.0 || a == 0.0 && b > 0.0, a, function, "a positive base")?.powf(b),
        // step(edge, x)
        F::Step => f64::from(u8::from(b >= a)),
        _ => return Err(EvaluationError::NoOverload),
    })
}

fn smoothstep([low, high, x]: [Number; 3]) -> EvaluationResult<Number> {
    let width = subtract(high, low)?;
    if width.as_float() == Some(0.0) {
        return Err(out_of_domain("`smoothstep` requires two different edges"));
    }
    let ratio = arithmetic(BinaryOp::Divide, subtract(x, low)?, width)?;
    of_floats([ratio], |[ratio]| {
        let t = ratio.clamp(0.0, 1.0);
        Ok(t * t * (3.0 - 2.0 * t))
    })
}

pub(super) fn subtract(a: Number, b: Number) -> EvaluationResult<Number> {
    arithmetic(BinaryOp::Subtract, a, b)
}

pub(super) fn add(a: Number, b: Number) -> EvaluationResult<Number> {
    arithmetic(BinaryOp::Add, a, b)
}

pub(super) fn multiply(a: Number, b: Number) -> EvaluationResult<Number> {
    arithmetic(BinaryOp::Multiply, a, b)
}

/// `mix(a, b, t)`, where `t` may be a scalar for all components.
fn mix(arguments: &[Value]) -> EvaluationResult {
    let [a, b, t] = arguments else { return Err(EvaluationError::NoOverload) };
    let t = match (a, t) {
        (Value::Vector(vector), Value::Number(number)) => Value::Vector(Vector::splat(*number, vector.width())),
        _ => t.clone(),
    };
    let values = unify::<3>(&[a.clone(), b.clone(), t], Scalar::is_float)?;
    map_components(&values, &|[a, b, t]| {
        let rest = arithmetic(BinaryOp::Subtract, Number::one(t.scalar()), t)?;
        add(multiply(a, rest)?, multiply(b, t)?)
    })
}

fn abs(number: Number) -> EvaluationResult<Number> {
    Ok(match number {
        Number::AbstractInt(value) => Number::AbstractInt(value.wrapping_abs()),
        Number::I32(value) => Number::I32(value.wrapping_abs()),
        Number::I16(value) => Number::I16(value.wrapping_abs()),
        Number::I64(value) => Number::I64(value.wrapping_abs()),
        Number::F64(value) => Number::F64(value.abs()),
        Number::AbstractFloat(value) => Number::AbstractFloat(value.abs()),
        Number::F32(value) => Number::F32(value.abs()),
        Number::F16(value) => Number::F16(value.abs()),
        Number::U32(_) | Number::U16(_) | Number::U64(_) => number,
        Number::Bool(_) => return Err(EvaluationError::NoOverload),
    })
}

fn sign(number: Number) -> EvaluationResult<Number> {
    let of_float = |value: f64| if value == 0.0 { 0.0 } else { value.signum() };
    Ok(match number {
        Number::AbstractInt(value) => Number::AbstractInt(value.signum()),
        Number::I32(value) => Number::I32(value.signum()),
        Number::I16(value) => Number::I16(value.signum()),
        Number::I64(value) => Number::I64(value.signum()),
        Number::F64(value) => Number::F64(of_float(value)),
        Number::AbstractFloat(value) => Number::AbstractFloat(of_float(value)),
        Number::F32(value) => Number::F32(of_float(value.into()) as f32),
        Number::F16(value) => Number::F16(of_float(value.into()) as f32),
        Number::U32(_) | Number::U16(_) | Number::U64(_) | Number::Bool(_) => return Err(EvaluationError::NoOverload),
    })
}

/// Compares two scalars of one type.
fn less(a: Number, b: Number) -> bool {
    let integers = a.as_integer().zip(b.as_integer()).map(|(a, b)| a < b);
    let floats = || a.as_float().zip(b.as_float()).map(|(a, b)| a < b);
    integers.or_else(floats).unwrap_or(false)
}

fn clamp(number: Number, low: Number, high: Number) -> EvaluationResult<Number> {
    if less(high, low) {
        return Err(out_of_domain(&format!("`clamp` requires a lower bound of at most the upper bound, found `{low}` and `{high}`")));
    }
    let raised = if less(number, low) { low } else { number };
    Ok(if less(high, raised) { high } else { raised })
}

fn quantize(arguments: &[Value]) -> EvaluationResult {
    let values = unify::<1>(arguments, |scalar| scalar == Scalar::F32)?;
    map_components(&values, &|[number]| {
        let quantized = finite(number.as_float().ok_or(EvaluationError::NoOverload)?, Scalar::F16)?;
        finite(quantized.as_float().ok_or(EvaluationError::NoOverload)?, Scalar::F32)
    })
}
