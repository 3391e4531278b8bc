//! `all`, `any`, `select` (WGSL, section 17.3).

use super::{ConstFunction, with_scalar};
use crate::constant::{EvaluationError, EvaluationResult, Value, Vector};
use crate::scalar::Number;

pub(super) fn call(function: ConstFunction, arguments: &[Value]) -> EvaluationResult {
    match (function, arguments) {
        (ConstFunction::All, [value]) => Ok(Value::bool(bools(value)?.iter().all(|&bool| bool))),
        (ConstFunction::Any, [value]) => Ok(Value::bool(bools(value)?.iter().any(|&bool| bool))),
        (ConstFunction::Select, [other, chosen, condition]) => select(other, chosen, condition),
        _ => Err(EvaluationError::NoOverload),
    }
}

fn bools(value: &Value) -> EvaluationResult<Vec<bool>> {
    let numbers = match value {
        Value::Number(number) => std::slice::from_ref(number),
        Value::Vector(vector) => vector.numbers(),
        _ => return Err(EvaluationError::NoOverload),
    };
    numbers.iter().map(|number| number.as_bool().ok_or(EvaluationError::NoOverload)).collect()
}

fn select(rejected: &Value, chosen: &Value, condition: &Value) -> EvaluationResult {
    let common = rejected.component().zip(chosen.component()).and_then(|(a, b)| a.common(b)).ok_or(EvaluationError::NoOverload)?;
    let (rejected, chosen) = (with_scalar(rejected, common)?, with_scalar(chosen, common)?);
    match (&rejected, &chosen, condition) {
        _ if rejected.ty() != chosen.ty() => Err(EvaluationError::NoOverload),
        (_, _, Value::Number(Number::Bool(condition))) => Ok(if *condition { chosen } else { rejected }),
        (Value::Vector(rejected), Value::Vector(chosen), Value::Vector(conditions)) if conditions.width() == chosen.width() => {
            let picked = bools(condition)?.into_iter().enumerate();
            let picked = picked.map(|(index, bool)| if bool { chosen.numbers()[index] } else { rejected.numbers()[index] });
            Ok(Value::Vector(Vector::new(&picked.collect::<Vec<_>>())))
        }
        _ => Err(EvaluationError::NoOverload),
    }
}
