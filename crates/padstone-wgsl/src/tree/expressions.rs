//! Expressions, including types, and attributes.

use std::num::NonZeroU32;
use std::ops::Index;

use padstone_source::{Span, Symbol};

use super::List;

/// A name in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident {
    /// The name; [`Symbol::EMPTY`] if it is missing, which has been reported.
    pub symbol: Symbol,
    /// The span.
    pub span: Span,
}

/// A handle to an [`Expression`] of some [`Nodes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ExprId(NonZeroU32);

impl ExprId {
    /// The handle of the expression at a position of [`Nodes::expressions`].
    pub(crate) fn from_index(index: usize) -> ExprId {
        // Nodes are numbered in 32 bits, from 1.
        ExprId(NonZeroU32::MIN.saturating_add(index as u32))
    }

    /// The position in [`Nodes::expressions`].
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The expressions and attributes of the declarations of a file, or of one body.
#[derive(Clone, Debug, Default)]
pub struct Nodes {
    /// All expressions, each after its operands.
    pub expressions: Vec<Expression>,
    /// All attributes.
    pub attributes: Vec<Attribute>,
    /// The arguments of calls, template lists and attributes.
    pub(crate) arguments: Vec<ExprId>,
}

impl Nodes {
    pub(crate) fn add(&mut self, kind: ExpressionKind, span: Span) -> ExprId {
        self.expressions.push(Expression { kind, span });
        ExprId(NonZeroU32::new(self.expressions.len() as u32).expect("the vector is not empty after a push"))
    }
}

impl Nodes {
    /// The handles of all expressions, operands first.
    pub fn ids(&self) -> impl Iterator<Item = ExprId> + use<> {
        (0..self.expressions.len()).map(ExprId::from_index)
    }

    /// The operands of an expression, in source order, without the arguments of attributes.
    pub fn parts(&self, id: ExprId) -> impl Iterator<Item = ExprId> + '_ {
        let (first, second, list) = match self[id].kind {
            ExpressionKind::Literal(_) | ExpressionKind::Name(_) | ExpressionKind::Error => (None, None, List::EMPTY),
            ExpressionKind::Template { name: first, arguments } | ExpressionKind::Call { callee: first, arguments } => {
                (Some(first), None, arguments)
            }
            ExpressionKind::Index { base: first, index: second } | ExpressionKind::Binary { left: first, right: second, .. } => {
                (Some(first), Some(second), List::EMPTY)
            }
            ExpressionKind::Member { base: part, .. }
            | ExpressionKind::Unary { operand: part, .. }
            | ExpressionKind::Paren(part)
            | ExpressionKind::Attributed { inner: part, .. } => (Some(part), None, List::EMPTY),
        };
        first.into_iter().chain(second).chain(self[list].iter().copied())
    }
}

impl Index<ExprId> for Nodes {
    type Output = Expression;

    fn index(&self, id: ExprId) -> &Expression {
        &self.expressions[id.index()]
    }
}

impl Index<List<ExprId>> for Nodes {
    type Output = [ExprId];

    fn index(&self, list: List<ExprId>) -> &[ExprId] {
        &self.arguments[list.range()]
    }
}

impl Index<List<Attribute>> for Nodes {
    type Output = [Attribute];

    fn index(&self, list: List<Attribute>) -> &[Attribute] {
        &self.attributes[list.range()]
    }
}

/// `@align(16)`, or `align(16)` inside `[[…]]`, with unchecked name and arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attribute {
    /// The name, which may be a keyword (`@const`).
    pub name: Ident,
    /// The arguments; `None` without parentheses.
    pub arguments: Option<List<ExprId>>,
    /// From the `@`, or from the name inside `[[…]]`, to the closing parenthesis.
    pub span: Span,
    /// From `[[` to `]]`, shared by all attributes between them; equal to `span` for `@`.
    pub brackets: Span,
}

/// An expression or type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expression {
    /// The kind.
    pub kind: ExpressionKind,
    /// The span of the whole expression.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExpressionKind {
    /// `true`, `12u`, `0x1.8p3f`.
    Literal(Literal),
    /// A name: of a variable, function, type, address space, component format….
    Name(Symbol),
    /// `name<a, b>`: a type or function with a template list.
    Template {
        /// The name, a [`ExpressionKind::Name`].
        name: ExprId,
        /// The arguments between `<` and `>`.
        arguments: List<ExprId>,
    },
    /// `callee(a, b)`: a call, a conversion, a construction.
    Call {
        /// A [`ExpressionKind::Name`] or [`ExpressionKind::Template`].
        callee: ExprId,
        /// The arguments in the parentheses.
        arguments: List<ExprId>,
    },
    /// `base[index]`.
    Index {
        /// The indexed expression.
        base: ExprId,
        /// The index.
        index: ExprId,
    },
    /// `base.name`: a member, a component, a swizzle.
    Member {
        /// The expression with the member.
        base: ExprId,
        /// The name of the member, which ends at the end of the expression.
        name: Symbol,
        /// The start of the name.
        name_start: u32,
    },
    /// `-a`, `&a`.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The operand.
        operand: ExprId,
    },
    /// `a + b`.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// The left side.
        left: ExprId,
        /// The right side.
        right: ExprId,
    },
    /// `(a)`.
    Paren(ExprId),
    /// `[[access(read)]] T`, in the draft of 2020.
    Attributed {
        /// The attributes.
        attributes: List<Attribute>,
        /// The type that they qualify.
        inner: ExprId,
    },
    /// A missing or invalid expression, which has been reported.
    Error,
}

