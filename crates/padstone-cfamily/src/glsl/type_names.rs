//! The names of types: `dmat4x3`, `sampler2D`, `Light[4]`.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Count, Resource, Type, TypeId};
use padstone_source::{Span, Symbol};

use super::Parser;
use super::constants::Origin;
use super::features::{ARRAYED_TYPES, ARRAYS_OF_ARRAYS};
use super::names::Entity;
use super::words::{Builtin, Keyword, Opaque, Word};
use crate::constants::Expressions;
use crate::cursor::Tokens;
use crate::nearest::nearest;
use crate::reader::Reader;
use crate::{Token, TokenKind};

/// A type as a declaration names it.
#[derive(Clone, Debug)]
pub(super) struct TypeSpec {
    /// The type, without the sizes behind its name.
    pub(super) element: TypeId,
    /// The sizes behind its name.
    pub(super) dims: Dimensions,
    /// The type with them.
    pub(super) ty: TypeId,
    pub(super) span: Span,
    /// Whether it is a struct that was defined on the spot, so that no declarator has to follow.
    pub(super) defined: bool,
    pub(super) void: bool,
    /// What sort of handle it is.
    pub(super) opaque: Option<Opaque>,
}

/// Sizes of arrays, outermost first.
#[derive(Clone, Debug, Default)]
pub(super) struct Dimensions {
    pub(super) counts: Vec<Count>,
    /// Whether one of them could not be evaluated; then the others mean nothing.
    pub(super) unknown: bool,
    /// From the first bracket to the last.
    pub(super) span: Option<Span>,
}

impl Dimensions {
    /// Those of an array of such arrays: `float[2] a[3]` is three times two.
    pub(super) fn of(mut self, inner: &Dimensions) -> Dimensions {
        self.counts.extend_from_slice(&inner.counts);
        self.unknown |= inner.unknown;
        self.span = self.span.or(inner.span);
        self
    }
}

