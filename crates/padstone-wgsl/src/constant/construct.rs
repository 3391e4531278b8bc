//! Value constructors: `u32(x)`, `vec3(1, v)`, `mat2x2f(a, b)` (WGSL, sections 17.1.1 and 17.1.2).

use std::rc::Rc;

use super::convert::{cast, convert_number};
use super::{EvaluationError, EvaluationResult, Matrix, Value, Vector};
use crate::scalar::{Number, Scalar};

/// `u32(x)`.
pub(crate) fn construct_number(scalar: Scalar, arguments: &[Value]) -> EvaluationResult {
    match arguments {
        [] => Ok(Value::Number(Number::zero(scalar))),
        [Value::Number(number)] => cast(*number, scalar).map(Value::Number),
        _ => Err(EvaluationError::NoOverload),
    }
}

/// `vec3<f32>(…)`, and `vec3(…)` with the scalar type of its arguments.
pub(crate) fn construct_vector(scalar: Option<Scalar>, width: u8, arguments: &[Value]) -> EvaluationResult {
    match (arguments, scalar) {
        ([], _) => Ok(Value::Vector(Vector::splat(Number::zero(scalar.unwrap_or(Scalar::AbstractInt)), width))),
        ([Value::Number(number)], _) => {
            let number = convert_number(*number, scalar.unwrap_or(number.scalar()))?;
            Ok(Value::Vector(Vector::splat(number, width)))
        }
        ([Value::Vector(vector)], Some(scalar)) if vector.width() == width => {
            vector.try_map(|number| cast(number, scalar)).map(Value::Vector)
        }
        _ => {
            let numbers = flat(arguments)?;
            if numbers.len() != usize::from(width) {
                return Err(EvaluationError::NoOverload);
            }
            Ok(Value::Vector(vector_of(scalar, &numbers)?))
        }
    }
}

/// `mat2x3<f32>(…)`, and `mat2x3(…)` with the scalar type of its arguments.
pub(crate) fn construct_matrix(scalar: Option<Scalar>, columns: u8, rows: u8, arguments: &[Value]) -> EvaluationResult {
    let (width, height) = (usize::from(columns), usize::from(rows));
    let columns = match (arguments, scalar) {
        ([], _) => vec![Vector::splat(Number::zero(scalar.unwrap_or(Scalar::AbstractFloat)), rows); width],
        ([Value::Matrix(matrix)], _) if (matrix.columns.len(), matrix.rows()) == (width, rows) => {
            let scalar = scalar.unwrap_or(matrix.scalar());
            matrix.try_map(|number| cast(number, scalar))?.columns
        }
        _ => {
            let of_vectors = arguments.len() == width
                && arguments.iter().all(|argument| matches!(argument, Value::Vector(vector) if vector.width() == rows));
            let of_numbers = arguments.len() == width * height && arguments.iter().all(|argument| argument.as_number().is_some());
            if !of_vectors && !of_numbers {
                return Err(EvaluationError::NoOverload);
            }
            let numbers = flat(arguments)?;
            let scalar = match scalar {
                Some(scalar) => scalar,
                None => common(&numbers)?.common(Scalar::AbstractFloat).ok_or(EvaluationError::NoOverload)?,
            };
            numbers.chunks(height).map(|column| vector_of(Some(scalar), column)).collect::<EvaluationResult<_>>()?
        }
    };
    Ok(Value::Matrix(Rc::new(Matrix { columns })))
}

/// The scalars of scalars and vectors.
fn flat(values: &[Value]) -> EvaluationResult<Vec<Number>> {
    let mut numbers = Vec::new();
    for value in values {
        match value {
            Value::Number(number) => numbers.push(*number),
            Value::Vector(vector) => numbers.extend(vector.numbers()),
            _ => return Err(EvaluationError::NoOverload),
        }
    }
    Ok(numbers)
}

/// The type that all scalars convert to.
fn common(numbers: &[Number]) -> EvaluationResult<Scalar> {
    let mut scalars = numbers.iter().map(|number| number.scalar());
    let first = scalars.next().ok_or(EvaluationError::NoOverload)?;
    scalars.try_fold(first, |common, scalar| common.common(scalar).ok_or(EvaluationError::NoOverload))
}

fn vector_of(scalar: Option<Scalar>, numbers: &[Number]) -> EvaluationResult<Vector> {
    let scalar = match scalar {
        Some(scalar) => scalar,
        None => common(numbers)?,
    };
    Vector::new(numbers).try_map(|number| convert_number(number, scalar))
}
