//! Functions of vectors and matrices that are not component-wise (WGSL, section 17.5).

use std::rc::Rc;

use super::numeric::{add, finite, multiply, out_of_domain, subtract};
use super::{ConstFunction, unify};
use crate::constant::{EvaluationError, EvaluationResult, Matrix, Value, Vector, binary, matrix};
use crate::scalar::{Number, Scalar};
use crate::tree::BinaryOp;

use ConstFunction as F;

pub(super) fn call(function: ConstFunction, arguments: &[Value]) -> EvaluationResult {
    match function {
        F::Determinant | F::Transpose => match arguments {
            [Value::Matrix(operand)] if function == F::Transpose => Ok(transpose(operand)),
            [Value::Matrix(operand)] if operand.columns.len() == usize::from(operand.rows()) => {
                let columns: Vec<Vec<f64>> = operand.columns.iter().map(floats).collect::<EvaluationResult<_>>()?;
                Ok(Value::Number(finite(determinant(&columns), operand.scalar())?))
            }
            _ => Err(EvaluationError::NoOverload),
        },
        F::Dot => {
            let [a, b] = vectors(unify::<2>(arguments, Scalar::is_numeric)?)?;
            matrix::dot(a.numbers(), b.numbers()).map(Value::Number)
        }
        F::Length => match unify::<1>(arguments, Scalar::is_float)? {
            [Value::Number(number)] => {
                let value = number.as_float().ok_or(EvaluationError::NoOverload)?;
                finite(value.abs(), number.scalar()).map(Value::Number)
            }
            [Value::Vector(vector)] => length(&vector).map(Value::Number),
            _ => Err(EvaluationError::NoOverload),
        },
        F::Distance => match unify::<2>(arguments, Scalar::is_float)? {
            [Value::Number(a), Value::Number(b)] => {
                let (a_float, b_float) = a.as_float().zip(b.as_float()).ok_or(EvaluationError::NoOverload)?;
                finite((a_float - b_float).abs(), a.scalar()).map(Value::Number)
            }
            values => {
                let [a, b] = vectors(values)?;
                match binary(BinaryOp::Subtract, &Value::Vector(a), &Value::Vector(b))? {
                    Value::Vector(difference) => length(&difference).map(Value::Number),
                    _ => Err(EvaluationError::NoOverload),
                }
            }
        },
        F::Normalize => {
            let [operand] = vectors(unify::<1>(arguments, Scalar::is_float)?)?;
            let length = length(&operand)?;
            if length.as_float() == Some(0.0) {
                return Err(out_of_domain("`normalize` requires a nonzero vector"));
            }
            binary(BinaryOp::Divide, &Value::Vector(operand), &Value::Number(length))
        }
        F::Cross => {
            let [a, b] = vectors(unify::<2>(arguments, Scalar::is_float)?)?;
            let (a, b) = (a.numbers(), b.numbers());
            if a.len() != 3 {
                return Err(EvaluationError::NoOverload);
            }
            let component = |index: usize| {
                let (next, last) = ((index + 1) % 3, (index + 2) % 3);
                subtract(multiply(a[next], b[last])?, multiply(a[last], b[next])?)
            };
            Ok(Value::Vector(Vector::new(&(0..3).map(component).collect::<EvaluationResult<Vec<_>>>()?)))
        }
        F::FaceForward => {
            let [normal, incident, reference] = vectors(unify::<3>(arguments, Scalar::is_float)?)?;
            let faces = matrix::dot(incident.numbers(), reference.numbers())?.as_float().is_some_and(|dot| dot < 0.0);
            vector(floats(&normal)?.into_iter().map(|component| if faces { component } else { -component }), normal.scalar())
        }
        F::Reflect => {
            let [incident, normal] = vectors(unify::<2>(arguments, Scalar::is_float)?)?;
            let along = matrix::dot(normal.numbers(), incident.numbers())?;
            let twice = add(along, along)?;
            let reflected = binary(BinaryOp::Multiply, &Value::Vector(normal), &Value::Number(twice))?;
            binary(BinaryOp::Subtract, &Value::Vector(incident), &reflected)
        }
        F::Refract => refract(arguments),
        _ => Err(EvaluationError::NoOverload),
    }
}

fn refract(arguments: &[Value]) -> EvaluationResult {
    let [incident, normal, Value::Number(ratio)] = arguments else { return Err(EvaluationError::NoOverload) };
    let width = if let Value::Vector(vector) = incident { vector.width() } else { return Err(EvaluationError::NoOverload) };
    let ratio = Value::Vector(Vector::splat(*ratio, width));
    let [incident, normal, ratio] = vectors(unify::<3>(&[incident.clone(), normal.clone(), ratio], Scalar::is_float)?)?;
    let (i, n, ratio) = (floats(&incident)?, floats(&normal)?, floats(&ratio)?[0]);
    let cosine = dot(&n, &i);
    let k = 1.0 - ratio * ratio * (1.0 - cosine * cosine);
    if k < 0.0 {
        return Ok(Value::Vector(Vector::splat(Number::zero(incident.scalar()), width)));
    }
    vector(i.iter().zip(&n).map(|(i, n)| ratio * i - (ratio * cosine + k.sqrt()) * n), incident.scalar())
}

/// The values as vectors of one width.
fn vectors<const N: usize>(values: [Value; N]) -> EvaluationResult<[Vector; N]> {
    let as_vector = |value: &Value| if let Value::Vector(vector) = value { Some(*vector) } else { None };
    let vectors = super::gather(&values, as_vector).ok_or(EvaluationError::NoOverload)?;
    if vectors.iter().any(|vector| vector.width() != vectors[0].width()) { Err(EvaluationError::NoOverload) } else { Ok(vectors) }
}

fn floats(vector: &Vector) -> EvaluationResult<Vec<f64>> {
    vector.numbers().iter().map(|number| number.as_float().ok_or(EvaluationError::NoOverload)).collect()
}

fn vector(components: impl IntoIterator<Item = f64>, scalar: Scalar) -> EvaluationResult {
    let numbers = components.into_iter().map(|component| finite(component, scalar)).collect::<EvaluationResult<Vec<_>>>()?;
    Ok(Value::Vector(Vector::new(&numbers)))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn length(vector: &Vector) -> EvaluationResult<Number> {
    let square = matrix::dot(vector.numbers(), vector.numbers())?;
    finite(square.as_float().ok_or(EvaluationError::NoOverload)?.sqrt(), vector.scalar())
}

fn transpose(matrix: &Matrix) -> Value {
    let row = |index: usize| Vector::new(&matrix.columns.iter().map(|column| column.numbers()[index]).collect::<Vec<_>>());
    Value::Matrix(Rc::new(Matrix { columns: (0..usize::from(matrix.rows())).map(row).collect() }))
}

/// Expansion along the first column.
fn determinant(columns: &[Vec<f64>]) -> f64 {
    let Some((first, others)) = columns.split_first() else { return 1.0 };
    let terms = first.iter().enumerate().map(|(row, factor)| {
        let minor: Vec<Vec<f64>> = others
            .iter()
            .map(|column| column.iter().enumerate().filter(|&(position, _)| position != row).map(|(_, &element)| element).collect())
            .collect();
        let term = factor * determinant(&minor);
        if row % 2 == 0 { term } else { -term }
    });
    terms.sum()
}