/// The value of a literal. Its spelling is in the text at its span.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    kind: LiteralKind,
    /// The bits of the value, in halves so that an expression takes 24 bytes.
    low: u32,
    high: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LiteralKind {
    Bool,
    AbstractInt,
    I32,
    U32,
    I64,
    U64,
    AbstractFloat,
    F32,
    F16,
    F64,
}

/// The type and value of a literal. A literal out of range has been reported, and has no value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LiteralValue {
    /// `true`, `false`.
    Bool(bool),
    /// `12`, of the type AbstractInt. At most 2⁶³ - 1: the sign is an operator.
    AbstractInt(i64),
    /// `12i`.
    I32(i32),
    /// `12u`.
    U32(u32),
    /// `12li`, of naga.
    I64(i64),
    /// `12lu`, of naga.
    U64(u64),
    /// `1.5`, of the type AbstractFloat.
    AbstractFloat(f64),
    /// `1.5f`.
    F32(f32),
    /// `1.5h`: a value that f16 can represent.
    F16(f32),
    /// `1.5lf`, of naga.
    F64(f64),
}

impl Literal {
    pub(crate) fn new(value: LiteralValue) -> Self {
        let (kind, bits) = match value {
            LiteralValue::Bool(value) => (LiteralKind::Bool, u64::from(value)),
            LiteralValue::AbstractInt(value) => (LiteralKind::AbstractInt, value.cast_unsigned()),
            LiteralValue::I32(value) => (LiteralKind::I32, u64::from(value.cast_unsigned())),
            LiteralValue::U32(value) => (LiteralKind::U32, u64::from(value)),
            LiteralValue::I64(value) => (LiteralKind::I64, value.cast_unsigned()),
            LiteralValue::U64(value) => (LiteralKind::U64, value),
            LiteralValue::AbstractFloat(value) => (LiteralKind::AbstractFloat, value.to_bits()),
            LiteralValue::F32(value) => (LiteralKind::F32, u64::from(value.to_bits())),
            LiteralValue::F16(value) => (LiteralKind::F16, u64::from(value.to_bits())),
            LiteralValue::F64(value) => (LiteralKind::F64, value.to_bits()),
        };
        Literal { kind, low: bits as u32, high: (bits >> 32) as u32 }
    }

    /// Type and value.
    pub fn value(self) -> LiteralValue {
        match self.kind {
            LiteralKind::Bool => LiteralValue::Bool(self.low != 0),
            LiteralKind::AbstractInt => LiteralValue::AbstractInt(self.bits().cast_signed()),
            LiteralKind::I32 => LiteralValue::I32(self.low.cast_signed()),
            LiteralKind::U32 => LiteralValue::U32(self.low),
            LiteralKind::I64 => LiteralValue::I64(self.bits().cast_signed()),
            LiteralKind::U64 => LiteralValue::U64(self.bits()),
            LiteralKind::AbstractFloat => LiteralValue::AbstractFloat(f64::from_bits(self.bits())),
            LiteralKind::F32 => LiteralValue::F32(f32::from_bits(self.low)),
            LiteralKind::F16 => LiteralValue::F16(f32::from_bits(self.low)),
            LiteralKind::F64 => LiteralValue::F64(f64::from_bits(self.bits())),
        }
    }

    fn bits(self) -> u64 {
        u64::from(self.high) << 32 | u64::from(self.low)
    }
}

/// Operators before their operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `-`
    Negate,
    /// `!`
    Not,
    /// `~`
    Complement,
    /// `&`
    AddressOf,
    /// `*`
    Indirection,
}

impl UnaryOp {
    /// The operator in the source.
    pub fn text(self) -> &'static str {
        match self {
            UnaryOp::Negate => "-",
            UnaryOp::Not => "!",
            UnaryOp::Complement => "~",
            UnaryOp::AddressOf => "&",
            UnaryOp::Indirection => "*",
        }
    }
}

/// Operators between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `&&`
    LogicalAnd,
    /// `||`
    LogicalOr,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl BinaryOp {
    /// The operator in the source.
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Remainder => "%",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "^",
            BinaryOp::ShiftLeft => "<<",
            BinaryOp::ShiftRight => ">>",
            BinaryOp::LogicalAnd => "&&",
            BinaryOp::LogicalOr => "||",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
        }
    }
}
