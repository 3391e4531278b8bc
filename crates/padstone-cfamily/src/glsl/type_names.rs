//! The names of types: `dmat4x3`, `sampler2D`, `Light[4]`.

use padstone_diag::{Diagnostic, Edit, codes, nearest};
use padstone_model::{Count, ResourceType, Type, TypeId};
use padstone_source::{Span, Symbol};

use super::Parser;
use super::constants::Origin;
use super::features::{ARRAYED_TYPES, ARRAYS_OF_ARRAYS};
use super::keywords::{Builtin, Keyword, Opaque, Word};
use super::names::Entity;
use crate::constants::Expressions;
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::{Token, TokenKind};

/// The most elements that an array can have: sizes are signed.
const MAX_ELEMENTS: u64 = i32::MAX as u64;

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
    /// Where each of them comes from.
    pub(super) origins: Vec<Origin>,
    /// Whether one of them could not be evaluated; then the others mean nothing.
    pub(super) unknown: bool,
    /// From the first bracket to the last.
    pub(super) span: Option<Span>,
}

impl Dimensions {
    /// Those of an array of such arrays: `float[2] a[3]` is three times two.
    pub(super) fn of(mut self, inner: &Dimensions) -> Dimensions {
        self.counts.extend_from_slice(&inner.counts);
        self.origins.extend_from_slice(&inner.origins);
        self.unknown |= inner.unknown;
        self.span = self.span.or(inner.span);
        self
    }
}

impl TypeSpec {
    /// A type that is named by one word.
    pub(super) fn of(ty: TypeId, span: Span) -> Self {
        TypeSpec { element: ty, dims: Dimensions::default(), ty, span, defined: false, void: false, opaque: None }
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
        let spec = |element| TypeSpec::of(element, token.span);
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
                match (self.names.type_of(token.symbol), self.words.get(token.symbol)) {
                    (Some(ty), _) => spec(ty),
                    // A word of later versions, or of an extension: reported, and taken for what it is there.
                    (None, Some((Word::Type(builtin), since))) => {
                        self.report_missing(&format!("`{}`", self.text(token.symbol)), "is", since, token.span);
                        let opaque = if let Builtin::Opaque(opaque) = builtin { Some(opaque) } else { None };
                        TypeSpec { opaque, ..spec(self.builtin_type(builtin, token.symbol)) }
                    }
                    (None, _) => {
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
            Builtin::Opaque(opaque) => Type::Resource(ResourceType::new(opaque.kind, opaque.shape, name, None)),
        };
        self.module.types.intern(ty)
    }

    /// A name where a type was wanted: of something else, or of nothing.
    fn report_unknown_type(&mut self, token: Token) {
        let name = self.text(token.symbol).to_owned();
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
        // GL_EXT_buffer_reference: a block that refers to itself is declared before.
        if let Some((_, start)) = self.reference.filter(|(reference, _)| *reference == token.symbol) {
            let edit = Edit { span: start.before(), text: format!("layout(buffer_reference) buffer {name};\n") };
            return self.report(found.fix("declare the reference before the block", vec![edit]));
        }
        found = found.unknown(&*name);
        if let Some(meant) = self.nearest_type(&name) {
            let edit = Edit { span: token.span, text: meant.clone() };
            found = found.guess(format!("write `{meant}`"), vec![edit]);
        }
        self.report(found);
    }

    /// The type whose name is nearest to one that is none. Each search looks at all types, so there are only so many.
    fn nearest_type(&mut self, name: &str) -> Option<String> {
        const COMMON: &[&str] =
            &["float", "vec2", "vec3", "vec4", "int", "uint", "bool", "mat3", "mat4", "double", "ivec2", "uvec4", "sampler2D"];
        self.suggestions = self.suggestions.checked_sub(1)?;
        let declared = self.names.type_names().map(|symbol| self.text(symbol));
        nearest(name, declared.chain(COMMON.iter().copied())).first().map(|&meant| meant.to_owned())
    }

    /// `[4][N]`, outermost first.
    pub(super) fn dimensions(&mut self) -> Dimensions {
        let mut dims = Dimensions::default();
        while let Some(open) = self.cursor.eat(TokenKind::BracketOpen) {
            if self.cursor.eat(TokenKind::BracketClose).is_some() {
                dims.counts.push(Count::Runtime);
                dims.origins.push(Origin::Literal);
            } else {
                match self.array_size() {
                    Some((count, origin)) => {
                        dims.counts.push(Count::Known(count));
                        dims.origins.push(origin);
                    }
                    None => dims.unknown = true,
                }
                if self.cursor.eat(TokenKind::BracketClose).is_none() {
                    if self.cursor.at(TokenKind::ParenClose) {
                        self.expected("`]`");
                        dims.unknown = true;
                    }
                    self.skip_to_close(open.span);
                }
            }
            dims.span = Some(self.cursor.span_from(dims.span.unwrap_or(open.span)));
            if dims.counts.len() == 2 {
                self.needs(&ARRAYS_OF_ARRAYS, open.span);
            }
        }
        dims
    }

    /// The size in brackets, and where it comes from. `None`, reported, if it is none.
    fn array_size(&mut self) -> Option<(u64, Origin)> {
        let start = self.cursor.peek().span;
        let tokens = self.collect_until(&[TokenKind::BracketClose]);
        let at = tokens.last().map_or(start, |last| self.cursor.join(start, last.span));
        let constant = self.constant(tokens, at);
        let constant = self.reported(constant)?;
        self.warn_by_zero(&constant);
        let origin = constant.origin;
        let size = self.integer(constant, at);
        let size = self.reported(size)?;
        match u64::try_from(size) {
            Ok(count @ 1..=MAX_ELEMENTS) => Some((count, origin)),
            _ => {
                self.error(&codes::ARRAY_SIZE, format!("an array cannot have {size} elements"), at);
                None
            }
        }
    }

    /// An array of those sizes.
    pub(super) fn array_of(&mut self, element: TypeId, dims: &Dimensions) -> TypeId {
        if dims.unknown {
            return self.unknown;
        }
        dims.counts.iter().rev().fold(element, |element, &count| self.module.types.intern(Type::Array { element, count }))
    }
}
