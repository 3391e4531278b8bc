//! Names, calls and what is selected of a value: the operands that operators stand between.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Count, Type, TypeId};
use padstone_source::{Span, Symbol};

use super::shapes::{self, Constant, ConstantShape, List, Origin};
use super::{functions, limits, mismatch, specialized_fraction};
use crate::constants::{Expressions, Fail, Int, Outcome, Parsed, Value, cast, not_constant, unexpected, without_value};
use crate::cursor::Tokens;
use crate::glsl::Parser;
use crate::glsl::features::VECTOR_LENGTH;
use crate::glsl::keywords::{Keyword, Word};
use crate::glsl::names::Entity;
use crate::reader::Reader;
use crate::{Token, TokenKind};
use padstone_model::Stage;

impl Parser<'_> {
    pub(super) fn named(&mut self, token: Token) -> Parsed<Constant> {
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
        if !matches!(self.names.lookup(token.symbol), Some(Entity::Constant(_)))
            && let Some(length) = self.length_at(token)
        {
            return length;
        }
        Ok(self.constant_named(token.symbol, token.span))
    }

    /// The value of a constant by its name.
    fn constant_named(&mut self, name: Symbol, at: Span) -> Outcome<Constant> {
        match self.names.lookup(name) {
            Some(Entity::Constant(value)) => Ok(Constant { origin: value.origin.max(Origin::Constant), ..value.clone() }),
            Some(_) => {
                let fail = not_constant(&format!("`{}` is not a constant", self.text(name)), "declare it `const` with a value", at);
                Err(without_value(fail, self.valueless.get(&name).map(AsRef::as_ref)))
            }
            None => self.builtin_constant(name, at).unwrap_or_else(|| {
                let text = self.text(name);
                if text.starts_with("gl_") {
                    return Err(not_constant(&format!("`{text}` is not a constant"), "write a number, or the name of a `const`", at));
                }
                let found = Diagnostic::error(&codes::NAME_UNKNOWN, format!("`{text}` is not declared"), at).unknown(text);
                Err(Fail::Report(Box::new(found.help(format!("declare it as `const int {text} = …;` or `#define {text} …`")))))
            }),
        }
    }

    fn builtin_constant(&self, name: Symbol, at: Span) -> Option<Outcome<Constant>> {
        let text = self.text(name);
        if text == "gl_WorkGroupSize" {
            if !self.in_stage(&[Stage::Compute, Stage::Amplification, Stage::Mesh]) {
                return Some(Err(not_constant(
                    "`gl_WorkGroupSize` is not available in this stage",
                    "use it only in compute, task, and mesh shaders",
                    at,
                )));
            }
            let sizes = self.work_group.sizes.map(|size| Value::Int(size.map_or(1, |(size, _)| size).into(), Int::Uint32));
            let origin = if self.work_group.specialized { Origin::Computed } else { Origin::Constant };
            return Some(Ok(Constant::new(ConstantShape::vector(sizes.to_vec()), origin)));
        }
        let values = limits::limit(text, self.version)?.iter().map(|&value| Value::Int(value.into(), Int::Int32)).collect();
        Some(Ok(Constant::new(ConstantShape::vector(values), Origin::Constant)))
    }

    /// `(a, b)`, the name before it being read.
    fn arguments(&mut self) -> Result<Outcome<Vec<Constant>>, Fail> {
        if self.cursor.eat(TokenKind::ParenOpen).is_none() {
            return Err(unexpected("`(`", self.cursor.peek().span));
        }
        let (mut arguments, mut failed) = (Vec::new(), None);
        while !self.cursor.at(TokenKind::ParenClose) {
            match self.deeper(Self::expression)? {
                Ok(argument) => arguments.push(argument),
                Err(fail) => failed = Some(fail),
            }
            if self.cursor.eat(TokenKind::Comma).is_none() {
                break;
            }
            if self.cursor.at(TokenKind::ParenClose) {
                return Err(unexpected("an expression", self.cursor.peek().span));
            }
        }
        self.close()?;
        Ok(failed.map_or(Ok(arguments), Err))
    }

    fn called(&mut self, name: Token) -> Parsed<Constant> {
        let arguments = self.arguments()?;
        let declared = self.names.lookup(name.symbol).is_some();
        Ok(arguments.and_then(|arguments| {
            if arguments.iter().any(|argument| argument.origin >= Origin::Specialized) {
                let message = format!("`{}` of a specialization constant is not a constant", self.text(name.symbol));
                return Err(not_constant(&message, "write the result, or declare it as a specialization constant", name.span));
            }
            let shapes: Vec<ConstantShape> = arguments.iter().map(|argument| argument.shape.clone()).collect();
            let folded = if declared { None } else { functions::call(self.text(name.symbol), &shapes, name.span) };
            match folded {
                Some(shape) => Ok(Constant::computed(shape?, &arguments)),
                None => {
                    Err(not_constant(&format!("a call of `{}` is not a constant", self.text(name.symbol)), "write the result", name.span))
                }
            }
        }))
    }

    /// `vec3(1)`, `int[](1, 2)`, `Light(1, 2)`.
    fn constructed(&mut self, token: Token) -> Parsed<Constant> {
        let Some(ty) = self.deeper(|parser| Ok(parser.type_specifier().map(|spec| spec.ty)))? else { return Err(Fail::Dependent) };
        let arguments = self.arguments()?;
        let target = self.module.types[ty];
        let is_fraction =
            matches!(target, Type::Scalar(scalar) | Type::Vector { scalar, .. } | Type::Matrix { scalar, .. } if scalar.is_float());
        Ok(arguments.and_then(|arguments| {
            let is_converted = |argument: &Constant| {
                argument.origin >= Origin::Specialized
                    && (is_fraction != argument.shape.has_fraction() || matches!(target, Type::Array { .. }))
            };
            if !matches!(target, Type::Struct(_)) && arguments.iter().any(is_converted) {
                return Err(specialized_fraction(token.span));
            }
            let shapes = arguments.iter().map(|argument| argument.shape.clone()).collect();
            Ok(Constant::computed(self.construct(ty, shapes, token.span)?, &arguments))
        }))
    }

    fn construct(&self, ty: TypeId, arguments: Vec<ConstantShape>, at: Span) -> Outcome<ConstantShape> {
        match self.module.types[ty] {
            Type::Scalar(scalar) => match shapes::components(&arguments, scalar).first() {
                Some(&value) => Ok(ConstantShape::Scalar(value)),
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
                if components.len() == usize::from(width) { Ok(ConstantShape::vector(components)) } else { Err(mismatch(at)) }
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
                let column = |column: usize| ConstantShape::vector((0..rows).map(|row| element(column, row)).collect());
                Ok(ConstantShape::List(List::Matrix, (0..columns.into()).map(column).collect()))
            }
            Type::Array { count, .. } if count == Count::Runtime || count == Count::Known(arguments.len() as u64) => {
                Ok(ConstantShape::List(List::Array, arguments.into()))
            }
            Type::Struct(id) if self.module.structs[id].fields.len() == arguments.len() => {
                Ok(ConstantShape::List(List::Struct(id), arguments.into()))
            }
            Type::Unknown => Err(Fail::Dependent),
            _ => Err(mismatch(at)),
        }
    }

    /// What stands behind a dot: components, a member, `length()`.
    pub(super) fn selected(&mut self, of: Outcome<Constant>) -> Parsed<Constant> {
        self.cursor.next();
        let Some(name) = self.cursor.eat(TokenKind::Ident) else {
            return Err(unexpected("a name after `.`", self.cursor.peek().span));
        };
        if self.cursor.eat(TokenKind::ParenOpen).is_some() {
            self.close()?;
            return Ok(of.and_then(|of| self.length(of, name)));
        }
        Ok(of.and_then(|of| {
            let text = self.text(name.symbol);
            let wrong =
                || not_constant(&format!("unknown member or component `{text}`"), "write the name of a member or component", name.span);
            let shape = match &of.shape {
                ConstantShape::List(List::Struct(id), parts) => {
                    let fields = &self.module.structs[*id].fields;
                    let index = fields.iter().position(|field| field.name == name.symbol);
                    index.and_then(|index| parts.get(index)).cloned()
                }
                ConstantShape::List(List::Vector, parts) => swizzle(text, parts),
                _ => None,
            };
            Ok(Constant::computed(shape.ok_or_else(wrong)?, [&of]))
        }))
    }

    fn length(&mut self, of: Constant, name: Token) -> Outcome<Constant> {
        match of.shape {
            ConstantShape::List(list @ (List::Array | List::Vector | List::Matrix), parts) if self.text(name.symbol) == "length" => {
                if list != List::Array {
                    self.needs(&VECTOR_LENGTH, name.span);
                }
                let length = Value::Int(parts.len() as i128, Int::Int32);
                Ok(Constant::new(ConstantShape::Scalar(length), Origin::Constant))
            }
            _ => Err(not_constant(
                &format!("unknown method `{}`", self.text(name.symbol)),
                "call `length()` on an array, vector, or matrix: GLSL has no other method",
                name.span,
            )),
        }
    }

    /// `[1]` behind a value.
    pub(super) fn indexed(&mut self, of: Outcome<Constant>) -> Parsed<Constant> {
        let open = self.cursor.next();
        let index = self.deeper(Self::expression)?;
        if self.cursor.eat(TokenKind::BracketClose).is_none() {
            return Err(unexpected("`]`", self.cursor.peek().span));
        }
        Ok(of.and_then(|of| {
            let index = index?;
            let at = self.integer(index.clone(), open.span)?;
            match &of.shape {
                ConstantShape::List(List::Array | List::Vector | List::Matrix, parts) => {
                    let part = usize::try_from(at).ok().and_then(|at| parts.get(at));
                    let shape = part
                        .cloned()
                        .ok_or_else(|| not_constant(&format!("index {at} is out of range"), "use a smaller index", open.span))?;
                    Ok(Constant::computed(shape, [&of, &index]))
                }
                _ => Err(not_constant("the value cannot be indexed", "index an array, vector, or matrix", open.span)),
            }
        }))
    }
}

/// Components by their letters: `.xy`, `.bgr`, `.s`.
fn swizzle(letters: &str, parts: &[ConstantShape]) -> Option<ConstantShape> {
    let set = ["xyzw", "rgba", "stpq"].into_iter().find(|set| letters.chars().all(|letter| set.contains(letter)))?;
    let component = |letter| match parts.get(set.find(letter)?)? {
        ConstantShape::Scalar(value) => Some(*value),
        ConstantShape::List(..) => None,
    };
    let components: Option<Vec<Value>> = letters.chars().map(component).collect();
    components.filter(|components| (1..=4).contains(&components.len())).map(ConstantShape::vector)
}
