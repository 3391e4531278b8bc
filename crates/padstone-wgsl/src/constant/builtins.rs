//! The built-in functions that can be evaluated at shader creation (WGSL, section 17).

mod bitcast;
mod bits;
mod geometry;
mod logic;
mod numeric;
mod packing;
mod split;

pub(crate) use bitcast::bitcast;

use super::convert::convert_number;
use super::{EvaluationError, EvaluationResult, Value, Vector};
use crate::names::names;
use crate::scalar::{Number, Scalar};
use crate::types::Types;

names! {
    /// Functions whose result is known if their arguments are.
    ConstFunction {
        All = "all",
        Any = "any",
        Select = "select",
        Abs = "abs",
        Acos = "acos",
        Acosh = "acosh",
        Asin = "asin",
        Asinh = "asinh",
        Atan = "atan",
        Atanh = "atanh",
        Atan2 = "atan2",
        Ceil = "ceil",
        Clamp = "clamp",
        Cos = "cos",
        Cosh = "cosh",
        CountLeadingZeros = "countLeadingZeros",
        CountOneBits = "countOneBits",
        CountTrailingZeros = "countTrailingZeros",
        Cross = "cross",
        Degrees = "degrees",
        Determinant = "determinant",
        Distance = "distance",
        Dot = "dot",
        Dot4U8Packed = "dot4U8Packed",
        Dot4I8Packed = "dot4I8Packed",
        Exp = "exp",
        Exp2 = "exp2",
        ExtractBits = "extractBits",
        FaceForward = "faceForward",
        FirstLeadingBit = "firstLeadingBit",
        FirstTrailingBit = "firstTrailingBit",
        Floor = "floor",
        Fma = "fma",
        Fract = "fract",
        Frexp = "frexp",
        InsertBits = "insertBits",
        InverseSqrt = "inverseSqrt",
        Ldexp = "ldexp",
        Length = "length",
        Log = "log",
        Log2 = "log2",
        Max = "max",
        Min = "min",
        Mix = "mix",
        Modf = "modf",
        Normalize = "normalize",
        Pow = "pow",
        QuantizeToF16 = "quantizeToF16",
        Radians = "radians",
        Reflect = "reflect",
        Refract = "refract",
        ReverseBits = "reverseBits",
        Round = "round",
        Saturate = "saturate",
        Sign = "sign",
        Sin = "sin",
        Sinh = "sinh",
        Smoothstep = "smoothstep",
        Sqrt = "sqrt",
        Step = "step",
        Tan = "tan",
        Tanh = "tanh",
        Transpose = "transpose",
        Trunc = "trunc",
        Pack4x8snorm = "pack4x8snorm",
        Pack4x8unorm = "pack4x8unorm",
        Pack4xI8 = "pack4xI8",
        Pack4xU8 = "pack4xU8",
        Pack4xI8Clamp = "pack4xI8Clamp",
        Pack4xU8Clamp = "pack4xU8Clamp",
        Pack2x16snorm = "pack2x16snorm",
        Pack2x16unorm = "pack2x16unorm",
        Pack2x16float = "pack2x16float",
        Unpack4x8snorm = "unpack4x8snorm",
        Unpack4x8unorm = "unpack4x8unorm",
        Unpack4xI8 = "unpack4xI8",
        Unpack4xU8 = "unpack4xU8",
        Unpack2x16snorm = "unpack2x16snorm",
        Unpack2x16unorm = "unpack2x16unorm",
        Unpack2x16float = "unpack2x16float",
    }
}