impl Parser<'_> {
    /// Whether a token begins the name of a type, or `struct`.
    pub(super) fn begins_type(&self, token: Token) -> bool {
        match self.word(token) {
            Some(Word::Type(_) | Word::Keyword(Keyword::Struct)) => true,
            Some(Word::Keyword(_)) => false,
            None => token.kind == TokenKind::Ident && self.names.type_of(token.symbol).is_some(),
        }
    }

    /// Reads a type. `None` if there is none, which has been reported.
    pub(super) fn type_specifier(&mut self) -> Option<TypeSpec> {
        let token = self.cursor.peek();
        let spec = |element| TypeSpec {
            element,
            dims: Dimensions::default(),
            ty: element,
            span: token.span,
            defined: false,
            void: false,
            opaque: None,
        };
        let mut spec = match self.word(token) {
            Some(Word::Keyword(Keyword::Struct)) => {
                let (element, span) = self.record()?;
                TypeSpec { defined: true, span, ..spec(element) }
            }
            Some(Word::Keyword(_)) => {
                self.expected("a type");
                return None;
            }
            Some(Word::Type(builtin)) => {
                self.cursor.next();
                let opaque = if let Builtin::Opaque(opaque) = builtin { Some(opaque) } else { None };
                let element = self.builtin_type(builtin, token.symbol);
                TypeSpec { void: builtin == Builtin::Void, opaque, ..spec(element) }
            }
            None if token.kind == TokenKind::Ident => {
                self.cursor.next();
                match self.names.type_of(token.symbol) {
                    Some(ty) => spec(ty),
                    None => {
                        self.report_unknown_type(token);
                        spec(self.unknown)
                    }
                }
            }
            None => {
                self.expected("a type");
                return None;
            }
        };
        if self.cursor.at(TokenKind::BracketOpen) {
            self.needs(&ARRAYED_TYPES, self.cursor.peek().span);
            spec.dims = self.dimensions();
            spec.ty = self.array_of(spec.element, &spec.dims);
        }
        Some(spec)
    }

    fn builtin_type(&mut self, builtin: Builtin, name: Symbol) -> TypeId {
        let ty = match builtin {
            Builtin::Void => Type::Unknown,
            Builtin::Scalar(scalar) => Type::Scalar(scalar),
            Builtin::Vector(scalar, width) => Type::Vector { scalar, width },
            Builtin::Matrix(scalar, columns, rows) => Type::Matrix { scalar, rows, columns, major: self.options.default_major },
            Builtin::Opaque(opaque) => Type::Resource(Resource { kind: opaque.kind, name, element: None }),
        };
        self.module.types.intern(ty)
    }

    /// A name where a type was wanted: of something else, of a later version, of nothing.
    fn report_unknown_type(&mut self, token: Token) {
        let name = self.text(token.symbol).to_owned();
        if let Some((Word::Type(_), since)) = self.words.get(token.symbol) {
            let since = *since;
            return self.report_missing(&format!("`{name}`"), "is", &since, token.span);
        }
        if self.words.is_reserved(token.symbol) {
            return self.error(&codes::NAME_RESERVED, format!("`{name}` is a reserved word"), token.span);
        }
        if let Some(kind) = self.names.lookup(token.symbol) {
            let kind = match kind {
                Entity::Function => "a function",
                Entity::Block(_) => "a block",
                _ => "a variable",
            };
            let found = Diagnostic::error(&codes::UNKNOWN_TYPE, format!("`{name}` is {kind}, not a type"), token.span);
            return self.report(found);
        }
        let mut found = Diagnostic::error(&codes::UNKNOWN_TYPE, format!("unknown type `{name}`"), token.span);
        let common = ["float", "vec2", "vec3", "vec4", "int", "uint", "bool", "mat3", "mat4", "double", "ivec2", "uvec4", "sampler2D"];
        let declared = self.names.type_names().map(|symbol| self.text(symbol));
        if let Some(meant) = nearest(&name, declared.chain(common)).map(str::to_owned) {
            let edit = padstone_diag::Edit { span: token.span, text: meant.clone() };
            found = found.fix(format!("write `{meant}`"), vec![edit]);
        }
        self.report(found);
    }

    /// `[4][N]`, outermost first.
    pub(super) fn dimensions(&mut self) -> Dimensions {
        let mut dims = Dimensions::default();
        while let Some(open) = self.cursor.eat(TokenKind::BracketOpen) {
            if self.cursor.eat(TokenKind::BracketClose).is_some() {
                dims.counts.push(Count::Runtime);
            } else {
                match self.array_size() {
                    Some(count) => dims.counts.push(Count::Known(count)),
                    None => dims.unknown = true,
                }
                if self.cursor.eat(TokenKind::BracketClose).is_none() {
                    self.skip_to_close(open.span);
                }
            }
            dims.span = Some(dims.span.unwrap_or(open.span).to(self.cursor.last));
            if dims.counts.len() == 2 {
                self.needs(&ARRAYS_OF_ARRAYS, open.span);
            }
        }
        dims
    }

    /// The size in brackets. `None`, reported, if it is none.
    fn array_size(&mut self) -> Option<u64> {
        let start = self.cursor.peek().span;
        let tokens = self.collect_until(&[TokenKind::BracketClose]);
        let at = tokens.last().map_or(start, |last| start.to(last.span));
        let constant = self.constant(tokens, at);
        let constant = self.reported(constant)?;
        let origin = constant.origin;
        let size = self.integer(constant, at);
        let size = self.reported(size)?;
        if !(1..=i128::from(i32::MAX)).contains(&size) {
            self.error(&codes::ARRAY_SIZE, format!("an array cannot have {size} elements"), at);
            return None;
        }
        if origin == Origin::Computed {
            let message = "the size is computed from a specialization constant, and glslang leaves room for one element";
            let found = Diagnostic::warning(&codes::COMPUTED_SIZE, message, at);
            self.report(found.note(format!("the default makes {size} elements")).help("declare a specialization constant for the size itself"));
            return Some(1);
        }
        u64::try_from(size).ok()
    }

    /// An array of those sizes.
    pub(super) fn array_of(&mut self, element: TypeId, dims: &Dimensions) -> TypeId {
        if dims.unknown {
            return self.unknown;
        }
        dims.counts.iter().rev().fold(element, |element, &count| self.module.types.intern(Type::Array { element, count }))
    }
}
