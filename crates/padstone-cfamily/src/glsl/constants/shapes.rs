//! Constants that are more than one number.

use std::rc::Rc;

use padstone_model::{Scalar, StructId};
use padstone_source::Span;

use crate::Token;
use crate::constants::{Int, Operator, Outcome, Semantics, Value, cast, not_constant, to_bool, wrap};

/// The value of a constant expression.
#[derive(Clone, Debug)]
pub(in crate::glsl) struct Constant {
    pub(in crate::glsl) shape: ConstantShape,
    pub(in crate::glsl) origin: Origin,
    /// The division by zero that it depends on, and what that is taken to give.
    pub(in crate::glsl) by_zero: Option<(Value, Span)>,
}

impl Constant {
    pub(in crate::glsl) fn new(shape: ConstantShape, origin: Origin) -> Constant {
        Constant { shape, origin, by_zero: None }
    }

    /// Several values in one, as an initializer list has them.
    pub(super) fn of_parts(list: List, parts: &[Constant]) -> Constant {
        let shapes = parts.iter().map(|part| part.shape.clone()).collect();
        let origin = parts.iter().map(|part| part.origin).fold(Origin::Constant, Origin::max);
        Constant { shape: ConstantShape::List(list, shapes), origin, by_zero: parts.iter().find_map(|part| part.by_zero) }
    }

    /// Whether it is or contains a floating-point specialization constant. The operators of SPIR-V for specialization constants are those of
    /// integers and bools, so that nothing that is computed or converted from it is a constant (glslang 12, measured).
    pub(super) fn is_specialized_fraction(&self) -> bool {
        self.origin >= Origin::Specialized && self.shape.has_fraction()
    }

    /// What an operator or function makes of operands.
    pub(super) fn computed<'c>(shape: ConstantShape, operands: impl IntoIterator<Item = &'c Constant>) -> Constant {
        let of_plain = Constant::new(shape, Origin::Constant);
        operands.into_iter().fold(of_plain, |value, operand| Constant {
            origin: value.origin.max(computed(operand.origin)),
            by_zero: value.by_zero.or(operand.by_zero),
            ..value
        })
    }
}

/// Where a value comes from, by rising distance from a plain constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::glsl) enum Origin {
    /// A number as the source writes it.
    Literal,
    Constant,
    /// A specialization constant, with its default.
    Specialized,
    /// Something that is computed from specialization constants.
    Computed,
}

/// Where the value of an operator or function comes from.
fn computed(operand: Origin) -> Origin {
    match operand {
        Origin::Literal | Origin::Constant => Origin::Constant,
        Origin::Specialized | Origin::Computed => Origin::Computed,
    }
}

/// One number or several.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::glsl) enum ConstantShape {
    Scalar(Value),
    List(List, Rc<[ConstantShape]>),
}

/// What the parts of a value make up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::glsl) enum List {
    Vector,
    /// Of columns.
    Matrix,
    Array,
    Struct(StructId),
}

impl From<bool> for Constant {
    fn from(value: bool) -> Constant {
        Constant::new(ConstantShape::Scalar(Value::Bool(value)), Origin::Constant)
    }
}

impl ConstantShape {
    /// Whether one of its numbers is a floating-point number.
    pub(super) fn has_fraction(&self) -> bool {
        match self {
            ConstantShape::Scalar(value) => matches!(value, Value::Float(_)),
            ConstantShape::List(_, parts) => parts.iter().any(ConstantShape::has_fraction),
        }
    }

    /// A vector; of one component the component itself.
    pub(super) fn vector(components: Vec<Value>) -> ConstantShape {
        match components[..] {
            [component] => ConstantShape::Scalar(component),
            _ => ConstantShape::List(List::Vector, components.into_iter().map(ConstantShape::Scalar).collect()),
        }
    }

    /// All numbers in it, in the order of memory.
    pub(super) fn flatten(&self, into: &mut Vec<Value>) {
        match self {
            ConstantShape::Scalar(value) => into.push(*value),
            ConstantShape::List(_, parts) => parts.iter().for_each(|part| part.flatten(into)),
        }
    }

