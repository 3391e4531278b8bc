//! Scalars, vectors, matrices, arrays and structs as values.

use std::rc::Rc;

use crate::scalar::{Number, Scalar};
use crate::types::{Type, TypeId, Types};

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Number(Number),
    Vector(Vector),
    Matrix(Rc<Matrix>),
    /// An array or struct (or a result of `frexp`), as a list of elements. Elements are shared, so that memory use is linear in the text.
    Composite {
        ty: TypeId,
        parts: Rc<[Value]>,
    },
    /// An array or struct of zeros. For types without constants: an arbitrary value at run time.
    Zero(TypeId),
}

/// Two to four scalars of one type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Vector {
    numbers: [Number; 4],
    width: u8,
}

/// Two to four columns of one width.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Matrix {
    pub(crate) columns: Vec<Vector>,
}

impl Vector {
    /// A vector of 2 to 4 scalars.
    pub(crate) fn new(from: &[Number]) -> Vector {
        debug_assert!((2..=4).contains(&from.len()));
        let mut numbers = [Number::Bool(false); 4];
        numbers[..from.len()].copy_from_slice(from);
        Vector { numbers, width: from.len() as u8 }
    }

    pub(crate) fn splat(number: Number, width: u8) -> Vector {
        Vector { numbers: [number; 4], width }
    }

    pub(crate) fn numbers(&self) -> &[Number] {
        &self.numbers[..usize::from(self.width)]
    }

    pub(crate) fn width(&self) -> u8 {
        self.width
    }

    pub(crate) fn scalar(&self) -> Scalar {
        self.numbers[0].scalar()
    }

    /// Maps each component.
    pub(crate) fn try_map<E>(&self, mut map: impl FnMut(Number) -> Result<Number, E>) -> Result<Vector, E> {
        let mut mapped = *self;
        for number in &mut mapped.numbers[..usize::from(self.width)] {
            *number = map(*number)?;
        }
        Ok(mapped)
    }
}

impl Matrix {
    pub(crate) fn rows(&self) -> u8 {
        self.columns[0].width()
    }

    pub(crate) fn scalar(&self) -> Scalar {
        self.columns[0].scalar()
    }

    pub(crate) fn try_map<E>(&self, mut map: impl FnMut(Number) -> Result<Number, E>) -> Result<Matrix, E> {
        Ok(Matrix { columns: self.columns.iter().map(|column| column.try_map(&mut map)).collect::<Result<_, E>>()? })
    }
}

impl Value {
    pub(crate) fn bool(value: bool) -> Value {
        Value::Number(Number::Bool(value))
    }

    pub(crate) fn ty(&self) -> TypeId {
        match self {
            Value::Number(number) => TypeId::scalar(number.scalar()),
            Value::Vector(vector) => TypeId::vector(vector.scalar(), vector.width()),
            Value::Matrix(matrix) => TypeId::matrix(matrix.scalar(), matrix.columns.len() as u8, matrix.rows()),
            Value::Composite { ty, .. } | Value::Zero(ty) => *ty,
        }
    }

    /// The scalar type of a scalar or vector.
    pub(crate) fn component(&self) -> Option<Scalar> {
        match self {
            Value::Number(number) => Some(number.scalar()),
            Value::Vector(vector) => Some(vector.scalar()),
            _ => None,
        }
    }

    pub(crate) fn as_number(&self) -> Option<Number> {
        if let Value::Number(number) = self { Some(*number) } else { None }
    }

    /// The value of a type whose bits are all zero.
    pub(crate) fn zero(types: &Types, ty: TypeId) -> Value {
        Value::filled(types, ty, Number::zero)
    }

    /// A sample value of a type, for determining the result type of an operation. All its scalars are one, for which almost every operation
    /// is defined.
    pub(crate) fn sample(types: &Types, ty: TypeId) -> Value {
        Value::filled(types, ty, Number::one)
    }

    /// This value, with `float` in place of every floating-point number.
    pub(crate) fn with_float(&self, float: f32) -> Value {
        self.replaced(|number| match number {
            Number::AbstractFloat(_) => Number::AbstractFloat(float.into()),
            Number::F32(_) => Number::F32(float),
            Number::F16(_) => Number::F16(float),
            other => other,
        })
    }

    /// This value, with numbers that increase with `position` in place of floating-point numbers, and of integers that may become such.
    pub(crate) fn rising(&self, position: u8) -> Value {
        let integer = |number: Number| if let Number::AbstractInt(_) = number { Number::AbstractInt(position.into()) } else { number };
        self.with_float(f32::from(position) / 16.0).replaced(integer)
    }

    fn replaced(&self, replace: impl Fn(Number) -> Number) -> Value {
        let replace = |number: Number| -> Result<Number, ()> { Ok(replace(number)) };
        match self {
            Value::Number(number) => replace(*number).map_or_else(|()| self.clone(), Value::Number),
            Value::Vector(vector) => vector.try_map(replace).map_or_else(|()| self.clone(), Value::Vector),
            other => other.clone(),
        }
    }

    fn filled(types: &Types, ty: TypeId, with: fn(Scalar) -> Number) -> Value {
        match types[ty] {
            Type::Scalar(scalar) => Value::Number(with(scalar)),
            Type::Vector { scalar, width } => Value::Vector(Vector::splat(with(scalar), width)),
            Type::Matrix { scalar, columns, rows } => {
                Value::Matrix(Rc::new(Matrix { columns: vec![Vector::splat(with(scalar), rows); usize::from(columns)] }))
            }
            _ => Value::Zero(ty),
        }
    }
}
