//! Functions on the bits of integers (WGSL, section 17.5). Abstract integers are `i32` here.

use padstone_diag::codes;

use super::{ConstFunction, map_components, unify};
use crate::constant::{EvaluationError, EvaluationResult, Value, convert_number};
use crate::scalar::{Number, Scalar};

pub(super) fn call(function: ConstFunction, arguments: &[Value]) -> EvaluationResult {
    match function {
        ConstFunction::ExtractBits => extract(arguments),
        ConstFunction::InsertBits => insert(arguments),
        _ => {
            let value = unify::<1>(arguments, is_concrete)?;
            map_components(&value, &|[number]| {
                let (bits, is_signed) = bits_of(number)?;
                Ok(of_bits(evaluate_bits(function, bits, is_signed), is_signed))
            })
        }
    }
}

fn evaluate_bits(function: ConstFunction, bits: u32, is_signed: bool) -> u32 {
    match function {
        ConstFunction::CountLeadingZeros => bits.leading_zeros(),
        ConstFunction::CountTrailingZeros => bits.trailing_zeros(),
        ConstFunction::CountOneBits => bits.count_ones(),
        ConstFunction::ReverseBits => bits.reverse_bits(),
        // The position of the bit, or all ones if there is none.
        ConstFunction::FirstTrailingBit => {
            if bits == 0 {
                u32::MAX
            } else {
                bits.trailing_zeros()
            }
        }
        // For a negative number, the first bit that differs from the sign.
        _ => {
            let bits = if is_signed && bits >> 31 == 1 { !bits } else { bits };
            31u32.wrapping_sub(bits.leading_zeros())
        }
    }
}

/// `extractBits(e, offset, count)`
fn extract(arguments: &[Value]) -> EvaluationResult {
    let [operand, offset, count] = arguments else { return Err(EvaluationError::NoOverload) };
    let value = unify::<1>(std::slice::from_ref(operand), is_concrete)?;
    let (offset, count) = range(offset, count)?;
    map_components(&value, &|[number]| {
        let (bits, is_signed) = bits_of(number)?;
        let picked = match (count, is_signed) {
            (0, _) => 0,
            (_, false) => bits << (32 - offset - count) >> (32 - count),
            (_, true) => ((bits << (32 - offset - count)).cast_signed() >> (32 - count)).cast_unsigned(),
        };
        Ok(of_bits(picked, is_signed))
    })
}

/// `insertBits(e, newbits, offset, count)`
fn insert(arguments: &[Value]) -> EvaluationResult {
    let [into, new, offset, count] = arguments else { return Err(EvaluationError::NoOverload) };
    let values = unify::<2>(&[into.clone(), new.clone()], is_concrete)?;
    let (offset, count) = range(offset, count)?;
    let mask = if count == 0 { 0 } else { u32::MAX >> (32 - count) << offset };
    map_components(&values, &|[into, new]| {
        let ((into, is_signed), (new, _)) = (bits_of(into)?, bits_of(new)?);
        let new = if count == 0 { 0 } else { new << offset };
        Ok(of_bits(into & !mask | new & mask, is_signed))
    })
}

/// Offset and count, whose sum is at most 32 bits.
fn range(offset: &Value, count: &Value) -> EvaluationResult<(u32, u32)> {
    let number = |value: &Value| match convert_number(value.as_number().ok_or(EvaluationError::NoOverload)?, Scalar::U32)? {
        Number::U32(value) => Ok(value),
        _ => Err(EvaluationError::NoOverload),
    };
    let (offset, count) = (number(offset)?, number(count)?);
    if offset.checked_add(count).is_none_or(|end| end > 32) {
        let message = format!("{count} bits from bit {offset} exceed the width of 32 bits");
        return Err(EvaluationError::no_value(&codes::CONSTANT_OVERFLOW, message));
    }
    Ok((offset, count))
}

fn is_concrete(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::I32 | Scalar::U32)
}

/// The bits, and whether their type is `i32`.
fn bits_of(number: Number) -> EvaluationResult<(u32, bool)> {
    match number {
        Number::I32(value) => Ok((value.cast_unsigned(), true)),
        Number::U32(value) => Ok((value, false)),
        _ => Err(EvaluationError::NoOverload),
    }
}

fn of_bits(bits: u32, is_signed: bool) -> Number {
    if is_signed { Number::I32(bits.cast_signed()) } else { Number::U32(bits) }
}