    /// Applies a function to each number.
    pub(super) fn map(&self, function: &mut impl FnMut(Value) -> Outcome) -> Outcome<ConstantShape> {
        Ok(match self {
            ConstantShape::Scalar(value) => ConstantShape::Scalar(function(*value)?),
            ConstantShape::List(list, parts) => {
                ConstantShape::List(*list, parts.iter().map(|part| part.map(function)).collect::<Outcome<_>>()?)
            }
        })
    }

    /// Applies a function to each pair of numbers; a single number is paired with each of the other side.
    pub(super) fn zip(
        &self,
        other: &ConstantShape,
        at: Span,
        function: &mut impl FnMut(Value, Value) -> Outcome,
    ) -> Outcome<ConstantShape> {
        match (self, other) {
            (ConstantShape::Scalar(left), ConstantShape::Scalar(right)) => Ok(ConstantShape::Scalar(function(*left, *right)?)),
            (ConstantShape::Scalar(left), right) => right.map(&mut |right| function(*left, right)),
            (left, ConstantShape::Scalar(right)) => left.map(&mut |left| function(left, *right)),
            (ConstantShape::List(list, left), ConstantShape::List(other, right)) if list == other && left.len() == right.len() => {
                let parts = left.iter().zip(right.iter()).map(|(left, right)| left.zip(right, at, function));
                Ok(ConstantShape::List(*list, parts.collect::<Outcome<_>>()?))
            }
            _ => Err(not_constant("the operands differ in size", "use the same number of components", at)),
        }
    }

    fn is_numeric(&self) -> bool {
        match self {
            ConstantShape::Scalar(value) => !matches!(value, Value::Bool(_)),
            ConstantShape::List(List::Vector | List::Matrix, parts) => parts.iter().all(ConstantShape::is_numeric),
            ConstantShape::List(..) => false,
        }
    }

    fn is_matrix(&self) -> bool {
        matches!(self, ConstantShape::List(List::Matrix, _))
    }
}

/// The value of `left operator right`, with the first of its numbers that comes of a division by zero; signed integers wrap
/// (The OpenGL Shading Language 4.60, section 4.1.3).
pub(super) fn combined(
    operator: Operator,
    left: &ConstantShape,
    right: &ConstantShape,
    at: Span,
) -> Outcome<(ConstantShape, Option<Value>)> {
    let bool_of = |shape: &ConstantShape| match shape {
        ConstantShape::Scalar(Value::Bool(value)) => Ok(*value),
        _ => Err(not_constant("the operator requires bools", "compare it: `x != 0`", at)),
    };
    let boolean = |value| Ok((ConstantShape::Scalar(Value::Bool(value)), None));
    match operator {
        Operator::Or => return boolean(bool_of(left)? | bool_of(right)?),
        Operator::And => return boolean(bool_of(left)? & bool_of(right)?),
        Operator::Xor => return boolean(bool_of(left)? ^ bool_of(right)?),
        Operator::Equal => return boolean(equal(left, right, at)?),
        Operator::NotEqual => return boolean(!equal(left, right, at)?),
        Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual
            if !matches!((left, right), (ConstantShape::Scalar(_), ConstantShape::Scalar(_))) =>
        {
            return Err(not_constant("the operator requires scalars", "compare one component", at));
        }
        Operator::Multiply
            if left.is_matrix() && !matches!(right, ConstantShape::Scalar(_))
                || right.is_matrix() && !matches!(left, ConstantShape::Scalar(_)) =>
        {
            let product = product(left, right).map(|product| (product, None));
            return product.ok_or_else(|| {
                not_constant("the operands cannot be multiplied", "use as many columns on the left as rows on the right", at)
            });
        }
        _ => {}
    }
    if !left.is_numeric() || !right.is_numeric() {
        return Err(not_constant("the operator requires numbers", "convert it to a number: `int(…)`", at));
    }
    let mut open = None;
    let shape = left.zip(right, at, &mut |left, right| match by_zero(operator, left, right) {
        Some(value) => {
            open.get_or_insert(value);
            Ok(value)
        }
        None => Semantics::GLSL.binary(operator, left, right, at),
    })?;
    Ok((shape, open))
}

/// What an integer divided by 0 is. The language leaves the value open (section 5.9); these are glslang 12's (measured).
fn by_zero(operator: Operator, left: Value, right: Value) -> Option<Value> {
    let (Value::Int(left, left_type), Value::Int(0, right_type)) = (left, right) else { return None };
    let ty = left_type.max(right_type);
    match operator {
        Operator::Divide => Some(Value::Int(ty.range().1, ty)),
        Operator::Remainder => Some(Value::Int(wrap(left, ty), ty)),
        _ => None,
    }
}

