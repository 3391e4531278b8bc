//! The operands of constant expressions of HLSL.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Type, TypeId};
use padstone_source::Span;

use super::keywords::{Builtin, Word};
use super::scopes::Entity;
use super::{Keyword, Parser};
use crate::constants::{Expressions, Operator, Outcome, Overflow, Parsed, Semantics, Suffixes};
pub(super) use crate::constants::{Fail, Int, Value};
use crate::constants::{cast, integer, literal, not_constant, ranged, to_bool, unexpected};
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::sizeof::NaturalRules;
use crate::{Token, TokenKind};

/// Numbers: a suffix decides on the type of an integer, and none leaves it open.
const SUFFIXES: Suffixes = Suffixes {
    floats: &['f', 'F', 'h', 'H', 'l', 'L'],
    integers: &[
        ("", Int::Literal),
        ("u", Int::Uint32),
        ("l", Int::Int64),
        ("ll", Int::Int64),
        ("ul", Int::Uint64),
        ("lu", Int::Uint64),
        ("ull", Int::Uint64),
        ("llu", Int::Uint64),
    ],
    binary: true,
    all_bits: false,
};

impl Expressions for Parser<'_> {
    type Value = Value;

    const LOGICAL_XOR: bool = false;

    fn number(&self, token: Token) -> Outcome {
        literal(self.text(token.symbol), &SUFFIXES, token.span)
    }

    fn primary(&mut self) -> Parsed {
        let token = self.cursor.peek();
        match token.kind {
            TokenKind::Number => {
                self.cursor.next();
                Ok(self.number(token))
            }
            TokenKind::Char => {
                self.cursor.next();
                let value = self.text(token.symbol).chars().nth(1).map_or(0, |character| character as i128);
                Ok(Ok(Value::Int(value, Int::Literal)))
            }
            TokenKind::ParenOpen => {
                self.cursor.next();
                // `(float) x` is a cast, `(float(x) + 1)` is not.
                if self.begins_type(0) && self.cursor.peek_at(1).kind != TokenKind::ParenOpen {
                    let ty = self.deeper(|parser| Ok(parser.type_specifier().map(|spec| spec.ty)))?;
                    self.close()?;
                    let operand = self.deeper(Self::unary)?;
                    return Ok(self.convert(operand, ty, token.span));
                }
                let inner = self.deeper(Self::expression)?;
                self.close()?;
                Ok(inner)
            }
            TokenKind::Ident => self.named(token),
            TokenKind::ColonColon => self.named(token),
            _ => Err(unexpected("an expression", token.span)),
        }
    }

    fn apply(&mut self, operator: Operator, left: Value, right: Value, at: Span) -> Outcome {
        Semantics::HLSL.binary(operator, left, right, at)
    }

    fn apply_unary(&mut self, operator: Token, value: Value) -> Outcome {
        Semantics::HLSL.unary(operator.kind, value, operator.span)
    }

    fn decided(&self, operator: Operator, left: &Value) -> Option<Value> {
        operator.decided(to_bool(*left)).map(Value::Bool)
    }

    fn is_true(&self, value: &Value) -> bool {
        to_bool(*value)
    }

    fn integer(&self, value: Value, at: Span) -> Outcome<i128> {
        integer(value, at)
    }
}

