//! The operands of constant expressions of GLSL.

mod functions;
mod limits;
mod shapes;

use std::rc::Rc;

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Count, Scalar, Type, TypeId};
use padstone_source::{Span, Symbol};

use super::features::{INITIALIZER_LISTS, Since, VECTOR_LENGTH};
use super::names::Entity;
use super::words::{INT16, INT64, Keyword, Word};
use super::{GlslStage, Parser};
use crate::constants::{Expressions, Fail, Int, Operator, Outcome, Parsed, Suffixes, Value};
use crate::constants::{cast, literal, not_constant, truth, unexpected};
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::{Token, TokenKind};
pub(super) use shapes::{Constant, List, Origin, Shape};

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
    /// Whether any of them is a specialization constant.
    pub(super) specialized: bool,
}

impl Expressions for Parser<'_> {
    type Value = Constant;

    const LOGICAL_XOR: bool = true;

    fn number(&self, token: Token) -> Outcome<Constant> {
        let text = self.text(token.symbol);
        let value = literal(text, &SUFFIXES, token.span)?;
        let (bits, since) = match value {
            Value::Int(..) if text.ends_with(['l', 'L']) => (64, INT64),
            Value::Int(..) if text.ends_with(['s', 'S']) => (16, INT16),
            _ => (32, Since::version(110, 100)),
        };
        if !self.has(&since) {
            let message = format!("numbers of {bits} bits are not there without the extension {}", since.extensions[0]);
            let missing = Diagnostic::error(&codes::GLSL_EXTENSION_MISSING, message, token.span);
            let help = format!("write `#extension {} : require` behind the `#version`, or leave the suffix out", since.extensions[0]);
            return Err(Fail::Report(Box::new(missing.help(help))));
        }
        Ok(Constant::new(Shape::Scalar(value), Origin::Literal))
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
        let (shape, by_zero) = shapes::combined(operator, &left.shape, &right.shape, at)?;
        let by_zero = left.by_zero.or(right.by_zero).or(by_zero.map(|value| (value, at)));
        Ok(Constant { shape, origin: computed(left.origin.max(right.origin)), by_zero })
    }

    fn apply_unary(&mut self, operator: Token, value: Constant) -> Outcome<Constant> {
        let origin = if operator.kind == TokenKind::Plus { value.origin } else { computed(value.origin) };
        Ok(Constant { shape: shapes::with_sign(operator, &value.shape)?, origin, by_zero: value.by_zero })
    }

    /// A choice that a specialization constant has a part in is one itself. What is not chosen has to be constant, too.
    fn conditional(&mut self, condition: Constant, chosen: Outcome<Constant>, other: Outcome<Constant>, at: Span) -> Outcome<Constant> {
        if !matches!(condition.shape, Shape::Scalar(Value::Bool(_))) {
            return Err(not_constant("what stands in front of `?` is no condition", at));
        }
        let (chosen, other) = if self.truth(&condition) { (chosen?, other?) } else { (other?, chosen?) };
        Ok(Constant { origin: computed(chosen.origin.max(condition.origin).max(other.origin)), ..chosen })
    }

    /// Nothing: the right operand has to be constant, whatever the left one is.
    fn decided(&self, _: Operator, _: &Constant) -> Option<Constant> {
        None
    }

    fn truth(&self, value: &Constant) -> bool {
        matches!(value.shape, Shape::Scalar(value) if truth(value))
    }

    fn integer(&self, value: Constant, at: Span) -> Outcome<i128> {
        match value.shape {
            Shape::Scalar(Value::Int(value, _)) => Ok(value),
            _ => Err(not_constant("this is not an integer", at)),
        }
    }
}

/// Where the value of an operator or function comes from.
fn computed(operands: Origin) -> Origin {
    match operands {
        Origin::Literal | Origin::Constant => Origin::Constant,
        Origin::Specialized | Origin::Computed => Origin::Computed,
    }
}