/// The linear algebraic product of two matrices, or of one and a vector (The OpenGL Shading Language 4.60, section 5.9).
fn product(left: &ConstantShape, right: &ConstantShape) -> Option<ConstantShape> {
    let columns = |shape: &ConstantShape| -> Option<Vec<Vec<f64>>> {
        let ConstantShape::List(List::Matrix, columns) = shape else { return None };
        Some(columns.iter().map(numbers).collect())
    };
    let vector = |values: Vec<f64>| ConstantShape::vector(values.into_iter().map(Value::Float).collect());
    let dot = |a: &[f64], b: &[f64]| (a.len() == b.len()).then(|| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>());
    match (columns(left), columns(right)) {
        (Some(left), Some(right)) => {
            let columns: Option<Vec<ConstantShape>> = right.iter().map(|column| Some(vector(times(&left, column)?))).collect();
            Some(ConstantShape::List(List::Matrix, columns?.into()))
        }
        (Some(left), None) => Some(vector(times(&left, &numbers(right))?)),
        (None, Some(right)) => Some(vector(right.iter().map(|column| dot(&numbers(left), column)).collect::<Option<_>>()?)),
        (None, None) => None,
    }
}

/// A matrix, given by its columns, times a column.
fn times(matrix: &[Vec<f64>], column: &[f64]) -> Option<Vec<f64>> {
    let rows = matrix.first()?.len();
    let sum = |row: usize| matrix.iter().zip(column).map(|(of_matrix, by)| of_matrix[row] * by).sum();
    (matrix.len() == column.len()).then(|| (0..rows).map(sum).collect())
}

/// All numbers in it, as such.
pub(super) fn numbers(shape: &ConstantShape) -> Vec<f64> {
    let mut flat = Vec::new();
    shape.flatten(&mut flat);
    let number = |value| match cast(value, Scalar::Float64) {
        Value::Float(number) => number,
        _ => 0.0,
    };
    flat.into_iter().map(number).collect()
}

fn equal(left: &ConstantShape, right: &ConstantShape, at: Span) -> Outcome<bool> {
    let mut same = true;
    let compared = left.zip(right, at, &mut |left, right| {
        let outcome = Semantics::GLSL.binary(Operator::Equal, left, right, at)?;
        same &= to_bool(outcome);
        Ok(outcome)
    });
    compared.map(|_| same)
}

/// The value of an operand behind the operator that a token is.
pub(super) fn with_sign(operator: Token, operand: &ConstantShape) -> Outcome<ConstantShape> {
    operand.map(&mut |value| Semantics::GLSL.unary(operator.kind, value, operator.span))
}

/// All numbers of `arguments`, each as one of a type.
pub(super) fn components(arguments: &[ConstantShape], scalar: Scalar) -> Vec<Value> {
    let mut flat = Vec::new();
    arguments.iter().for_each(|argument| argument.flatten(&mut flat));
    flat.iter_mut().for_each(|value| *value = converted(*value, scalar));
    flat
}

/// One number as one of a type. The language leaves open what becomes of a floating-point number that the type has no room
/// for (section 5.4.1); this is glslang 12's answer, which is its processor's (measured): all numbers that do not fit a
/// signed integer are the least one, and of the unsigned 32 bits those of 64 signed ones are taken.
fn converted(value: Value, scalar: Scalar) -> Value {
    let (Value::Float(number), Some(ty)) = (value, Int::of(scalar)) else { return cast(value, scalar) };
    let truncated = |bits: u32| {
        let least = -f64::powi(2.0, bits as i32 - 1);
        if number > least - 1.0 && number < -least { number as i128 } else { least as i128 }
    };
    let whole = match ty {
        Int::Int32 => truncated(32),
        Int::Uint64 if number >= f64::powi(2.0, 64) => 0,
        Int::Uint64 if number >= f64::powi(2.0, 63) => number as i128,
        Int::Literal | Int::Uint32 | Int::Int64 | Int::Uint64 => truncated(64),
    };
    Value::Int(wrap(whole, ty), ty)
}
