//! Constant expressions: evaluated while they are read.
//!
//! A *syntax* error ends the reading of the expression; an expression that is well formed but has no constant value
//! (a variable, a division by zero) is an outcome like any other, so that `false ? 1 / 0 : 4` is 4.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Scalar, Type, TypeId};
use padstone_source::Span;

use super::scopes::Entity;
use super::words::{Builtin, Word};
use super::{Keyword, Parser};
use crate::{Token, TokenKind};

/// The value of a constant expression.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    /// An integer, always within the range of its type.
    Int(i128, Int),
    Float(f64),
    Bool(bool),
}

/// Two template arguments are the same if their bits are: floating point has no other equality that is one.
impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// Integer types, by rising rank: of two operands the higher decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Int {
    /// A number without suffix. It takes the type of the other operand; among themselves they have 64 bits.
    Literal,
    Int32,
    Uint32,
    Int64,
    Uint64,
}

impl Int {
    fn range(self) -> (i128, i128) {
        match self {
            Int::Int32 => (i32::MIN.into(), i32::MAX.into()),
            Int::Uint32 => (0, u32::MAX.into()),
            Int::Literal | Int::Int64 => (i64::MIN.into(), i64::MAX.into()),
            Int::Uint64 => (0, u64::MAX.into()),
        }
    }

    fn bits(self) -> u32 {
        if matches!(self, Int::Int32 | Int::Uint32) { 32 } else { 64 }
    }

    fn is_signed(self) -> bool {
        self.range().0 < 0
    }

    pub(super) fn of(scalar: Scalar) -> Option<Int> {
        Some(match scalar {
            Scalar::Int8 | Scalar::Int16 | Scalar::Int32 | Scalar::Min16Int | Scalar::Min12Int => Int::Int32,
            Scalar::Uint8 | Scalar::Uint16 | Scalar::Uint32 | Scalar::Min16Uint => Int::Uint32,
            Scalar::Int64 => Int::Int64,
            Scalar::Uint64 => Int::Uint64,
            _ => return None,
        })
    }
}

/// Why an expression has no value.
#[derive(Clone, Debug)]
pub(super) enum Fail {
    Report(Box<Diagnostic>),
    /// It depends on template arguments that are not known: nothing to complain about.
    Dependent,
}

/// The value of a well-formed expression.
type Outcome = Result<Value, Fail>;
/// An outcome, or the error of an expression that is not well formed.
type Parsed = Result<Outcome, Fail>;

