//! Scalar types, and their values.

use std::fmt;

/// A scalar type (WGSL, section 6.2). The first two exist only in constant evaluation, the last five only in naga (30.0.1), for native
/// programs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Scalar {
    AbstractInt,
    AbstractFloat,
    Bool,
    I32,
    U32,
    F32,
    F16,
    I16,
    U16,
    I64,
    U64,
    F64,
}

impl Scalar {
    pub(crate) const ALL: [Scalar; 12] = [
        Scalar::AbstractInt,
        Scalar::AbstractFloat,
        Scalar::Bool,
        Scalar::I32,
        Scalar::U32,
        Scalar::F32,
        Scalar::F16,
        Scalar::I16,
        Scalar::U16,
        Scalar::I64,
        Scalar::U64,
        Scalar::F64,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Scalar::AbstractInt => "abstract-int",
            Scalar::AbstractFloat => "abstract-float",
            Scalar::Bool => "bool",
            Scalar::I32 => "i32",
            Scalar::U32 => "u32",
            Scalar::F32 => "f32",
            Scalar::F16 => "f16",
            Scalar::I16 => "i16",
            Scalar::U16 => "u16",
            Scalar::I64 => "i64",
            Scalar::U64 => "u64",
            Scalar::F64 => "f64",
        }
    }

    pub(crate) const fn is_abstract(self) -> bool {
        matches!(self, Scalar::AbstractInt | Scalar::AbstractFloat)
    }

    pub(crate) const fn is_float(self) -> bool {
        matches!(self, Scalar::AbstractFloat | Scalar::F32 | Scalar::F16 | Scalar::F64)
    }

    pub(crate) const fn is_integer(self) -> bool {
        matches!(self, Scalar::AbstractInt) || self.is_signed_integer() || self.is_unsigned_integer()
    }

    pub(crate) const fn is_signed_integer(self) -> bool {
        matches!(self, Scalar::I32 | Scalar::I16 | Scalar::I64)
    }

    pub(crate) const fn is_unsigned_integer(self) -> bool {
        matches!(self, Scalar::U32 | Scalar::U16 | Scalar::U64)
    }

    /// Whether a value can be a number of elements, or an argument of an attribute.
    pub(crate) const fn counts(self) -> bool {
        matches!(self, Scalar::AbstractInt | Scalar::I32 | Scalar::U32)
    }

    /// Whether only naga has it.
    pub(crate) const fn is_native(self) -> bool {
        matches!(self, Scalar::I16 | Scalar::U16 | Scalar::I64 | Scalar::U64 | Scalar::F64)
    }

    pub(crate) const fn is_numeric(self) -> bool {
        !matches!(self, Scalar::Bool)
    }

    /// The type of an abstract number where no type is required (section 6.1.3, "concretization").
    pub(crate) const fn concrete(self) -> Scalar {
        match self {
            Scalar::AbstractInt => Scalar::I32,
            Scalar::AbstractFloat => Scalar::F32,
            concrete => concrete,
        }
    }

    /// Whether a value converts to `to` implicitly (section 6.1.2).
    pub(crate) const fn converts_to(self, to: Scalar) -> bool {
        match self {
            Scalar::AbstractInt => to.is_numeric(),
            Scalar::AbstractFloat => to.is_float(),
            _ => self as u8 == to as u8,
        }
    }

    /// The type that two operands both convert to, if there is one.
    pub(crate) const fn common(self, other: Scalar) -> Option<Scalar> {
        if self.converts_to(other) {
            Some(other)
        } else if other.converts_to(self) {
            Some(self)
        } else {
            None
        }
    }

    /// Bytes in memory; a `bool`, which is not allowed in buffers, occupies four (section 6.4.1).
    pub(crate) const fn bytes(self) -> u64 {
        match self {
            Scalar::F16 | Scalar::I16 | Scalar::U16 => 2,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
            _ => 4,
        }
    }
}

/// A scalar value. A value of type `f16` is stored as the equal `f32`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Number {
    AbstractInt(i64),
    AbstractFloat(f64),
    Bool(bool),
    I32(i32),
    U32(u32),
    F32(f32),
    F16(f32),
    I16(i16),
    U16(u16),
    I64(i64),
    U64(u64),
    F64(f64),
}

impl Number {
    pub(crate) const fn scalar(self) -> Scalar {
        match self {
            Number::AbstractInt(_) => Scalar::AbstractInt,
            Number::AbstractFloat(_) => Scalar::AbstractFloat,
            Number::Bool(_) => Scalar::Bool,
            Number::I32(_) => Scalar::I32,
            Number::U32(_) => Scalar::U32,
            Number::F32(_) => Scalar::F32,
            Number::F16(_) => Scalar::F16,
            Number::I16(_) => Scalar::I16,
            Number::U16(_) => Scalar::U16,
            Number::I64(_) => Scalar::I64,
            Number::U64(_) => Scalar::U64,
            Number::F64(_) => Scalar::F64,
        }
    }

