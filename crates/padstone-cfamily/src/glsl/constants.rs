//! Constant expressions of GLSL: what operators make of numbers, and what an initializer gives to a type.

mod functions;
pub(super) mod limits;
mod operands;
mod shapes;

use std::rc::Rc;

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Count, Scalar, Type, TypeId};
use padstone_source::Span;

use super::Parser;
use super::features::{INITIALIZER_LISTS, Since};
use super::keywords::{FLOAT16, INT16, INT64};
use crate::constants::{Expressions, Fail, Int, Operator, Outcome, Parsed, Suffixes, Value};
use crate::constants::{cast, literal, not_constant, to_bool, unexpected};
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::{Token, TokenKind};
pub(super) use shapes::{Constant, ConstantShape, List, Origin};

/// Numbers (The OpenGL Shading Language 4.60, section 4.1.3, and GL_EXT_shader_explicit_arithmetic_types): "the bit pattern
/// of the literal is always used unmodified".
const SUFFIXES: Suffixes = Suffixes {
    floats: &['f', 'F', 'l', 'L', 'h', 'H'],
    integers: &[("", Int::Int32), ("u", Int::Uint32), ("l", Int::Int64), ("ul", Int::Uint64), ("s", Int::Int32), ("us", Int::Uint32)],
    binary: false,
    all_bits: true,
};

/// What the shader says of the size of its work groups.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct WorkGroup {
    /// The sizes that are given, and where.
    pub(super) sizes: [Option<(u32, Span)>; 3],
    /// The ids of those that are specialization constants, and where.
    pub(super) ids: [Option<(u32, Span)>; 3],
    /// Whether any of them is a specialization constant.
    pub(super) specialized: bool,
}

