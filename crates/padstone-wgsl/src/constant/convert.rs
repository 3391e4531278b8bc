//! Implicit conversions (WGSL, section 6.1.2), and conversions by name (section 17.1.2).

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{EvaluationError, EvaluationResult, Value};
use crate::scalar::{Number, Scalar};
use crate::types::{Type, TypeId, Types};

/// The largest finite `f16`.
const MAX_F16: f64 = 65504.0;

/// Converts a scalar to a required type.
pub(crate) fn convert_number(number: Number, to: Scalar) -> EvaluationResult<Number> {
    if number.scalar() == to {
        return Ok(number);
    }
    if !number.scalar().converts_to(to) {
        return Err(EvaluationError::NoOverload);
    }
    let converted = match (number, to) {
        (Number::AbstractInt(value), to) if to.is_integer() => Number::integer(value.into(), to),
        (Number::AbstractInt(value), _) => float(value as f64, to),
        (Number::AbstractFloat(value), _) => float(value, to),
        _ => None,
    };
    converted.ok_or_else(|| unrepresentable(number, to))
}

/// Converts a value to a required type.
pub(crate) fn convert_value(types: &Types, value: &Value, to: TypeId) -> EvaluationResult {
    ValueConversion { types, converted: FxHashMap::default() }.convert(value, to)
}

/// One conversion. An array may contain the same shared element many times: each is converted once.
struct ValueConversion<'a> {
    types: &'a Types,
    converted: FxHashMap<(*const Value, TypeId), Value>,
}

impl ValueConversion<'_> {
    fn convert(&mut self, value: &Value, to: TypeId) -> EvaluationResult {
        if value.ty() == to {
            return Ok(value.clone());
        }
        match (value, self.types[to]) {
            (Value::Number(number), Type::Scalar(scalar)) => convert_number(*number, scalar).map(Value::Number),
            (Value::Vector(vector), Type::Vector { scalar, width }) if width == vector.width() => {
                vector.try_map(|number| convert_number(number, scalar)).map(Value::Vector)
            }
            (Value::Matrix(matrix), Type::Matrix { scalar, columns, rows })
                if (usize::from(columns), rows) == (matrix.columns.len(), matrix.rows()) =>
            {
                matrix.try_map(|number| convert_number(number, scalar)).map(|matrix| Value::Matrix(Rc::new(matrix)))
            }
            (Value::Composite { ty, parts }, Type::Array { .. } | Type::Parts { .. }) => {
                let key = (parts.as_ptr(), to);
                if let Some(converted) = self.converted.get(&key) {
                    return Ok(converted.clone());
                }
                let converted = self.composite(*ty, parts, to)?;
                self.converted.insert(key, converted.clone());
                Ok(converted)
            }
            (Value::Zero(ty), Type::Array { element, count }) => match self.types[*ty] {
                Type::Array { element: own, count: own_count } if own_count == count && converts(self.types, own, element) => {
                    Ok(Value::Zero(to))
                }
                _ => Err(EvaluationError::NoOverload),
            },
            _ => Err(EvaluationError::NoOverload),
        }
    }

    fn composite(&mut self, from: TypeId, parts: &[Value], to: TypeId) -> EvaluationResult {
        let parts = match (self.types[from], self.types[to]) {
            (Type::Array { count: own, .. }, Type::Array { element, count }) if own == count => {
                parts.iter().map(|part| self.convert(part, element)).collect::<EvaluationResult<_>>()?
            }
            (Type::Parts { kind: own, .. }, Type::Parts { kind, operand }) if own == kind => {
                let float = self.types.component(operand).ok_or(EvaluationError::NoOverload)?;
                let converted = parts.iter().map(|part| match part.component() {
                    Some(Scalar::AbstractInt) => with_component(self.types, part, Scalar::I32),
                    _ => with_component(self.types, part, float),
                });
                converted.collect::<EvaluationResult<_>>()?
            }
            _ => return Err(EvaluationError::NoOverload),
        };
        Ok(Value::Composite { ty: to, parts })
    }
}

/// Whether values of a type convert to another implicitly.
fn converts(types: &Types, from: TypeId, to: TypeId) -> bool {
    from == to || convert_value(types, &Value::sample(types, from), to).is_ok()
}