impl Parser<'_> {
    fn named(&mut self, token: Token) -> Parsed {
        match self.keyword(token) {
            Some(Keyword::True | Keyword::False) => {
                self.cursor.next();
                return Ok(Ok(Value::Bool(self.keyword(token) == Some(Keyword::True))));
            }
            Some(Keyword::Sizeof) => {
                self.cursor.next();
                return self.sizeof(token.span);
            }
            _ => {}
        }
        if self.begins_type(0) {
            // `int(3)`, or a member of a struct or enum: `Limits::Count`.
            let ty = match self.type_or_member()? {
                Ok(TypeOrMember::Type(ty)) => ty,
                Ok(TypeOrMember::Constant(value)) => return Ok(Ok(value)),
                Err(fail) => return Ok(Err(fail)),
            };
            if self.cursor.eat(TokenKind::ParenOpen).is_none() {
                return Err(unexpected("`(` after a type", self.cursor.peek().span));
            }
            let operand = self.deeper(Self::expression)?;
            self.close()?;
            return Ok(self.convert(operand, Some(ty), token.span));
        }
        let path = self.path();
        Ok(match path.entity {
            Some(Entity::Constant(value)) => Ok(value),
            Some(Entity::Dependent) => Err(Fail::Dependent),
            Some(_) => Err(not_constant(
                &format!("`{}` is not a constant", self.text(path.name)),
                "declare it `static const` with a value",
                path.span,
            )),
            None => {
                let name = self.text(path.name).to_owned();
                let found = Diagnostic::error(&codes::NOT_CONSTANT, format!("`{name}` is not declared"), path.span);
                Err(Fail::Report(Box::new(found.help(format!("declare it as `static const int {name} = …;` or `#define {name} …`")))))
            }
        })
    }

    fn type_or_member(&mut self) -> Result<Result<TypeOrMember, Fail>, Fail> {
        let token = self.cursor.peek();
        if let Some(Word::Type(_)) = self.words.get(token.symbol)
            && self.scopes.lookup(token.symbol).is_none()
        {
            return self
                .deeper(|parser| Ok(parser.type_specifier().map(|spec| Ok(TypeOrMember::Type(spec.ty))).unwrap_or(Err(Fail::Dependent))));
        }
        let path = self.path();
        Ok(match path.entity {
            Some(Entity::Constant(value)) => Ok(TypeOrMember::Constant(value)),
            Some(Entity::Type(ty)) => Ok(TypeOrMember::Type(ty)),
            Some(Entity::Dependent) => Err(Fail::Dependent),
            _ => Err(not_constant(
                &format!("`{}` is not a constant", self.text(path.name)),
                "declare it `static const` with a value",
                path.span,
            )),
        })
    }

    /// `sizeof(T)` in bytes, by the standard layout: natural alignment, as in a structured buffer.
    fn sizeof(&mut self, at: Span) -> Parsed {
        if self.cursor.eat(TokenKind::ParenOpen).is_none() {
            return Err(unexpected("`(` after `sizeof`", self.cursor.peek().span));
        }
        if !self.begins_type(0) {
            return Err(not_constant("`sizeof` is supported for types only", "write the type in the parentheses", at));
        }
        let ty = self.deeper(|parser| Ok(parser.type_specifier().map(|spec| spec.ty)))?;
        self.close()?;
        let Some(ty) = ty else { return Ok(Err(Fail::Dependent)) };
        let rules = if self.options.clang { NaturalRules::CLANG_22 } else { NaturalRules::HLSL };
        Ok(match self.natural_sizes.of(rules, &self.module, ty, |_| false) {
            Some(natural) => ranged(natural.size.into(), Int::Uint32, Overflow::IsError, at),
            None => Err(not_constant("the size of the type is unknown", "write its size in bytes", at)),
        })
    }

    fn convert(&self, operand: Outcome, ty: Option<TypeId>, at: Span) -> Outcome {
        let value = operand?;
        let scalar = match ty.map(|ty| self.module.types[ty]) {
            Some(Type::Scalar(scalar) | Type::Vector { scalar, width: 1 }) => scalar,
            Some(Type::Enum(id)) => self.module.enums[id].scalar,
            Some(Type::Unknown) | None => return Err(Fail::Dependent),
            Some(_) => return Err(not_constant("expected a scalar constant", "write a scalar", at)),
        };
        Ok(cast(value, scalar))
    }

    /// Whether the token `ahead` begins the name of a type.
    pub(super) fn begins_type(&mut self, ahead: usize) -> bool {
        let token = self.cursor.peek_at(ahead);
        if token.kind != TokenKind::Ident {
            return false;
        }
        match self.scopes.lookup(token.symbol) {
            Some(Entity::Type(_)) => true,
            Some(Entity::Template(_)) => self.cursor.peek_at(ahead + 1).kind == TokenKind::Less,
            Some(_) => false,
            None => match self.words.get(token.symbol) {
                Some(Word::Type(builtin)) => builtin != Builtin::Void,
                Some(Word::Keyword(keyword)) => matches!(keyword, Keyword::Unsigned | Keyword::Signed | Keyword::Const),
                None => false,
            },
        }
    }
}

enum TypeOrMember {
    Type(TypeId),
    Constant(Value),
}
