//! The built-in functions that constant expressions may call: those that glslang 12 folds.

use std::cmp::Ordering;

use padstone_source::Span;

use super::shapes::{ConstantShape, List, numbers};
use crate::constants::{Outcome, Value, not_constant, to_bool, wrap};

/// The value of a call; `None` if no function of that name is folded.
pub(super) fn call(name: &str, arguments: &[ConstantShape], at: Span) -> Option<Outcome<ConstantShape>> {
    Some(match arguments {
        [only] => match whole(name, only) {
            Some(value) => Ok(value),
            None => {
                let function = unary(name)?;
                only.map(&mut |value| function(value).ok_or_else(|| wrong_argument(at)))
            }
        },
        [left, right] => match name {
            "cross" => cross(left, right).ok_or_else(|| wrong_argument(at)),
            "outerProduct" => outer_product(left, right).ok_or_else(|| wrong_argument(at)),
            // v - 2 dot(n, v) n
            "reflect" => dot(left, right)
                .map(|cosine| -2.0 * cosine)
                .ok_or_else(|| wrong_argument(at))
                .and_then(|by| sum_of(1.0, left, by, right, at)),
            "dot" => {
                left.zip(right, at, &mut |a, b| Ok(Value::Float(real(a) * real(b)))).map(|products| ConstantShape::Scalar(sum(&products)))
            }
            "distance" => left
                .zip(right, at, &mut |a, b| Ok(Value::Float((real(a) - real(b)).powi(2))))
                .map(|squares| ConstantShape::Scalar(Value::Float(real(sum(&squares)).sqrt()))),
            _ => {
                let function = binary(name)?;
                left.zip(right, at, &mut |left, right| function(left, right).ok_or_else(|| wrong_argument(at)))
            }
        },
        [value, least, most] if name == "clamp" => {
            value.zip(least, at, &mut |a, b| Ok(larger(a, b))).and_then(|value| value.zip(most, at, &mut |a, b| Ok(smaller(a, b))))
        }
        [from, to, value] if name == "smoothstep" => smoothstep(from, to, value, at),
        [normal, ray, reference] if name == "faceforward" => match dot(reference, ray) {
            Some(cosine) => normal.map(&mut |value| Ok(Value::Float(if cosine < 0.0 { real(value) } else { -real(value) }))),
            None => Err(wrong_argument(at)),
        },
        [ray, normal, ConstantShape::Scalar(ratio)] if name == "refract" => refract(ray, normal, real(*ratio), at),
        [from, to, by] if name == "mix" => {
            let way = to.zip(from, at, &mut |to, from| Ok(Value::Float(real(to) - real(from))));
            let way = way.and_then(|way| way.zip(by, at, &mut |way, by| Ok(Value::Float(real(way) * real(by)))));
            way.and_then(|way| from.zip(&way, at, &mut |from, way| Ok(Value::Float(real(from) + real(way)))))
        }
        _ => return None,
    })
}

/// What GLSL 4.60, section 8.5, says of these.
fn refract(ray: &ConstantShape, normal: &ConstantShape, ratio: f64, at: Span) -> Outcome<ConstantShape> {
    let cosine = dot(normal, ray).ok_or_else(|| wrong_argument(at))?;
    let rest = 1.0 - ratio * ratio * (1.0 - cosine * cosine);
    if rest < 0.0 { sum_of(0.0, ray, 0.0, normal, at) } else { sum_of(ratio, ray, -(ratio * cosine + rest.sqrt()), normal, at) }
}

fn smoothstep(from: &ConstantShape, to: &ConstantShape, value: &ConstantShape, at: Span) -> Outcome<ConstantShape> {
    let way = to.zip(from, at, &mut |to, from| Ok(Value::Float(real(to) - real(from))))?;
    let part = value.zip(from, at, &mut |value, from| Ok(Value::Float(real(value) - real(from))))?;
    part.zip(&way, at, &mut |part, way| {
        let t = (real(part) / real(way)).clamp(0.0, 1.0);
        Ok(Value::Float(t * t * (3.0 - 2.0 * t)))
    })
}

