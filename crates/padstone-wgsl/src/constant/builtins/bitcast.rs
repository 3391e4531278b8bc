//! `bitcast<T>(e)` (WGSL, section 17.2.1).

use padstone_diag::codes;

use super::packing::{half_bits, half_from_bits};
use crate::constant::{EvaluationError, EvaluationResult, Value, Vector, convert_number};
use crate::scalar::{Number, Scalar};
use crate::types::{Type, TypeId, Types};

/// The value of type `to` with the same bits. Abstract numbers take their concrete type first, but an integer that is only representable as
/// `u32` may become `u32`.
pub(crate) fn bitcast(types: &Types, to: TypeId, value: &Value) -> EvaluationResult {
    let numbers = match value {
        Value::Number(number) => std::slice::from_ref(number),
        Value::Vector(vector) => vector.numbers(),
        _ => return Err(EvaluationError::NoOverload),
    };
    let (scalar, width) = match types[to] {
        Type::Scalar(scalar) => (scalar, 1),
        Type::Vector { scalar, width } => (scalar, usize::from(width)),
        _ => return Err(EvaluationError::NoOverload),
    };
    let mut bytes = Vec::with_capacity(16);
    for &number in numbers {
        push_bytes(&mut bytes, number, scalar)?;
    }
    let each = scalar.bytes() as usize;
    if scalar == Scalar::Bool || scalar.is_abstract() || bytes.len() != each * width {
        return Err(EvaluationError::NoOverload);
    }
    let numbers: Vec<Number> = bytes.chunks(each).map(|bytes| from_bytes(bytes, scalar)).collect::<EvaluationResult<_>>()?;
    Ok(match numbers[..] {
        [number] => Value::Number(number),
        _ => Value::Vector(Vector::new(&numbers)),
    })
}

fn push_bytes(bytes: &mut Vec<u8>, number: Number, to: Scalar) -> EvaluationResult<()> {
    let concrete = match number {
        Number::AbstractInt(_) if to == Scalar::U32 => {
            convert_number(number, Scalar::I32).or_else(|_| convert_number(number, Scalar::U32))?
        }
        _ => convert_number(number, number.scalar().concrete())?,
    };
    match concrete {
        Number::I32(value) => bytes.extend(value.to_le_bytes()),
        Number::U32(value) => bytes.extend(value.to_le_bytes()),
        Number::F32(value) => bytes.extend(value.to_le_bytes()),
        Number::F16(value) => bytes.extend(half_bits(value.into())?.to_le_bytes().iter().take(2)),
        Number::I16(value) => bytes.extend(value.to_le_bytes()),
        Number::U16(value) => bytes.extend(value.to_le_bytes()),
        Number::I64(value) => bytes.extend(value.to_le_bytes()),
        Number::U64(value) => bytes.extend(value.to_le_bytes()),
        Number::F64(value) => bytes.extend(value.to_le_bytes()),
        _ => return Err(EvaluationError::NoOverload),
    }
    Ok(())
}

fn from_bytes(bytes: &[u8], scalar: Scalar) -> EvaluationResult<Number> {
    let number = match *bytes {
        [a, b] => {
            let bits = u16::from_le_bytes([a, b]);
            match scalar {
                Scalar::I16 => Some(Number::I16(bits.cast_signed())),
                Scalar::U16 => Some(Number::U16(bits)),
                _ => Some(half_from_bits(bits)).filter(|value| value.is_finite()).map(|value| Number::F16(value as f32)),
            }
        }
        [a, b, c, d] => {
            let bits = u32::from_le_bytes([a, b, c, d]);
            match scalar {
                Scalar::I32 => Some(Number::I32(bits.cast_signed())),
                Scalar::U32 => Some(Number::U32(bits)),
                _ => Some(f32::from_bits(bits)).filter(|value| value.is_finite()).map(Number::F32),
            }
        }
        [a, b, c, d, e, f, g, h] => {
            let bits = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
            match scalar {
                Scalar::I64 => Some(Number::I64(bits.cast_signed())),
                Scalar::U64 => Some(Number::U64(bits)),
                _ => Some(f64::from_bits(bits)).filter(|value| value.is_finite()).map(Number::F64),
            }
        }
        _ => None,
    };
    number.ok_or_else(|| {
        EvaluationError::no_value(&codes::CONSTANT_OVERFLOW, format!("the bits do not represent a finite `{}`", scalar.name()))
    })
}
