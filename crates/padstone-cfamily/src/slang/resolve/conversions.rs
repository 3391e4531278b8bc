//! Conversions of constants between types, and the limits of types.

use padstone_model::Scalar;

use crate::constants::{Int, Value, cast};

/// `int.maxValue`, `uint8_t.minValue`: constants of the integer types.
pub(super) fn limit(scalar: Scalar, name: &str) -> Option<Value> {
    let (least, most): (i128, i128) = match scalar {
        Scalar::Bool => (0, 1),
        Scalar::Int8 => (i8::MIN.into(), i8::MAX.into()),
        Scalar::Uint8 => (0, u8::MAX.into()),
        Scalar::Int16 => (i16::MIN.into(), i16::MAX.into()),
        Scalar::Uint16 => (0, u16::MAX.into()),
        Scalar::Int32 => Int::Int32.range(),
        Scalar::Uint32 => Int::Uint32.range(),
        Scalar::Int64 => Int::Int64.range(),
        Scalar::Uint64 => Int::Uint64.range(),
        _ => return None,
    };
    let value = match name {
        "minValue" => least,
        "maxValue" => most,
        _ => return None,
    };
    Some(in_type_range(Value::Int(value, Int::Int64), scalar))
}

/// The value of a variable of a type: a value that has the type already is not truncated (measured).
pub(super) fn stored(value: Value, scalar: Scalar) -> Value {
    let has_type = matches!(scalar, Scalar::Int32 | Scalar::Uint32 | Scalar::Int64 | Scalar::Uint64);
    match value {
        Value::Int(_, ty) if has_type && Int::of(scalar) == Some(ty) => value,
        value => in_type_range(value, scalar),
    }
}

/// A value converted to a type. In expressions, integers of less than 32 bits count as 32-bit integers.
pub(super) fn in_type_range(value: Value, scalar: Scalar) -> Value {
    let value = match value {
        // libslang 2026.12 keeps the integer: `static const bool N = 5; float a[N];` has 5 elements (measured).
        Value::Int(number, _) if scalar == Scalar::Bool && !(0..=1).contains(&number) => return value,
        Value::Float(value) if scalar == Scalar::Bool => return in_type_range(Value::Int(value as i128, Int::Int32), scalar),
        // A fraction beyond 64 bits is converted as processors do.
        Value::Float(value) if scalar != Scalar::Bool && Int::of(scalar).is_some() && value.abs() >= 2f64.powi(63) => {
            cast(Value::Int(i64::MIN.into(), Int::Int64), scalar)
        }
        value => cast(value, scalar),
    };
    let Value::Int(number, ty) = value else { return value };
    let low = number & 0xffff;
    Value::Int(
        match scalar {
            Scalar::Uint8 => low & 0xff,
            Scalar::Int8 => i128::from(low as u8 as i8),
            Scalar::Uint16 => low,
            Scalar::Int16 => i128::from(low as u16 as i16),
            _ => number,
        },
        ty,
    )
}