/// `a * left + b * right`
fn sum_of(a: f64, left: &ConstantShape, b: f64, right: &ConstantShape, at: Span) -> Outcome<ConstantShape> {
    left.zip(right, at, &mut |left, right| Ok(Value::Float(a * real(left) + b * real(right))))
}

fn dot(left: &ConstantShape, right: &ConstantShape) -> Option<f64> {
    let (left, right) = (numbers(left), numbers(right));
    (left.len() == right.len()).then(|| left.iter().zip(&right).map(|(left, right)| left * right).sum())
}

fn cross(left: &ConstantShape, right: &ConstantShape) -> Option<ConstantShape> {
    let ([a, b, c], [x, y, z]) = (<[f64; 3]>::try_from(numbers(left)).ok()?, <[f64; 3]>::try_from(numbers(right)).ok()?);
    Some(ConstantShape::vector([b * z - y * c, c * x - z * a, a * y - x * b].map(Value::Float).to_vec()))
}

/// The left one is a column, the right one a row.
fn outer_product(left: &ConstantShape, right: &ConstantShape) -> Option<ConstantShape> {
    let (left, right) = (numbers(left), numbers(right));
    let columns = right.iter().map(|by| ConstantShape::vector(left.iter().map(|value| Value::Float(value * by)).collect()));
    (left.len() > 1 && right.len() > 1).then(|| ConstantShape::List(List::Matrix, columns.collect()))
}

/// Functions that make one value of all components.
fn whole(name: &str, argument: &ConstantShape) -> Option<ConstantShape> {
    let mut components = Vec::new();
    argument.flatten(&mut components);
    let value = match name {
        "any" => Value::Bool(components.into_iter().any(to_bool)),
        "all" => Value::Bool(components.into_iter().all(to_bool)),
        "length" => Value::Float(components.into_iter().map(|value| real(value).powi(2)).sum::<f64>().sqrt()),
        "normalize" => {
            let length = components.iter().map(|&value| real(value).powi(2)).sum::<f64>().sqrt();
            return argument.map(&mut |value| Ok(Value::Float(real(value) / length))).ok();
        }
        _ => return None,
    };
    Some(ConstantShape::Scalar(value))
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
            // The least integer has no opposite, and stays.
            Value::Int(value, ty) => Some(Value::Int(wrap(value.abs(), ty), ty)),
            Value::Float(value) => Some(Value::Float(value.abs())),
            Value::Bool(_) => None,
        },
        "sign" => |value| match value {
            Value::Int(value, ty) => Some(Value::Int(value.signum(), ty)),
            Value::Float(0.0) => Some(Value::Float(0.0)),
            Value::Float(value) => Some(Value::Float(value.signum())),
            Value::Bool(_) => None,
        },
        "isnan" => |value| Some(Value::Bool(real(value).is_nan())),
        "isinf" => |value| Some(Value::Bool(real(value).is_infinite())),
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
        "lessThan" => |a, b| Some(Value::Bool(order(a, b).is_some_and(Ordering::is_lt))),
        "lessThanEqual" => |a, b| Some(Value::Bool(order(a, b).is_some_and(Ordering::is_le))),
        "greaterThan" => |a, b| Some(Value::Bool(order(a, b).is_some_and(Ordering::is_gt))),
        "greaterThanEqual" => |a, b| Some(Value::Bool(order(a, b).is_some_and(Ordering::is_ge))),
        "equal" => |a, b| Some(Value::Bool(order(a, b).is_some_and(Ordering::is_eq))),
        "notEqual" => |a, b| Some(Value::Bool(!order(a, b).is_some_and(Ordering::is_eq))),
        _ => return None,
    })
}

fn smaller(a: Value, b: Value) -> Value {
    if order(b, a).is_some_and(Ordering::is_lt) { b } else { a }
}

fn larger(a: Value, b: Value) -> Value {
    if order(b, a).is_some_and(Ordering::is_gt) { b } else { a }
}

/// How two values compare; one that is not a number does not.
fn order(a: Value, b: Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Int(a, _), Value::Int(b, _)) => Some(a.cmp(&b)),
        _ => real(a).partial_cmp(&real(b)),
    }
}

fn sum(shape: &ConstantShape) -> Value {
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
    not_constant("the function does not accept this argument", "check the parameters of the function", at)
}
