//! Values of constant expressions.

use std::fmt;
use std::hash::{Hash, Hasher};

use padstone_model::Scalar;
use padstone_source::Span;

use super::semantics::{Overflow, Semantics};
use super::{Outcome, not_constant};

/// The value of a constant expression.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    /// An integer, always within the range of its type.
    Int(i128, Int),
    Float(f64),
    Bool(bool),
}

/// Two template arguments are equal if their bits are: floating-point equality is not reflexive.
impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// Integer types by ascending rank: the operand with the higher rank determines the type of the result.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Int {
    /// A number without a suffix. It takes the type of the other operand; two such numbers have 64 bits.
    Literal,
    Int32,
    Uint32,
    Int64,
    Uint64,
}

impl Int {
    /// The smallest and the largest number of the type.
    pub(crate) fn range(self) -> (i128, i128) {
        match self {
            Int::Int32 => (i32::MIN.into(), i32::MAX.into()),
            Int::Uint32 => (0, u32::MAX.into()),
            Int::Literal | Int::Int64 => (i64::MIN.into(), i64::MAX.into()),
            Int::Uint64 => (0, u64::MAX.into()),
        }
    }

    pub(super) fn bits(self) -> u32 {
        if matches!(self, Int::Int32 | Int::Uint32) { 32 } else { 64 }
    }

    pub(super) fn is_signed(self) -> bool {
        self.range().0 < 0
    }

    pub(crate) fn of(scalar: Scalar) -> Option<Int> {
        Some(match scalar {
            Scalar::Int8 | Scalar::Int16 | Scalar::Int32 | Scalar::Min16Int | Scalar::Min12Int => Int::Int32,
            Scalar::Uint8 | Scalar::Uint16 | Scalar::Uint32 | Scalar::Min16Uint => Int::Uint32,
            Scalar::Int64 => Int::Int64,
            Scalar::Uint64 => Int::Uint64,
            _ => return None,
        })
    }
}

/// An integer of a type: unsigned types wrap, as in all languages; `signed_overflow` decides for signed types.
pub(crate) fn ranged(value: i128, ty: Int, signed_overflow: Overflow, at: Span) -> Outcome {
    Semantics { signed_overflow, ..Semantics::HLSL }.in_type(value, ty).map_err(|error| error.fail(at))
}

/// The low bits of a value, as an integer of the type.
pub(crate) fn wrap(value: i128, ty: Int) -> i128 {
    match ty {
        Int::Int32 => (value as i32).into(),
        Int::Uint32 => (value as u32).into(),
        Int::Literal | Int::Int64 => (value as i64).into(),
        Int::Uint64 => (value as u64).into(),
    }
}

pub(crate) fn cast(value: Value, scalar: Scalar) -> Value {
    match Int::of(scalar) {
        Some(ty) => Value::Int(
            match value {
                Value::Int(value, _) => wrap(value, ty),
                Value::Float(value) => wrap(value as i128, ty),
                Value::Bool(value) => value.into(),
            },
            ty,
        ),
        None if scalar == Scalar::Bool => Value::Bool(to_bool(value)),
        None => Value::Float(real(value)),
    }
}

pub(crate) fn integer(value: Value, span: Span) -> Outcome<i128> {
    match value {
        Value::Int(value, _) => Ok(value),
        Value::Bool(value) => Ok(value.into()),
        Value::Float(value) => Err(not_constant(&format!("{value} is not an integer"), "write an integer", span)),
    }
}

pub(crate) fn promoted(value: Value) -> (i128, Int) {
    match value {
        Value::Int(value, ty) => (value, ty),
        Value::Bool(value) => (value.into(), Int::Int32),
        Value::Float(value) => (value as i128, Int::Literal),
    }
}

pub(crate) fn real(value: Value) -> f64 {
    match value {
        Value::Int(value, _) => value as f64,
        Value::Float(value) => value,
        Value::Bool(value) => value.into(),
    }
}

pub(crate) fn to_bool(value: Value) -> bool {
    match value {
        Value::Int(value, _) => value != 0,
        Value::Float(value) => value != 0.0,
        Value::Bool(value) => value,
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(value, _) => value.fmt(f),
            Value::Float(value) => value.fmt(f),
            Value::Bool(value) => value.fmt(f),
        }
    }
}

impl Value {
    /// The kind of value, and its bits. The type of an integer is ignored: `S<4>` and `S<4u>` are the same type.
    fn key(&self) -> (u8, i128) {
        match *self {
            Value::Int(value, _) => (0, value),
            Value::Float(value) => (1, value.to_bits().into()),
            Value::Bool(value) => (2, value.into()),
        }
    }
}
