//! `frexp`, `modf` and `ldexp` (WGSL, section 17.5): parts of floating-point numbers.

use super::numeric::{finite, of_floats, out_of_domain};
use super::{ConstFunction, map_components, unify};
use crate::constant::{EvaluationError, EvaluationResult, Value};
use crate::scalar::{Number, Scalar};
use crate::types::{PartsKind, Type, Types};

pub(super) fn call(types: &mut Types, function: ConstFunction, arguments: &[Value]) -> EvaluationResult {
    if function == ConstFunction::Ldexp {
        return ldexp(arguments);
    }
    let operand = unify::<1>(arguments, Scalar::is_float)?;
    let parts = match function {
        ConstFunction::Frexp => {
            let fract = map_components(&operand, &|numbers| of_floats(numbers, |[value]| Ok(split(value).0)))?;
            let exp = map_components(&operand, &|[number]| {
                let (_, exponent) = split(number.as_float().ok_or(EvaluationError::NoOverload)?);
                let is_abstract = number.scalar().is_abstract();
                Ok(if is_abstract { Number::AbstractInt(exponent.into()) } else { Number::I32(exponent) })
            })?;
            [fract, exp]
        }
        _ => {
            let fract = map_components(&operand, &|numbers| of_floats(numbers, |[value]| Ok(value - value.trunc())))?;
            let integral = map_components(&operand, &|numbers| of_floats(numbers, |[value]| Ok(value.trunc())))?;
            [fract, integral]
        }
    };
    let kind = if function == ConstFunction::Frexp { PartsKind::Frexp } else { PartsKind::Modf };
    let ty = types.intern(Type::Parts { kind, operand: operand[0].ty() });
    Ok(Value::Composite { ty, parts: parts.into() })
}

/// A value as `fraction * 2^exponent`, with the fraction in 0.5..1.
fn split(value: f64) -> (f64, i32) {
    if value == 0.0 || !value.is_finite() {
        return (value, 0);
    }
    // Subnormal numbers are normalized first.
    let (value, shift) = if value.abs() < f64::MIN_POSITIVE { (value * 64f64.exp2(), 64) } else { (value, 0) };
    let bits = value.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1022;
    (f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52), exponent - shift)
}

/// `ldexp(e1, e2)`: `e1 * 2^e2`, where `e2` must not exceed the bias of the type plus one.
fn ldexp(arguments: &[Value]) -> EvaluationResult {
    let [operand, by] = arguments else { return Err(EvaluationError::NoOverload) };
    let operand = unify::<1>(std::slice::from_ref(operand), Scalar::is_float)?;
    if !by.component().is_some_and(|scalar| matches!(scalar, Scalar::I32 | Scalar::AbstractInt)) {
        return Err(EvaluationError::NoOverload);
    }
    let [value] = operand;
    crate::constant::arithmetic::zip(&value, by, &mut |number, by| {
        let exponent = by.as_integer().ok_or(EvaluationError::NoOverload)?;
        let limit = match number.scalar() {
            Scalar::AbstractFloat | Scalar::F64 => 1024,
            Scalar::F32 => 128,
            _ => 16,
        };
        if exponent > limit {
            return Err(out_of_domain(&format!("`ldexp` requires an exponent of at most {limit} for `{}`", number.scalar().name())));
        }
        // In two steps, so that the power itself does not overflow.
        let half = (exponent.max(-2200) / 2) as f64;
        let rest = exponent.max(-2200) as f64 - half;
        let value = number.as_float().ok_or(EvaluationError::NoOverload)?;
        finite(value * half.exp2() * rest.exp2(), number.scalar())
    })
}
