//! The parts of a declaration: specifiers, names and dimensions.

use padstone_model::{Annotation, Count, Direction, Interpolation, Major, Spelling, TypeId};
use padstone_source::{Span, Symbol};

use super::Keyword;
use super::annotations::Attributes;
use super::entities::Entity;
use crate::Token;
use crate::usage::ScopeId;

/// What a declaration says before its first name.
pub(super) struct Specifiers {
    pub(super) attributes: Attributes,
    pub(super) is_static: bool,
    pub(super) is_const: bool,
    pub(super) group_shared: bool,
    pub(super) is_extern: bool,
    /// `uniform`, `in`, `out`, `inout`, `centroid` and their relatives.
    pub(super) interface: Interface,
    /// Whether a keyword or a pragma says which way round its matrix lies.
    pub(super) major_said: bool,
    /// The majorness that a keyword specifies, here or in the alias that the type is named by.
    pub(super) explicit_major: Option<Major>,
    pub(super) spec: TypeSpec,
    /// The type, with the majorness that a keyword requires.
    pub(super) ty: TypeId,
}

/// The name that a declarator begins with.
#[derive(Clone, Copy)]
pub(super) struct Name {
    pub(super) symbol: Symbol,
    pub(super) span: Span,
    /// The struct or namespace that it is qualified with, as a member defined outside its struct is: `float S::scale = 1;`.
    pub(super) qualifier: Option<ScopeId>,
}

/// One name that a declaration declares.
pub(super) struct Declarator {
    pub(super) name: Symbol,
    pub(super) span: Span,
    pub(super) qualifier: Option<ScopeId>,
    /// The type, arrays included.
    pub(super) ty: TypeId,
    pub(super) dims: Dimensions,
    pub(super) annotations: Vec<Annotation>,
    pub(super) written: Spelling,
    /// The tokens behind `=`.
    pub(super) initializer: Option<std::rc::Rc<[Token]>>,
    /// The width of a bit-field, and where it stands.
    pub(super) bits: Option<(i128, Span)>,
    /// Whether the initializer after the `=` is missing or ends too early.
    pub(super) lacks_initializer: bool,
    /// Whether something follows the name that was not understood, and has to be skipped.
    pub(super) broken: bool,
}

/// A type as a declaration names it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypeSpec {
    pub(super) ty: TypeId,
    pub(super) span: Span,
    /// The last word of its name, as spelled.
    pub(super) spelling: Symbol,
    /// Whether it was defined on the spot, so that no declarator has to follow.
    pub(super) defined: bool,
    /// Whether it is `void`.
    pub(super) void: bool,
    /// Of a struct whose definition is not complete, the scope of its members: no variable can be of it.
    pub(super) incomplete: Option<ScopeId>,
}

/// What a possibly qualified name leads to.
pub(super) struct Path {
    pub(super) entity: Option<Entity>,
    /// The scope before the name, if the name is qualified.
    pub(super) scope: Option<ScopeId>,
    pub(super) name: Symbol,
    pub(super) span: Span,
}

/// The dimensions after a name, outermost first.
pub(super) struct Dimensions {
    pub(super) counts: Vec<Count>,
    /// Whether all of them could be evaluated; if not, the others mean nothing.
    pub(super) understood: bool,
}

/// What qualifiers say of a stage input or output.
#[derive(Clone, Copy, Default)]
pub(super) struct Interface {
    pub(super) direction: Option<Direction>,
    /// The mode, and where in the pixel it is sampled.
    pub(super) interpolation: Option<Interpolation>,
    pub(super) sampling: Option<Interpolation>,
}

impl Interface {
    pub(super) fn add(&mut self, keyword: Keyword) {
        match keyword {
            Keyword::Uniform => self.direction = Some(Direction::Uniform),
            Keyword::InOut => self.direction = Some(Direction::InOut),
            Keyword::In if self.direction == Some(Direction::Out) => self.direction = Some(Direction::InOut),
            Keyword::Out if self.direction == Some(Direction::In) => self.direction = Some(Direction::InOut),
            Keyword::In => self.direction = Some(Direction::In),
            Keyword::Out => self.direction = Some(Direction::Out),
            Keyword::Linear => self.interpolation = Some(Interpolation::Linear),
            Keyword::NoInterpolation => self.interpolation = Some(Interpolation::None),
            Keyword::NoPerspective => self.interpolation = Some(Interpolation::NoPerspective),
            Keyword::Centroid => self.sampling = Some(Interpolation::Centroid),
            Keyword::Sample => self.sampling = Some(Interpolation::Sample),
            _ => {}
        }
    }
}
