//! The operands of constant expressions of HLSL.

use std::rc::Rc;

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Type, TypeId};
use padstone_source::{Span, Symbol};

use super::entities::{Constant, Entity};
use super::keywords::{Builtin, Word};
use super::specifiers::Path;
use super::{Keyword, Parser};
use crate::constants::{Expressions, Operator, Outcome, Overflow, Parsed, Semantics, Suffixes};
pub(super) use crate::constants::{Fail, Int, Value};
use crate::constants::{cast, integer, literal, not_constant, ranged, to_bool, unexpected, unknown_in, without_value};
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
    type Value = Constant;

    const LOGICAL_XOR: bool = false;

    fn number(&self, token: Token) -> Outcome<Constant> {
        literal(self.text(token.symbol), &SUFFIXES, token.span).map(Constant::from)
    }

    fn primary(&mut self) -> Parsed<Constant> {
        let token = self.cursor.peek();
        match token.kind {
            TokenKind::Number => {
                self.cursor.next();
                Ok(self.number(token))
            }
            TokenKind::Char => {
                self.cursor.next();
                let value = self.text(token.symbol).chars().nth(1).map_or(0, |character| character as i128);
                Ok(Ok(Constant::integer(value, Int::Literal)))
            }
            TokenKind::ParenOpen => {
                self.cursor.next();
                // `(float) x` is a cast, `(float(x) + 1)` is not.
                if self.begins_type(0) && self.cursor.peek_at(1).kind != TokenKind::ParenOpen {
                    let ty = match self.scopes.lookup(self.cursor.peek().symbol) {
                        None => self.deeper(|parser| Ok(parser.type_specifier().map(|spec| spec.ty)))?,
                        Some(_) => match self.type_or_member()? {
                            Ok(TypeOrMember::Type(ty)) => Some(ty),
                            // `(Limits::Count + 1)`.
                            Ok(TypeOrMember::Constant(value)) => return self.rest_in_parentheses(Ok(value)),
                            Err(fail) => return self.rest_in_parentheses(Err(fail)),
                        },
                    };
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

    fn apply(&mut self, operator: Operator, left: Constant, right: Constant, at: Span) -> Outcome<Constant> {
        if left.scoped_enum != right.scoped_enum || left.scoped_enum.is_some() && !operator.is_comparison() {
            return Err(not_an_integer(at));
        }
        Semantics::HLSL.binary(operator, left.value, right.value, at).map(Constant::from)
    }

    fn apply_unary(&mut self, operator: Token, operand: Constant) -> Outcome<Constant> {
        if operand.scoped_enum.is_some() {
            return Err(not_an_integer(operator.span));
        }
        Semantics::HLSL.unary(operator.kind, operand.value, operator.span).map(Constant::from)
    }

    fn decided(&self, operator: Operator, left: &Constant) -> Option<Constant> {
        operator.decided(to_bool(left.value)).map(|value| Value::Bool(value).into())
    }

    fn is_true(&self, condition: &Constant) -> bool {
        to_bool(condition.value)
    }

    fn integer(&self, constant: Constant, at: Span) -> Outcome<i128> {
        if constant.scoped_enum.is_some() {
            return Err(not_an_integer(at));
        }
        integer(constant.value, at)
    }
}

/// The error of a value of an `enum class` where a number is required.
fn not_an_integer(at: Span) -> Fail {
    not_constant("a value of an `enum class` is not an integer", "convert it with `(int)`", at)
}

impl Parser<'_> {
    /// Whether a literal is a number, whose swizzle may be part of the token: `1.xxx`, `0.5f.xx`.
    pub(super) fn check_number(&self, token: Token) -> Outcome<()> {
        let text = self.text(token.symbol);
        let is_swizzle = |suffix: &str| !suffix.is_empty() && suffix.bytes().all(|component| b"xyzwrgba".contains(&component));
        let number = text.rsplit_once('.').filter(|(_, suffix)| is_swizzle(suffix)).map_or(text, |(number, _)| number);
        literal(number, &SUFFIXES, token.span).map(drop)
    }

    fn named(&mut self, token: Token) -> Parsed<Constant> {
        match self.keyword(token) {
            Some(Keyword::True | Keyword::False) => {
                self.cursor.next();
                return Ok(Ok(Value::Bool(self.keyword(token) == Some(Keyword::True)).into()));
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
                self.templates.type_operand = Some((token.span, ty));
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
            Some(_) => Err(self.name_is_not_constant(&path)),
            None if self.cursor.at(TokenKind::ParenOpen) => {
                let message = format!("padstone does not evaluate calls of functions: `{}`", self.text(path.name));
                let open = self.cursor.next();
                self.skip_to_close(open.span);
                Err(not_constant(&message, "write the result", path.span))
            }
            None => {
                let name = self.text(path.name).to_owned();
                let found = Diagnostic::error(&codes::NOT_CONSTANT, format!("`{name}` is not declared"), path.span).unknown(name.clone());
                Err(Fail::Report(Box::new(found.help(format!("declare it as `static const int {name} = …;` or `#define {name} …`")))))
            }
        })
    }

    fn rest_in_parentheses(&mut self, first: Outcome<Constant>) -> Parsed<Constant> {
        let inner = self.deeper(|parser| parser.expression_after(first))?;
        self.close()?;
        Ok(inner)
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
            _ => Err(self.name_is_not_constant(&path)),
        })
    }

    fn name_is_not_constant(&self, path: &Path) -> Fail {
        let message = format!("`{}` is not a constant", self.text(path.name));
        let fail = not_constant(&message, "declare it `static const` with a value", path.span);
        without_value(fail, self.valueless.get(&path.name).map(AsRef::as_ref))
    }

    /// `sizeof(T)` in bytes, by the standard layout: natural alignment, as in a structured buffer.
    fn sizeof(&mut self, at: Span) -> Parsed<Constant> {
        if self.cursor.eat(TokenKind::ParenOpen).is_none() {
            return Err(unexpected("`(` after `sizeof`", self.cursor.peek().span));
        }
        if !self.begins_type(0) {
            return Err(not_constant("`sizeof` is supported for types only", "write the type in the parentheses", at));
        }
        let ty = self.deeper(|parser| {
            let Some(element) = parser.type_specifier() else { return Ok(None) };
            let dims = parser.dimensions();
            Ok(Some(parser.array_of(element.ty, &dims)))
        })?;
        self.close()?;
        let Some(ty) = ty else { return Ok(Err(Fail::Dependent)) };
        let rules = if self.options.clang { NaturalRules::CLANG_22 } else { NaturalRules::HLSL };
        Ok(match self.natural_sizes.of(rules, &self.module, ty, |_| false) {
            Some(natural) => ranged(natural.size.into(), Int::Uint32, Overflow::IsError, at).map(Constant::from),
            None => Err(not_constant("the size of the type is unknown", "write its size in bytes", at)),
        })
    }

    /// A constant converted to a type by a cast.
    fn convert(&self, operand: Outcome<Constant>, ty: Option<TypeId>, at: Span) -> Outcome<Constant> {
        let value = operand?.value;
        let Some(ty) = ty else { return Err(Fail::Dependent) };
        match self.stored_as(value, ty) {
            Some(constant) => Ok(constant),
            None if self.module.types[ty] == Type::Unknown => Err(Fail::Dependent),
            None => Err(not_constant("expected a scalar constant", "write a scalar", at)),
        }
    }

    /// The value converted to a type; `None` for types other than scalars and enums.
    pub(super) fn stored_as(&self, value: Value, ty: TypeId) -> Option<Constant> {
        let scalar = match self.module.types[ty] {
            Type::Scalar(scalar) | Type::Vector { scalar, width: 1 } => scalar,
            Type::Enum(id) => self.module.enums[id].scalar,
            _ => return None,
        };
        let scoped_enum = self.scopes.scoped_enums.contains(&ty).then_some(ty);
        Some(Constant { value: cast(value, scalar), scoped_enum })
    }

    /// The value of a constant variable with an initializer; `None` if padstone does not evaluate it.
    pub(super) fn initial_value(&mut self, name: Symbol, initializer: Rc<[Token]>, ty: TypeId, at: Span) -> Option<Constant> {
        let initial = match self.constant(initializer, at) {
            Ok(initial) => initial,
            Err(fail) => {
                self.valueless.extend(unknown_in(&fail).map(|unknown| (name, unknown)));
                return None;
            }
        };
        let stored = self.stored_as(initial.value, ty)?;
        if initial.scoped_enum.is_some() && initial.scoped_enum != stored.scoped_enum {
            self.reported::<()>(Err(not_an_integer(at)));
            return None;
        }
        (initial.scoped_enum == stored.scoped_enum).then_some(stored)
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
                Some(Word::Reserved) | None => false,
            },
        }
    }
}

enum TypeOrMember {
    Type(TypeId),
    Constant(Constant),
}