impl Parser<'_> {
    /// The integer value of the expression that `tokens` spell, reported if it has none.
    pub(super) fn integer_constant(&mut self, tokens: Rc<[Token]>, at: Span) -> Option<i128> {
        match self.constant(tokens, at).and_then(|value| integer(value, at)) {
            Ok(value) => Some(value),
            Err(Fail::Report(found)) => {
                self.report(*found);
                None
            }
            Err(Fail::Dependent) => None,
        }
    }

    /// The value of the expression that `tokens` spell.
    pub(super) fn constant(&mut self, tokens: Rc<[Token]>, at: Span) -> Outcome {
        if let [token] = tokens[..]
            && token.kind == TokenKind::Number
        {
            return self.number(token);
        }
        let end = tokens.last().map_or(at, |last| last.span.after());
        self.cursor.replay(tokens, end);
        let parsed = self.expression();
        let rest = self.cursor.peek();
        self.cursor.end_replay();
        let outcome = parsed??;
        if rest.kind != TokenKind::End {
            return Err(not_constant("this part of the expression is not understood", rest.span));
        }
        Ok(outcome)
    }

    fn expression(&mut self) -> Parsed {
        let condition = self.binary(0)?;
        if self.cursor.eat(TokenKind::Question).is_none() {
            return Ok(condition);
        }
        let chosen = self.deeper(Self::expression)?;
        if self.cursor.eat(TokenKind::Colon).is_none() {
            return Err(unexpected("`:` of the conditional expression", self.cursor.peek().span));
        }
        let otherwise = self.deeper(Self::expression)?;
        Ok(match condition {
            Ok(condition) if truth(condition) => chosen,
            Ok(_) => otherwise,
            Err(fail) => Err(fail),
        })
    }

    /// Binary operators of at least that precedence.
    fn binary(&mut self, least: u8) -> Parsed {
        let mut left = self.unary()?;
        loop {
            let token = self.cursor.peek();
            let Some((operator, precedence, tokens)) = self.operator(token) else { return Ok(left) };
            if precedence < least {
                return Ok(left);
            }
            for _ in 0..tokens {
                self.cursor.next();
            }
            let right = self.binary(precedence + 1)?;
            left = match (operator, left, right) {
                (Operator::And, Ok(left), _) if !truth(left) => Ok(Value::Bool(false)),
                (Operator::Or, Ok(left), _) if truth(left) => Ok(Value::Bool(true)),
                (_, Ok(left), Ok(right)) => apply(operator, left, right, token.span),
                (_, Err(fail), _) | (_, _, Err(fail)) => Err(fail),
            };
        }
    }

    /// The operator at a token, its precedence, and how many tokens it takes.
    fn operator(&mut self, token: Token) -> Option<(Operator, u8, usize)> {
        Some(match token.kind {
            TokenKind::OrOr => (Operator::Or, 1, 1),
            TokenKind::AndAnd => (Operator::And, 2, 1),
            TokenKind::Pipe => (Operator::BitOr, 3, 1),
            TokenKind::Caret => (Operator::BitXor, 4, 1),
            TokenKind::Ampersand => (Operator::BitAnd, 5, 1),
            TokenKind::Equal => (Operator::Equal, 6, 1),
            TokenKind::NotEqual => (Operator::NotEqual, 6, 1),
            TokenKind::Less => (Operator::Less, 7, 1),
            TokenKind::LessEqual => (Operator::LessEqual, 7, 1),
            TokenKind::GreaterEqual => (Operator::GreaterEqual, 7, 1),
            TokenKind::ShiftLeft => (Operator::ShiftLeft, 8, 1),
            TokenKind::Greater => {
                let second = self.cursor.peek_at(1);
                if second.kind == TokenKind::Greater && !second.after_space {
                    (Operator::ShiftRight, 8, 2)
                } else {
                    (Operator::Greater, 7, 1)
                }
            }
            TokenKind::Plus => (Operator::Add, 9, 1),
            TokenKind::Minus => (Operator::Subtract, 9, 1),
            TokenKind::Star => (Operator::Multiply, 10, 1),
            TokenKind::Slash => (Operator::Divide, 10, 1),
            TokenKind::Percent => (Operator::Remainder, 10, 1),
            _ => return None,
        })
    }

    fn unary(&mut self) -> Parsed {
        let token = self.cursor.peek();
        match token.kind {
            TokenKind::Plus | TokenKind::Minus | TokenKind::Tilde | TokenKind::Bang => {
                self.cursor.next();
                let operand = self.deeper(Self::unary)?;
                Ok(operand.and_then(|value| apply_unary(token, value)))
            }
            _ => self.primary(),
        }
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
                if self.begins_type(0) {
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
            Some(_) => Err(not_constant(&format!("`{}` is not a constant", self.text(path.name)), path.span)),
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
            _ => Err(not_constant(&format!("`{}` is not a constant", self.text(path.name)), path.span)),
        })
    }

    /// `sizeof(T)` in bytes, by the standard layout: natural alignment, as in a structured buffer.
    fn sizeof(&mut self, at: Span) -> Parsed {
        if self.cursor.eat(TokenKind::ParenOpen).is_none() {
            return Err(unexpected("`(` after `sizeof`", self.cursor.peek().span));
        }
        if !self.begins_type(0) {
            return Err(not_constant("`sizeof` is supported for types only", at));
        }
        let ty = self.deeper(|parser| Ok(parser.type_specifier().map(|spec| spec.ty)))?;
        self.close()?;
        let Some(ty) = ty else { return Ok(Err(Fail::Dependent)) };
        Ok(match self.size_of(ty) {
            Some(size) => ranged(size.into(), Int::Uint32, at),
            None => Err(not_constant("the size of this type is not known", at)),
        })
    }

    fn convert(&self, operand: Outcome, ty: Option<TypeId>, at: Span) -> Outcome {
        let value = operand?;
        let scalar = match ty.map(|ty| self.module.types[ty]) {
            Some(Type::Scalar(scalar) | Type::Vector { scalar, width: 1 }) => scalar,
            Some(Type::Enum(id)) => self.module.enums[id].scalar,
            Some(Type::Unknown) | None => return Err(Fail::Dependent),
            Some(_) => return Err(not_constant("only scalars are constants here", at)),
        };
        Ok(cast(value, scalar))
    }

    fn close(&mut self) -> Result<(), Fail> {
        match self.cursor.eat(TokenKind::ParenClose) {
            Some(_) => Ok(()),
            None => Err(unexpected("`)`", self.cursor.peek().span)),
        }
    }

    /// [`Self::nested`], with a failure that has been reported already.
    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, Fail>) -> Result<T, Fail> {
        self.nested(parse).unwrap_or(Err(Fail::Dependent))
    }

    fn number(&self, token: Token) -> Outcome {
        let text = self.text(token.symbol);
        let wrong = || not_constant(&format!("`{text}` is no number"), token.span);
        let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        if !hexadecimal && (text.contains(['.', 'e', 'E']) || text.ends_with(['f', 'F', 'h', 'H'])) {
            let digits = text.trim_end_matches(['f', 'F', 'h', 'H', 'l', 'L']);
            return digits.parse().map(Value::Float).map_err(|_| wrong());
        }
        let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
        let suffix = text[digits.len()..].to_ascii_lowercase();
        let ty = match &*suffix {
            "" => Int::Literal,
            "u" => Int::Uint32,
            "l" | "ll" => Int::Int64,
            "ul" | "lu" | "ull" | "llu" => Int::Uint64,
            _ => return Err(wrong()),
        };
        let (digits, radix) = match digits.as_bytes() {
            [b'0', b'x' | b'X', ..] => (&digits[2..], 16),
            [b'0', b'b' | b'B', ..] => (&digits[2..], 2),
            [b'0', _, ..] => (&digits[1..], 8),
            _ => (digits, 10),
        };
        let value = u64::from_str_radix(digits, radix).map_err(|error| match error.kind() {
            std::num::IntErrorKind::PosOverflow => overflow(&format!("{text} does not fit 64 bits"), token.span),
            _ => wrong(),
        })?;
        // A literal beyond the signed range is unsigned, as in C.
        let ty = if ty == Int::Literal && value > i64::MAX as u64 { Int::Uint64 } else { ty };
        ranged(value.into(), ty, token.span)
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

fn apply(operator: Operator, left: Value, right: Value, at: Span) -> Outcome {
    match (left, right) {
        (Value::Float(_), _) | (_, Value::Float(_)) => apply_float(operator, real(left), real(right), at),
        _ => {
            let ((left, left_type), (right, right_type)) = (promoted(left), promoted(right));
            let ty = if matches!(operator, Operator::ShiftLeft | Operator::ShiftRight) { left_type } else { left_type.max(right_type) };
            apply_int(operator, wrap(left, ty), wrap(right, ty), ty, at)
        }
    }
}

fn apply_int(operator: Operator, left: i128, right: i128, ty: Int, at: Span) -> Outcome {
    let value = match operator {
        Operator::Or => return Ok(Value::Bool(left != 0 || right != 0)),
        Operator::And => return Ok(Value::Bool(left != 0 && right != 0)),
        Operator::Equal => return Ok(Value::Bool(left == right)),
        Operator::NotEqual => return Ok(Value::Bool(left != right)),
        Operator::Less => return Ok(Value::Bool(left < right)),
        Operator::LessEqual => return Ok(Value::Bool(left <= right)),
        Operator::Greater => return Ok(Value::Bool(left > right)),
        Operator::GreaterEqual => return Ok(Value::Bool(left >= right)),
        Operator::BitOr => left | right,
        Operator::BitXor => left ^ right,
        Operator::BitAnd => left & right,
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        // Operands have at most 64 bits, so the product has at most 128.
        Operator::Multiply => left.checked_mul(right).ok_or_else(|| overflow("the product is too large", at))?,
        Operator::Divide | Operator::Remainder if right == 0 => {
            return Err(Fail::Report(Box::new(Diagnostic::error(&codes::DIVISION_BY_ZERO, "division by zero", at))));
        }
        Operator::Divide => left / right,
        Operator::Remainder => left % right,
        // The amount of a shift counts modulo the width of the value, as HLSL has it.
        Operator::ShiftLeft => wrap(left << (right & i128::from(ty.bits() - 1)), ty),
        Operator::ShiftRight => left >> (right & i128::from(ty.bits() - 1)),
    };
    ranged(value, ty, at)
}

fn apply_float(operator: Operator, left: f64, right: f64, at: Span) -> Outcome {
    Ok(match operator {
        Operator::Or => Value::Bool(left != 0.0 || right != 0.0),
        Operator::And => Value::Bool(left != 0.0 && right != 0.0),
        Operator::Equal => Value::Bool(left == right),
        Operator::NotEqual => Value::Bool(left != right),
        Operator::Less => Value::Bool(left < right),
        Operator::LessEqual => Value::Bool(left <= right),
        Operator::Greater => Value::Bool(left > right),
        Operator::GreaterEqual => Value::Bool(left >= right),
        Operator::Add => Value::Float(left + right),
        Operator::Subtract => Value::Float(left - right),
        Operator::Multiply => Value::Float(left * right),
        Operator::Divide => Value::Float(left / right),
        Operator::Remainder => Value::Float(left % right),
        _ => return Err(not_constant("this operator takes integers", at)),
    })
}

fn apply_unary(token: Token, value: Value) -> Outcome {
    match (token.kind, value) {
        (TokenKind::Bang, value) => Ok(Value::Bool(!truth(value))),
        (TokenKind::Minus, Value::Float(value)) => Ok(Value::Float(-value)),
        (TokenKind::Plus, Value::Float(value)) => Ok(Value::Float(value)),
        (TokenKind::Tilde, Value::Float(_)) => Err(not_constant("`~` takes an integer", token.span)),
        (kind, value) => {
            let (value, ty) = promoted(value);
            match kind {
                TokenKind::Minus => ranged(-value, ty, token.span),
                TokenKind::Tilde => Ok(Value::Int(wrap(!value, ty), ty)),
                _ => Ok(Value::Int(value, ty)),
            }
        }
    }
}

/// An integer of a type: unsigned types wrap, as the language says; in signed types overflow is an error.
fn ranged(value: i128, ty: Int, at: Span) -> Outcome {
    let (least, most) = ty.range();
    if (least..=most).contains(&value) {
        Ok(Value::Int(value, ty))
    } else if ty.is_signed() {
        Err(overflow(&format!("{value} does not fit {} bits with a sign", ty.bits()), at))
    } else {
        Ok(Value::Int(wrap(value, ty), ty))
    }
}

/// The low bits of a value, as an integer of the type.
fn wrap(value: i128, ty: Int) -> i128 {
    match ty {
        Int::Int32 => (value as i32).into(),
        Int::Uint32 => (value as u32).into(),
        Int::Literal | Int::Int64 => (value as i64).into(),
        Int::Uint64 => (value as u64).into(),
    }
}

fn cast(value: Value, scalar: Scalar) -> Value {
    match Int::of(scalar) {
        Some(ty) => Value::Int(
            match value {
                Value::Int(value, _) => wrap(value, ty),
                Value::Float(value) => wrap(value as i128, ty),
                Value::Bool(value) => value.into(),
            },
            ty,
        ),
        None if scalar == Scalar::Bool => Value::Bool(truth(value)),
        None => Value::Float(real(value)),
    }
}

fn integer(value: Value, at: Span) -> Result<i128, Fail> {
    match value {
        Value::Int(value, _) => Ok(value),
        Value::Bool(value) => Ok(value.into()),
        Value::Float(value) => Err(not_constant(&format!("{value} is not an integer"), at)),
    }
}

fn promoted(value: Value) -> (i128, Int) {
    match value {
        Value::Int(value, ty) => (value, ty),
        Value::Bool(value) => (value.into(), Int::Int32),
        Value::Float(value) => (value as i128, Int::Literal),
    }
}

fn real(value: Value) -> f64 {
    match value {
        Value::Int(value, _) => value as f64,
        Value::Float(value) => value,
        Value::Bool(value) => value.into(),
    }
}

fn truth(value: Value) -> bool {
    match value {
        Value::Int(value, _) => value != 0,
        Value::Float(value) => value != 0.0,
        Value::Bool(value) => value,
    }
}

fn unexpected(what: &str, at: Span) -> Fail {
    Fail::Report(Box::new(Diagnostic::error(&codes::UNEXPECTED_TOKEN, format!("expected {what}"), at)))
}

fn not_constant(message: &str, at: Span) -> Fail {
    Fail::Report(Box::new(Diagnostic::error(&codes::NOT_CONSTANT, message, at)))
}

fn overflow(message: &str, at: Span) -> Fail {
    Fail::Report(Box::new(Diagnostic::error(&codes::CONSTANT_OVERFLOW, message, at)))
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(value, _) => value.fmt(f),
            Value::Float(value) => value.fmt(f),
            Value::Bool(value) => value.fmt(f),
        }
    }
}

impl Value {
    /// The kind of value, and its bits. The type of an integer is none of it: `S<4>` and `S<4u>` are one.
    fn key(&self) -> (u8, i128) {
        match *self {
            Value::Int(value, _) => (0, value),
            Value::Float(value) => (1, value.to_bits().into()),
            Value::Bool(value) => (2, value.into()),
        }
    }

    /// The value as a variable of that type holds it; `None` for types that are no scalar.
    pub(super) fn stored_as(self, ty: Type) -> Option<Value> {
        match ty {
            Type::Scalar(scalar) => Some(cast(self, scalar)),
            _ => None,
        }
    }
}
