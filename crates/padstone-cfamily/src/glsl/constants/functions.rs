//! The built-in functions that constant expressions may call: those that glslang 12 folds.

use padstone_source::Span;

use super::shapes::Shape;
use crate::constants::{Outcome, Value, not_constant, truth};

/// The value of a call; `None` if no function of that name is folded.
pub(super) fn call(name: &str, arguments: &[Shape], at: Span) -> Option<Outcome<Shape>> {
    Some(match arguments {
        [only] => match whole(name, only) {
            Some(value) => Ok(value),
            None => {
                let function = unary(name)?;
                only.map(&mut |value| function(value).ok_or_else(|| wrong_argument(at)))
            }
        },
        [left, right] => match name {
            "dot" => left.zip(right, at, &mut |a, b| Ok(Value::Float(real(a) * real(b)))).map(|products| Shape::Scalar(sum(&products))),
            "distance" => left
                .zip(right, at, &mut |a, b| Ok(Value::Float((real(a) - real(b)).powi(2))))
                .map(|squares| Shape::Scalar(Value::Float(real(sum(&squares)).sqrt()))),
            _ => {
                let function = binary(name)?;
                left.zip(right, at, &mut |left, right| function(left, right).ok_or_else(|| wrong_argument(at)))
            }
        },
        [value, least, most] if name == "clamp" => {
            value.zip(least, at, &mut |a, b| Ok(larger(a, b))).and_then(|value| value.zip(most, at, &mut |a, b| Ok(smaller(a, b))))
        }
        [from, to, by] if name == "mix" => {
            let way = to.zip(from, at, &mut |to, from| Ok(Value::Float(real(to) - real(from))));
            let way = way.and_then(|way| way.zip(by, at, &mut |way, by| Ok(Value::Float(real(way) * real(by)))));
            way.and_then(|way| from.zip(&way, at, &mut |from, way| Ok(Value::Float(real(from) + real(way)))))
        }
        _ => return None,
    })
}

/// Functions that make one value of all components.
fn whole(name: &str, argument: &Shape) -> Option<Shape> {
    let mut components = Vec::new();
    argument.flatten(&mut components);
    let value = match name {
        "any" => Value::Bool(components.into_iter().any(truth)),
        "all" => Value::Bool(components.into_iter().all(truth)),
        "length" => Value::Float(components.into_iter().map(|value| real(value).powi(2)).sum::<f64>().sqrt()),
        _ => return None,
    };
    Some(Shape::Scalar(value))
}

type Unary = fn(Value) -> Option<Value>;
type Binary = fn(Value, Value) -> Option<Value>;

/// Functions of one argument, component by component.
fn unary(name: &str) -> Option<Unary> {
    /// A function of floating-point numbers.
    macro_rules! float {
        ($function:expr) => {
            |value| {
                let function: fn(f64) -> f64 = $function;
                Some(Value::Float(function(real(value))))
            }
        };
    }
    Some(match name {
        "radians" => float!(f64::to_radians),
        "degrees" => float!(f64::to_degrees),
        "sin" => float!(f64::sin),
        "cos" => float!(f64::cos),
        "tan" => float!(f64::tan),
        "asin" => float!(f64::asin),
        "acos" => float!(f64::acos),
        "atan" => float!(f64::atan),
        "exp" => float!(f64::exp),
        "log" => float!(f64::ln),
        "exp2" => float!(f64::exp2),
        "log2" => float!(f64::log2),
        "sqrt" => float!(f64::sqrt),
        "inversesqrt" => float!(|value| 1.0 / value.sqrt()),
        "floor" => float!(f64::floor),
        "trunc" => float!(f64::trunc),
        "ceil" => float!(f64::ceil),
        "round" => float!(|value| (value + 0.5).floor()),
        "roundEven" => float!(f64::round_ties_even),
        "fract" => float!(|value| value - value.floor()),
        "abs" => |value| match value {
            Value::Int(value, ty) => Some(Value::Int(value.abs(), ty)),
            Value::Float(value) => Some(Value::Float(value.abs())),
            Value::Bool(_) => None,
        },
        "sign" => |value| match value {
            Value::Int(value, ty) => Some(Value::Int(value.signum(), ty)),
            Value::Float(0.0) => Some(Value::Float(0.0)),
            Value::Float(value) => Some(Value::Float(value.signum())),
            Value::Bool(_) => None,
        },
        "not" => |value| match value {
            Value::Bool(value) => Some(Value::Bool(!value)),
            _ => None,
        },
        _ => return None,
    })
}

/// Functions of two arguments, component by component.
fn binary(name: &str) -> Option<Binary> {
    Some(match name {
        "min" => |a, b| Some(smaller(a, b)),
        "max" => |a, b| Some(larger(a, b)),
        "pow" => |a, b| Some(Value::Float(real(a).powf(real(b)))),
        "atan" => |a, b| Some(Value::Float(real(a).atan2(real(b)))),
        "mod" => |a, b| Some(Value::Float(real(a) - real(b) * (real(a) / real(b)).floor())),
        "step" => |a, b| Some(Value::Float(if real(b) < real(a) { 0.0 } else { 1.0 })),
        "lessThan" => |a, b| Some(Value::Bool(real(a) < real(b))),
        "lessThanEqual" => |a, b| Some(Value::Bool(real(a) <= real(b))),
        "greaterThan" => |a, b| Some(Value::Bool(real(a) > real(b))),
        "greaterThanEqual" => |a, b| Some(Value::Bool(real(a) >= real(b))),
        "equal" => |a, b| Some(Value::Bool(a == b)),
        "notEqual" => |a, b| Some(Value::Bool(a != b)),
        _ => return None,
    })
}

fn smaller(a: Value, b: Value) -> Value {
    if real(b) < real(a) { b } else { a }
}

fn larger(a: Value, b: Value) -> Value {
    if real(b) > real(a) { b } else { a }
}

fn sum(shape: &Shape) -> Value {
    let mut components = Vec::new();
    shape.flatten(&mut components);
    Value::Float(components.into_iter().map(real).sum())
}

fn real(value: Value) -> f64 {
    match value {
        Value::Int(value, _) => value as f64,
        Value::Float(value) => value,
        Value::Bool(value) => value.into(),
    }
}

fn wrong_argument(at: Span) -> crate::constants::Fail {
    not_constant("the function does not take this", at)
}