impl Expressions for Parser<'_> {
    type Value = Constant;

    const LOGICAL_XOR: bool = true;

    fn number(&self, token: Token) -> Outcome<Constant> {
        let text = self.text(token.symbol);
        let value = literal(text, &SUFFIXES, token.span).map_err(|fail| match fail {
            // A wrong digit or suffix is an error even if nothing requires the value.
            Fail::Report(found) if found.code == &codes::NOT_CONSTANT => {
                Fail::Report(Box::new(Diagnostic { code: &codes::UNEXPECTED_TOKEN, ..*found }))
            }
            fail => fail,
        })?;
        let (bits, since) = match value {
            Value::Float(_) if text.trim_end_matches(['f', 'F']).ends_with(['h', 'H']) => (16, FLOAT16),
            Value::Int(..) if text.ends_with(['l', 'L']) => (64, INT64),
            Value::Int(..) if text.ends_with(['s', 'S']) => (16, INT16),
            _ => (32, Since::version(110, 100)),
        };
        if !self.has(&since) {
            let message = format!("{bits}-bit literals require extension `{}`", since.extensions[0]);
            let missing = Diagnostic::error(&codes::GLSL_EXTENSION_MISSING, message, token.span);
            let help = format!("add `#extension {} : require` after the `#version`, or remove the suffix", since.extensions[0]);
            return Err(Fail::Report(Box::new(missing.help(help))));
        }
        Ok(Constant::new(ConstantShape::Scalar(value), Origin::Literal))
    }

    fn primary(&mut self) -> Parsed<Constant> {
        let token = self.cursor.peek();
        let mut value = match token.kind {
            TokenKind::Number => {
                self.cursor.next();
                self.number(token)
            }
            TokenKind::ParenOpen => {
                self.cursor.next();
                let inner = self.deeper(Self::expression)?;
                self.close()?;
                inner
            }
            TokenKind::Ident => self.named(token)?,
            _ => return Err(unexpected("an expression", token.span)),
        };
        loop {
            value = match self.cursor.peek().kind {
                TokenKind::Dot => self.selected(value)?,
                TokenKind::BracketOpen => self.indexed(value)?,
                _ => return Ok(value),
            };
        }
    }

    fn apply(&mut self, operator: Operator, left: Constant, right: Constant, at: Span) -> Outcome<Constant> {
        if left.is_specialized_fraction() || right.is_specialized_fraction() {
            return Err(specialized_fraction(at));
        }
        let (shape, by_zero) = shapes::combined(operator, &left.shape, &right.shape, at)?;
        let value = Constant::computed(shape, [&left, &right]);
        Ok(Constant { by_zero: value.by_zero.or(by_zero.map(|value| (value, at))), ..value })
    }

    fn apply_unary(&mut self, operator: Token, value: Constant) -> Outcome<Constant> {
        if operator.kind != TokenKind::Plus && value.is_specialized_fraction() {
            return Err(specialized_fraction(operator.span));
        }
        let signed = Constant::computed(shapes::with_sign(operator, &value.shape)?, [&value]);
        Ok(if operator.kind == TokenKind::Plus { Constant { origin: value.origin, ..signed } } else { signed })
    }

    /// A choice that a specialization constant has a part in is one itself. What is not chosen has to be constant, too.
    fn conditional(&mut self, condition: Constant, chosen: Outcome<Constant>, other: Outcome<Constant>, at: Span) -> Outcome<Constant> {
        if !matches!(condition.shape, ConstantShape::Scalar(Value::Bool(_))) {
            return Err(not_constant("the operand before `?` must be a bool", "compare it: `x != 0`", at));
        }
        let (chosen, other) = if self.is_true(&condition) { (chosen?, other?) } else { (other?, chosen?) };
        let of_all = Constant::computed(chosen.shape.clone(), [&condition, &chosen, &other]);
        // What is not chosen is divided by zero without an effect.
        Ok(Constant { by_zero: condition.by_zero.or(chosen.by_zero), ..of_all })
    }

    /// Nothing: the right operand has to be constant, whatever the left one is.
    fn decided(&self, _: Operator, _: &Constant) -> Option<Constant> {
        None
    }

    fn is_true(&self, value: &Constant) -> bool {
        matches!(value.shape, ConstantShape::Scalar(value) if to_bool(value))
    }

    fn integer(&self, value: Constant, at: Span) -> Outcome<i128> {
        match value.shape {
            ConstantShape::Scalar(Value::Int(value, _)) => Ok(value),
            _ => Err(not_constant("expected an integer", "convert it: `int(…)`", at)),
        }
    }
}