impl Parser<'_> {
    /// Warns of a value that depends on a division by zero.
    pub(super) fn warn_by_zero(&mut self, constant: &Constant) {
        if let Some((value, at)) = constant.by_zero {
            let message = format!("an integer divided by 0 has no value of its own: {value} is taken, as by glslang");
            let found = Diagnostic::warning(&codes::DIVISION_BY_ZERO, message, at);
            self.report(found.help("other compilers may take another value, or none"));
        }
    }

    /// The value that an initialiser gives to a constant of a type.
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
    fn fitted(&self, shape: &Shape, ty: TypeId) -> Option<Shape> {
        let scalar = |shape: &Shape, scalar: Scalar| match shape {
            Shape::Scalar(value) if self.converts(*value, scalar) => Some(Shape::Scalar(cast(*value, scalar))),
            _ => None,
        };
        match (self.module.types[ty], shape) {
            (Type::Scalar(to), shape) => scalar(shape, to),
            (Type::Vector { scalar: to, width }, Shape::List(List::Vector, parts)) if parts.len() == usize::from(width) => {
                Some(Shape::List(List::Vector, parts.iter().map(|part| scalar(part, to)).collect::<Option<_>>()?))
            }
            (Type::Matrix { columns, .. }, Shape::List(List::Matrix, parts)) if parts.len() == usize::from(columns) => Some(shape.clone()),
            (Type::Array { element, count }, Shape::List(List::Array, parts))
                if count == Count::Runtime || count == Count::Known(parts.len() as u64) =>
            {
                Some(Shape::List(List::Array, parts.iter().map(|part| self.fitted(part, element)).collect::<Option<_>>()?))
            }
            (Type::Struct(id), Shape::List(List::Struct(of), parts))
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
        let mut parts = Vec::new();
        let mut origin = Origin::Constant;
        let mut failed = None;
        while !self.cursor.at(TokenKind::BraceClose) {
            let part = if self.cursor.at(TokenKind::BraceOpen) {
                let inner = self.part_type(ty, parts.len()).unwrap_or(self.unknown);
                self.deeper(|parser| parser.initializer_list(inner))?
            } else {
                self.deeper(Self::expression)?
            };
            match part {
                Ok(part) => {
                    origin = origin.max(part.origin);
                    parts.push(part.shape);
                }
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
        Ok(Ok(Constant::new(Shape::List(list, parts.into()), origin)))
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

    fn named(&mut self, token: Token) -> Parsed<Constant> {
        match self.word(token) {
            Some(Word::Keyword(Keyword::True | Keyword::False)) => {
                self.cursor.next();
                let value = self.keyword(token) == Some(Keyword::True);
                return Ok(Ok(Constant::from(value)));
            }
            Some(Word::Keyword(_)) => return Err(unexpected("an expression", token.span)),
            Some(Word::Type(_)) => return self.constructed(token),
            None => {}
        }
        if self.names.type_of(token.symbol).is_some() {
            return self.constructed(token);
        }
        self.cursor.next();
        if self.cursor.at(TokenKind::ParenOpen) {
            return self.called(token);
        }
        Ok(self.constant_named(token.symbol, token.span))
    }

    /// The value of a constant by its name.
    fn constant_named(&mut self, name: Symbol, at: Span) -> Outcome<Constant> {
        match self.names.lookup(name) {
            Some(Entity::Constant(value)) => Ok(Constant { origin: value.origin.max(Origin::Constant), ..value.clone() }),
            Some(Entity::Initialized { tokens, ty }) => {
                let (tokens, ty) = (Rc::clone(tokens), *ty);
                let value = self.deeper(|parser| parser.initial_value(tokens, ty, at));
                // Once is enough, whatever comes out.
                let known = value.as_ref().map_or(Entity::Variable, |value| Entity::Constant(value.clone()));
                self.names.change(name, known);
                value
            }
            Some(_) => Err(not_constant(&format!("`{}` is not a constant", self.text(name)), at)),
            None => self.builtin_constant(name, at).unwrap_or_else(|| {
                let text = self.text(name);
                if text.starts_with("gl_") {
                    return Err(not_constant(&format!("`{text}` is not a constant"), at));
                }
                let found = Diagnostic::error(&codes::NAME_UNKNOWN, format!("`{text}` is not declared"), at);
                Err(Fail::Report(Box::new(found.help(format!("declare it as `const int {text} = …;` or `#define {text} …`")))))
            }),
        }
    }

    fn builtin_constant(&self, name: Symbol, at: Span) -> Option<Outcome<Constant>> {
        let text = self.text(name);
        if text == "gl_WorkGroupSize" {
            if !self.in_stage(&[GlslStage::Compute, GlslStage::Task, GlslStage::Mesh]) {
                return Some(Err(not_constant("`gl_WorkGroupSize` is not there in this stage", at)));
            }
            let sizes = self.work_group.sizes.map(|size| Value::Int(size.map_or(1, |(size, _)| size).into(), Int::Uint32));
            let origin = if self.work_group.specialized { Origin::Computed } else { Origin::Constant };
            return Some(Ok(Constant::new(Shape::vector(sizes.to_vec()), origin)));
        }
        let values = limits::limit(text)?.iter().map(|&value| Value::Int(value.into(), Int::Int32)).collect();
        Some(Ok(Constant::new(Shape::vector(values), Origin::Constant)))
    }

    /// `(a, b)`, the name before it being read.
    fn arguments(&mut self) -> Result<Outcome<(Vec<Shape>, Origin)>, Fail> {
        if self.cursor.eat(TokenKind::ParenOpen).is_none() {
            return Err(unexpected("`(`", self.cursor.peek().span));
        }
        let (mut shapes, mut origin, mut failed) = (Vec::new(), Origin::Constant, None);
        while !self.cursor.at(TokenKind::ParenClose) {
            match self.deeper(Self::expression)? {
                Ok(argument) => {
                    origin = origin.max(argument.origin);
                    shapes.push(argument.shape);
                }
                Err(fail) => failed = Some(fail),
            }
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.close()?;
        Ok(failed.map_or(Ok((shapes, origin)), Err))
    }

    fn called(&mut self, name: Token) -> Parsed<Constant> {
        let arguments = self.arguments()?;
        let declared = self.names.lookup(name.symbol).is_some();
        Ok(arguments.and_then(|(arguments, origin)| {
            let folded = if declared { None } else { functions::call(self.text(name.symbol), &arguments, name.span) };
            match folded {
                Some(shape) => Ok(Constant::new(shape?, computed(origin))),
                None => Err(not_constant(&format!("a call of `{}` is not a constant", self.text(name.symbol)), name.span)),
            }
        }))
    }

    /// `vec3(1)`, `int[](1, 2)`, `Light(1, 2)`.
    fn constructed(&mut self, token: Token) -> Parsed<Constant> {
        let Some(ty) = self.deeper(|parser| Ok(parser.type_specifier().map(|spec| spec.ty)))? else { return Err(Fail::Dependent) };
        let arguments = self.arguments()?;
        Ok(arguments.and_then(|(arguments, origin)| Ok(Constant::new(self.construct(ty, arguments, token.span)?, computed(origin)))))
    }

    fn construct(&self, ty: TypeId, arguments: Vec<Shape>, at: Span) -> Outcome<Shape> {
        match self.module.types[ty] {
            Type::Scalar(scalar) => match shapes::components(&arguments, scalar).first() {
                Some(&value) => Ok(Shape::Scalar(value)),
                None => Err(mismatch(at)),
            },
            Type::Vector { scalar, width } => {
                let mut components = shapes::components(&arguments, scalar);
                let used = arguments.len() < 2 || shapes::components(&arguments[..arguments.len() - 1], scalar).len() < usize::from(width);
                if !used {
                    return Err(mismatch(at));
                }
                if let [only] = components[..] {
                    components = vec![only; width.into()];
                }
                components.truncate(width.into());
                if components.len() == usize::from(width) { Ok(Shape::vector(components)) } else { Err(mismatch(at)) }
            }
            Type::Matrix { scalar, rows, columns, .. } => {
                let components = shapes::components(&arguments, scalar);
                let size = usize::from(rows) * usize::from(columns);
                let (rows, diagonal) = (usize::from(rows), components.len() == 1);
                if !diagonal && components.len() != size {
                    return Err(mismatch(at));
                }
                let element = |column: usize, row: usize| match diagonal {
                    true if column == row => components[0],
                    true => cast(Value::Float(0.0), scalar),
                    false => components[column * rows + row],
                };
                let column = |column: usize| Shape::vector((0..rows).map(|row| element(column, row)).collect());
                Ok(Shape::List(List::Matrix, (0..columns.into()).map(column).collect()))
            }
            Type::Array { count, .. } if count == Count::Runtime || count == Count::Known(arguments.len() as u64) => {
                Ok(Shape::List(List::Array, arguments.into()))
            }
            Type::Struct(id) if self.module.structs[id].fields.len() == arguments.len() => {
                Ok(Shape::List(List::Struct(id), arguments.into()))
            }
            Type::Unknown => Err(Fail::Dependent),
            _ => Err(mismatch(at)),
        }
    }

    /// What stands behind a dot: components, a member, `length()`.
    fn selected(&mut self, of: Outcome<Constant>) -> Parsed<Constant> {
        self.cursor.next();
        let Some(name) = self.cursor.eat(TokenKind::Ident) else {
            return Err(unexpected("a name behind the dot", self.cursor.peek().span));
        };
        if self.cursor.eat(TokenKind::ParenOpen).is_some() {
            self.close()?;
            return Ok(of.and_then(|of| self.length(of, name)));
        }
        Ok(of.and_then(|of| {
            let text = self.text(name.symbol);
            let wrong = || not_constant(&format!("there is no `{text}` in this"), name.span);
            let shape = match &of.shape {
                Shape::List(List::Struct(id), parts) => {
                    let fields = &self.module.structs[*id].fields;
                    let index = fields.iter().position(|field| field.name == name.symbol);
                    index.and_then(|index| parts.get(index)).cloned()
                }
                Shape::List(List::Vector, parts) => swizzle(text, parts),
                _ => None,
            };
            Ok(Constant::new(shape.ok_or_else(wrong)?, computed(of.origin)))
        }))
    }

    fn length(&mut self, of: Constant, name: Token) -> Outcome<Constant> {
        match of.shape {
            Shape::List(list @ (List::Array | List::Vector | List::Matrix), parts) if self.text(name.symbol) == "length" => {
                if list != List::Array {
                    self.needs(&VECTOR_LENGTH, name.span);
                }
                let length = Value::Int(parts.len() as i128, Int::Int32);
                Ok(Constant::new(Shape::Scalar(length), Origin::Constant))
            }
            _ => Err(not_constant("this has no such method", name.span)),
        }
    }

    /// `[1]` behind a value.
    fn indexed(&mut self, of: Outcome<Constant>) -> Parsed<Constant> {
        let open = self.cursor.next();
        let index = self.deeper(Self::expression)?;
        if self.cursor.eat(TokenKind::BracketClose).is_none() {
            return Err(unexpected("`]`", self.cursor.peek().span));
        }
        Ok(of.and_then(|of| {
            let index = index?;
            let origin = computed(of.origin.max(index.origin));
            let at = self.integer(index, open.span)?;
            match &of.shape {
                Shape::List(List::Array | List::Vector | List::Matrix, parts) => {
                    let part = usize::try_from(at).ok().and_then(|at| parts.get(at));
                    let shape = part.cloned().ok_or_else(|| not_constant(&format!("there is no element {at}"), open.span))?;
                    Ok(Constant::new(shape, origin))
                }
                _ => Err(not_constant("this has no elements", open.span)),
            }
        }))
    }
}

/// Components by their letters: `.xy`, `.bgr`, `.s`.
fn swizzle(letters: &str, parts: &[Shape]) -> Option<Shape> {
    let set = ["xyzw", "rgba", "stpq"].into_iter().find(|set| letters.chars().all(|letter| set.contains(letter)))?;
    let component = |letter| match parts.get(set.find(letter)?)? {
        Shape::Scalar(value) => Some(*value),
        Shape::List(..) => None,
    };
    let components: Option<Vec<Value>> = letters.chars().map(component).collect();
    components.filter(|components| (1..=4).contains(&components.len())).map(Shape::vector)
}

fn mismatch(at: Span) -> Fail {
    Fail::Report(Box::new(Diagnostic::error(&codes::INITIALIZER_MISMATCH, "the value does not fit the type", at)))
}