/// A scalar or vector with another scalar type.
fn with_component(types: &Types, value: &Value, scalar: Scalar) -> EvaluationResult {
    let to = match value {
        Value::Vector(vector) => TypeId::vector(scalar, vector.width()),
        _ => TypeId::scalar(scalar),
    };
    convert_value(types, value, to)
}

/// `i32(x)`, `f16(x)`, `bool(x)`: between any scalar types (section 17.1.2). A float beyond the range of an integer becomes the largest
/// integer that the float's type can represent (section 15.7.6; tint, measured).
pub(crate) fn cast(number: Number, to: Scalar) -> EvaluationResult<Number> {
    if number.scalar().converts_to(to) {
        return convert_number(number, to);
    }
    let cast = match (to, number) {
        (Scalar::Bool, Number::Bool(_)) => Some(number),
        (Scalar::Bool, _) => {
            let is_zero = number.as_integer().map(|value| value == 0).or_else(|| number.as_float().map(|value| value == 0.0));
            is_zero.map(|is_zero| Number::Bool(!is_zero))
        }
        (to, Number::Bool(value)) if to.is_integer() => Number::integer(value.into(), to),
        (Scalar::I32, Number::F32(_) | Number::F16(_)) => {
            number.as_float().map(|value| Number::I32(largest(number, value, i32::MAX.into()) as i32))
        }
        (Scalar::U32, Number::F32(_) | Number::F16(_)) => {
            number.as_float().map(|value| Number::U32(largest(number, value, u32::MAX.into()) as u32))
        }
        (to, _) if to.is_integer() => {
            number.as_integer().and_then(|value| Number::wrapped(value, to)).or_else(|| saturated(number.as_float()?, to))
        }
        (_, Number::Bool(value)) => float(f64::from(u8::from(value)), to),
        _ => number.as_integer().map(|value| value as f64).or(number.as_float()).and_then(|value| float(value, to)),
    };
    cast.ok_or_else(|| unrepresentable(number, to))
}

/// A float beyond the range of an integer type is the nearest integer of the type.
fn saturated(value: f64, to: Scalar) -> Option<Number> {
    match to {
        Scalar::I32 => Some(Number::I32(value as i32)),
        Scalar::U32 => Some(Number::U32(value as u32)),
        Scalar::I16 => Some(Number::I16(value as i16)),
        Scalar::U16 => Some(Number::U16(value as u16)),
        Scalar::I64 => Some(Number::I64(value as i64)),
        Scalar::U64 => Some(Number::U64(value as u64)),
        _ => None,
    }
}

/// A float clamped to the largest value of its type that is at most `limit`.
fn largest(number: Number, value: f64, limit: i64) -> f64 {
    let limit = match number {
        // 24 bits of precision: the next float below 2^31 or 2^32.
        Number::F32(_) => (limit & !((limit + 1) / (1 << 24) - 1)) as f64,
        _ => limit as f64,
    };
    value.min(limit)
}

/// A finite float of a floating-point type. AbstractFloat to `f32` rounds to nearest; `f16` is rounded towards zero
/// (tint, measured; section 15.7.6 allows either).
pub(crate) fn float(value: f64, to: Scalar) -> Option<Number> {
    if !value.is_finite() {
        return None;
    }
    match to {
        Scalar::AbstractFloat => Some(Number::AbstractFloat(value)),
        Scalar::F64 => Some(Number::F64(value)),
        Scalar::F32 if value.abs() <= f64::from(f32::MAX) => Some(Number::F32(value as f32)),
        Scalar::F16 if value.abs() <= MAX_F16 => Some(Number::F16(truncate_to_f16(value))),
        _ => None,
    }
}

/// The `f16` next to a value of at most [`MAX_F16`], towards zero.
fn truncate_to_f16(value: f64) -> f32 {
    const SMALLEST_NORMAL: f64 = 1.0 / 16384.0;
    const SMALLEST: f64 = 1.0 / 16_777_216.0;
    if value.abs() < SMALLEST_NORMAL {
        return ((value / SMALLEST).trunc() * SMALLEST) as f32;
    }
    // Ten bits of the significand remain.
    f64::from_bits(value.to_bits() & !((1 << 42) - 1)) as f32
}

fn unrepresentable(number: Number, to: Scalar) -> EvaluationError {
    EvaluationError::Unrepresentable(format!("`{number}` cannot be represented as `{}`", to.name()))
}