    pub(crate) const fn zero(scalar: Scalar) -> Number {
        match scalar {
            Scalar::AbstractInt => Number::AbstractInt(0),
            Scalar::AbstractFloat => Number::AbstractFloat(0.0),
            Scalar::Bool => Number::Bool(false),
            Scalar::I32 => Number::I32(0),
            Scalar::U32 => Number::U32(0),
            Scalar::F32 => Number::F32(0.0),
            Scalar::F16 => Number::F16(0.0),
            Scalar::I16 => Number::I16(0),
            Scalar::U16 => Number::U16(0),
            Scalar::I64 => Number::I64(0),
            Scalar::U64 => Number::U64(0),
            Scalar::F64 => Number::F64(0.0),
        }
    }

    pub(crate) const fn one(scalar: Scalar) -> Number {
        match scalar {
            Scalar::AbstractInt => Number::AbstractInt(1),
            Scalar::AbstractFloat => Number::AbstractFloat(1.0),
            Scalar::Bool => Number::Bool(true),
            Scalar::I32 => Number::I32(1),
            Scalar::U32 => Number::U32(1),
            Scalar::F32 => Number::F32(1.0),
            Scalar::F16 => Number::F16(1.0),
            Scalar::I16 => Number::I16(1),
            Scalar::U16 => Number::U16(1),
            Scalar::I64 => Number::I64(1),
            Scalar::U64 => Number::U64(1),
            Scalar::F64 => Number::F64(1.0),
        }
    }

    /// The value, if its type is an integer type.
    pub(crate) const fn as_integer(self) -> Option<i128> {
        match self {
            Number::AbstractInt(value) | Number::I64(value) => Some(value as i128),
            Number::I32(value) => Some(value as i128),
            Number::U32(value) => Some(value as i128),
            Number::I16(value) => Some(value as i128),
            Number::U16(value) => Some(value as i128),
            Number::U64(value) => Some(value as i128),
            _ => None,
        }
    }

    /// The value, if its type is a floating-point type.
    pub(crate) const fn as_float(self) -> Option<f64> {
        match self {
            Number::AbstractFloat(value) | Number::F64(value) => Some(value),
            Number::F32(value) | Number::F16(value) => Some(value as f64),
            _ => None,
        }
    }

    /// The integer as a value of an integer type, if it is in its range.
    pub(crate) fn integer(value: i128, scalar: Scalar) -> Option<Number> {
        match scalar {
            Scalar::AbstractInt => value.try_into().ok().map(Number::AbstractInt),
            Scalar::I32 => value.try_into().ok().map(Number::I32),
            Scalar::U32 => value.try_into().ok().map(Number::U32),
            Scalar::I16 => value.try_into().ok().map(Number::I16),
            Scalar::U16 => value.try_into().ok().map(Number::U16),
            Scalar::I64 => value.try_into().ok().map(Number::I64),
            Scalar::U64 => value.try_into().ok().map(Number::U64),
            _ => None,
        }
    }

    /// The low bits of an integer, as a value of a concrete integer type.
    pub(crate) fn wrapped(value: i128, scalar: Scalar) -> Option<Number> {
        match scalar {
            Scalar::I32 => Some(Number::I32(value as i32)),
            Scalar::U32 => Some(Number::U32(value as u32)),
            Scalar::I16 => Some(Number::I16(value as i16)),
            Scalar::U16 => Some(Number::U16(value as u16)),
            Scalar::I64 => Some(Number::I64(value as i64)),
            Scalar::U64 => Some(Number::U64(value as u64)),
            _ => None,
        }
    }

    pub(crate) const fn as_bool(self) -> Option<bool> {
        if let Number::Bool(value) = self { Some(value) } else { None }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Number::AbstractInt(value) => write!(f, "{value}"),
            Number::AbstractFloat(value) => write!(f, "{}", decimal(value)),
            Number::Bool(value) => write!(f, "{value}"),
            Number::I32(value) => write!(f, "{value}i"),
            Number::U32(value) => write!(f, "{value}u"),
            Number::F32(value) => write!(f, "{}f", decimal(value)),
            Number::F16(value) => write!(f, "{}h", decimal(value)),
            // These two have no suffix.
            Number::I16(value) => write!(f, "i16({value})"),
            Number::U16(value) => write!(f, "u16({value})"),
            Number::I64(value) => write!(f, "{value}li"),
            Number::U64(value) => write!(f, "{value}lu"),
            Number::F64(value) => write!(f, "{}lf", decimal(value)),
        }
    }
}

/// A floating-point number in the fewest digits that distinguish it from others of its type, with a point or an exponent: `1.0`, `2e20`.
pub(crate) fn decimal(value: impl fmt::Display + fmt::LowerExp) -> String {
    let scientific = format!("{value:e}");
    match scientific.rsplit_once('e').map(|(_, exponent)| exponent.parse()) {
        Some(Ok(-4..=15)) => {
            let text = value.to_string();
            if text.contains('.') { text } else { text + ".0" }
        }
        _ => scientific,
    }
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn decimals_are_those_of_rust() {
        for value in [0.0, -0.0, 1.0, -2.5, 1e-4, 9.9e-5, 1e15, 1e16, 1.5e16, 123_456_789.125, f64::MIN_POSITIVE, f64::MAX, f64::INFINITY] {
            assert_eq!(decimal(value), format!("{value:?}"));
            let single = value as f32;
            assert_eq!(decimal(single), format!("{single:?}"));
        }
    }
}