/// The value of a call.
pub(crate) fn call(types: &mut Types, function: ConstFunction, arguments: &[Value]) -> EvaluationResult {
    use ConstFunction as F;
    match function {
        F::All | F::Any | F::Select => logic::call(function, arguments),
        F::CountLeadingZeros
        | F::CountOneBits
        | F::CountTrailingZeros
        | F::ExtractBits
        | F::FirstLeadingBit
        | F::FirstTrailingBit
        | F::InsertBits
        | F::ReverseBits => bits::call(function, arguments),
        F::Cross
        | F::Determinant
        | F::Distance
        | F::Dot
        | F::FaceForward
        | F::Length
        | F::Normalize
        | F::Reflect
        | F::Refract
        | F::Transpose => geometry::call(function, arguments),
        F::Dot4U8Packed
        | F::Dot4I8Packed
        | F::Pack4x8snorm
        | F::Pack4x8unorm
        | F::Pack4xI8
        | F::Pack4xU8
        | F::Pack4xI8Clamp
        | F::Pack4xU8Clamp
        | F::Pack2x16snorm
        | F::Pack2x16unorm
        | F::Pack2x16float
        | F::Unpack4x8snorm
        | F::Unpack4x8unorm
        | F::Unpack4xI8
        | F::Unpack4xU8
        | F::Unpack2x16snorm
        | F::Unpack2x16unorm
        | F::Unpack2x16float => packing::call(function, arguments),
        F::Frexp | F::Modf | F::Ldexp => split::call(types, function, arguments),
        _ => numeric::call(function, arguments),
    }
}

/// Converts scalars and vectors to one scalar type: the first one that all convert to and that is accepted. Abstract numbers become
/// abstract types if these are accepted, otherwise `i32` (section 6.1.3).
fn unify<const N: usize>(arguments: &[Value], accepts: fn(Scalar) -> bool) -> EvaluationResult<[Value; N]> {
    let arguments: &[Value; N] = arguments.try_into().map_err(|_| EvaluationError::NoOverload)?;
    let mut common = Scalar::AbstractInt;
    for argument in arguments {
        common = argument.component().and_then(|scalar| scalar.common(common)).ok_or(EvaluationError::NoOverload)?;
    }
    let suits = |&scalar: &Scalar| common.converts_to(scalar) && accepts(scalar);
    let common = Scalar::ALL.into_iter().find(suits).ok_or(EvaluationError::NoOverload)?;
    let mut converted = arguments.clone();
    for value in &mut converted {
        *value = with_scalar(value, common)?;
    }
    Ok(converted)
}

/// A scalar or vector with its components converted.
fn with_scalar(value: &Value, scalar: Scalar) -> EvaluationResult {
    match value {
        Value::Number(number) => convert_number(*number, scalar).map(Value::Number),
        Value::Vector(vector) => vector.try_map(|number| convert_number(number, scalar)).map(Value::Vector),
        _ => Err(EvaluationError::NoOverload),
    }
}

/// Applies a function to scalars, or component by component to vectors of one width. It is called through a pointer because there are many.
fn map_components<const N: usize>(values: &[Value; N], apply: &dyn Fn([Number; N]) -> EvaluationResult<Number>) -> EvaluationResult {
    if let Some(numbers) = gather(values, Value::as_number) {
        return apply(numbers).map(Value::Number);
    }
    let as_vector = |value: &Value| if let Value::Vector(vector) = value { Some(*vector) } else { None };
    let vectors: [Vector; N] = gather(values, as_vector).ok_or(EvaluationError::NoOverload)?;
    let width = vectors[0].width();
    if vectors.iter().any(|vector| vector.width() != width) {
        return Err(EvaluationError::NoOverload);
    }
    let mut index = 0;
    let component = |_| {
        let numbers = vectors.map(|vector| vector.numbers()[index]);
        index += 1;
        apply(numbers)
    };
    vectors[0].try_map(component).map(Value::Vector)
}

/// Maps each value; `None` if any of them is `None`.
fn gather<T: Copy, const N: usize>(values: &[Value; N], map: impl Fn(&Value) -> Option<T>) -> Option<[T; N]> {
    let mut gathered = [map(&values[0])?; N];
    for (place, value) in gathered.iter_mut().zip(values).skip(1) {
        *place = map(value)?;
    }
    Some(gathered)
}
