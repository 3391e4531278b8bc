//! Matrix arithmetic (WGSL, section 8.7).

use std::rc::Rc;

use super::arithmetic::{arithmetic as of_numbers, unify, zip};
use super::{EvaluationError, EvaluationResult, Matrix, Value, Vector};
use crate::scalar::Number;
use crate::tree::BinaryOp;

/// `left op right`, at least one of which is a matrix.
pub(super) fn arithmetic(op: BinaryOp, left: &Value, right: &Value) -> EvaluationResult {
    match (op, left, right) {
        (BinaryOp::Add | BinaryOp::Subtract, Value::Matrix(left), Value::Matrix(right)) if left.columns.len() == right.columns.len() => {
            let pairs = left.columns.iter().zip(&right.columns);
            let columns = pairs.map(|(left, right)| {
                let sum = zip(&Value::Vector(*left), &Value::Vector(*right), &mut |left, right| of_numbers(op, left, right))?;
                if let Value::Vector(sum) = sum { Ok(sum) } else { Err(EvaluationError::NoOverload) }
            });
            matrix(columns.collect::<EvaluationResult<_>>()?)
        }
        (BinaryOp::Multiply, Value::Matrix(matrix), Value::Number(by)) | (BinaryOp::Multiply, Value::Number(by), Value::Matrix(matrix)) => {
            let scaled = matrix.try_map(|number| of_numbers(op, number, *by))?;
            Ok(Value::Matrix(Rc::new(scaled)))
        }
        (BinaryOp::Multiply, Value::Matrix(left), Value::Vector(right)) => transform(left, right).map(Value::Vector),
        (BinaryOp::Multiply, Value::Vector(left), Value::Matrix(right)) if left.width() == right.rows() => {
            let numbers = right.columns.iter().map(|column| dot(left.numbers(), column.numbers())).collect::<EvaluationResult<Vec<_>>>()?;
            Ok(Value::Vector(Vector::new(&numbers)))
        }
        (BinaryOp::Multiply, Value::Matrix(left), Value::Matrix(right)) => {
            matrix(right.columns.iter().map(|column| transform(left, column)).collect::<EvaluationResult<_>>()?)
        }
        _ => Err(EvaluationError::NoOverload),
    }
}

/// Matrix times column.
fn transform(matrix: &Matrix, column: &Vector) -> EvaluationResult<Vector> {
    if matrix.columns.len() != usize::from(column.width()) {
        return Err(EvaluationError::NoOverload);
    }
    let numbers = (0..usize::from(matrix.rows())).map(|row| {
        let of_row: Vec<Number> = matrix.columns.iter().map(|column| column.numbers()[row]).collect();
        dot(&of_row, column.numbers())
    });
    Ok(Vector::new(&numbers.collect::<EvaluationResult<Vec<_>>>()?))
}

/// The sum of products.
pub(super) fn dot(left: &[Number], right: &[Number]) -> EvaluationResult<Number> {
    let mut products = left.iter().zip(right).map(|(&left, &right)| {
        let (left, right) = unify(left, right)?;
        of_numbers(BinaryOp::Multiply, left, right)
    });
    let first = products.next().ok_or(EvaluationError::NoOverload)??;
    products.try_fold(first, |sum, product| of_numbers(BinaryOp::Add, sum, product?))
}

fn matrix(columns: Vec<Vector>) -> EvaluationResult {
    Ok(Value::Matrix(Rc::new(Matrix { columns })))
}