impl Parser<'_> {
    /// Warns of a value that depends on a division by zero.
    pub(super) fn warn_by_zero(&mut self, constant: &Constant) {
        if let Some((value, at)) = constant.by_zero {
            let message = format!("integer division by 0 is undefined: glslang uses {value}");
            let found = Diagnostic::warning(&codes::DIVISION_BY_ZERO, message, at);
            self.report(found.help("avoid the division: other compilers can use another value or reject it"));
        }
    }

    /// The value that an initializer gives to a constant of a type.
    pub(super) fn initial_value(&mut self, tokens: Rc<[Token]>, ty: TypeId, at: Span) -> Outcome<Constant> {
        let value = match tokens.first() {
            Some(first) if first.kind == TokenKind::BraceOpen => {
                self.needs(&INITIALIZER_LISTS, first.span);
                let end = tokens.last().map_or(at, |last| last.span.after());
                self.cursor.replay(Rc::clone(&tokens), end);
                let list = self.deeper(|parser| parser.initializer_list(ty));
                self.cursor.end_replay();
                list?
            }
            _ => self.constant(tokens, at),
        }?;
        let shape = self.fitted(&value.shape, ty).ok_or_else(|| mismatch(at))?;
        Ok(Constant { shape, ..value })
    }

    /// The value as one of a type, if it converts to that without a word.
    fn fitted(&self, shape: &ConstantShape, ty: TypeId) -> Option<ConstantShape> {
        let scalar = |shape: &ConstantShape, scalar: Scalar| match shape {
            ConstantShape::Scalar(value) if self.converts(*value, scalar) => Some(ConstantShape::Scalar(cast(*value, scalar))),
            _ => None,
        };
        match (self.module.types[ty], shape) {
            (Type::Scalar(to), shape) => scalar(shape, to),
            (Type::Vector { scalar: to, width }, ConstantShape::List(List::Vector, parts)) if parts.len() == usize::from(width) => {
                Some(ConstantShape::List(List::Vector, parts.iter().map(|part| scalar(part, to)).collect::<Option<_>>()?))
            }
            (Type::Matrix { columns, .. }, ConstantShape::List(List::Matrix, parts)) if parts.len() == usize::from(columns) => {
                Some(shape.clone())
            }
            (Type::Array { element, count }, ConstantShape::List(List::Array, parts))
                if count == Count::Runtime || count == Count::Known(parts.len() as u64) =>
            {
                Some(ConstantShape::List(List::Array, parts.iter().map(|part| self.fitted(part, element)).collect::<Option<_>>()?))
            }
            (Type::Struct(id), ConstantShape::List(List::Struct(of), parts))
                if *of == id && parts.len() == self.module.structs[id].fields.len() =>
            {
                Some(shape.clone())
            }
            (Type::Unknown, _) => Some(shape.clone()),
            _ => None,
        }
    }

    /// Whether a number may stand where one of a type is wanted, without a word (section 4.1.10).
    fn converts(&self, value: Value, to: Scalar) -> bool {
        match (value, Int::of(to)) {
            (Value::Bool(_), _) => to == Scalar::Bool,
            (Value::Float(_), _) => to.is_float(),
            (Value::Int(..), None) => to.is_float() && !self.version.is_es(),
            (Value::Int(_, from), Some(to)) => from == to || !self.version.is_es() && from < to && from != Int::Literal,
        }
    }

    /// `{ 1, { 2, 3 } }`, for a value of a type.
    fn initializer_list(&mut self, ty: TypeId) -> Parsed<Constant> {
        self.cursor.next();
        let (mut parts, mut failed) = (Vec::new(), None);
        while !self.cursor.at(TokenKind::BraceClose) {
            let part = if self.cursor.at(TokenKind::BraceOpen) {
                let inner = self.part_type(ty, parts.len()).unwrap_or(self.unknown);
                self.deeper(|parser| parser.initializer_list(inner))?
            } else {
                self.deeper(Self::expression)?
            };
            match part {
                Ok(part) => parts.push(part),
                Err(fail) => failed = Some(fail),
            }
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        if self.cursor.eat(TokenKind::BraceClose).is_none() {
            return Err(unexpected("`}`", self.cursor.peek().span));
        }
        if let Some(fail) = failed {
            return Ok(Err(fail));
        }
        let list = match self.module.types[ty] {
            Type::Vector { .. } => List::Vector,
            Type::Matrix { .. } => List::Matrix,
            Type::Struct(id) => List::Struct(id),
            _ => List::Array,
        };
        Ok(Ok(Constant::of_parts(list, &parts)))
    }

    /// The type of a part of a value.
    fn part_type(&mut self, ty: TypeId, index: usize) -> Option<TypeId> {
        match self.module.types[ty] {
            Type::Array { element, .. } => Some(element),
            Type::Struct(id) => self.module.structs[id].fields.get(index).map(|field| field.ty),
            Type::Matrix { scalar, rows, .. } => Some(self.module.types.intern(Type::Vector { scalar, width: rows })),
            Type::Vector { scalar, .. } => Some(self.module.types.intern(Type::Scalar(scalar))),
            _ => None,
        }
    }
}

fn mismatch(at: Span) -> Fail {
    Fail::Report(Box::new(Diagnostic::error(&codes::INITIALIZER_MISMATCH, "the initializer does not match the type", at)))
}

/// The failure for an operator or conversion of a floating-point specialization constant.
fn specialized_fraction(at: Span) -> Fail {
    let message = "a value computed from a floating-point specialization constant is not a constant";
    not_constant(message, "declare an integer or bool specialization constant", at)
}
