//! `.length()` of arrays: "a constant expression" where the size is known, whatever the array is (The OpenGL Shading Language 4.60, section
//! 4.1.9). What has one element for each vertex gets its size from a layout qualifier ([`super::vertex_arrays`]).

use padstone_diag::codes;
use padstone_model::{Count, Stage, Type, TypeId};
use padstone_source::{Span, Symbol};
use rustc_hash::FxHashMap;

use super::Parser;
use super::blocks::Block;
use super::constants::{Constant, ConstantShape, Origin};
use super::features::VECTOR_LENGTH;
use super::qualifiers::{Qualifiers, Storage};
use super::records::Body;
use super::type_names::Dimensions;
use crate::constants::{Expressions, Fail, Int, Outcome, Parsed, Value, not_constant, unexpected};
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::{Token, TokenKind};

/// The variables that `.length()` can be of.
#[derive(Default)]
pub(super) struct Lengths {
    by_name: FxHashMap<Symbol, Place>,
}

/// A variable, or a part of one.
#[derive(Clone)]
struct Place {
    /// Sizes of arrays, outermost first.
    dims: Dimensions,
    content: Content,
    /// Whether the outermost dimension counts vertices: of inputs (true) or of outputs.
    vertices: Option<bool>,
}

#[derive(Clone)]
enum Content {
    Type(TypeId),
    /// The members of a block.
    Members(Vec<(Symbol, TypeId)>),
}

impl Parser<'_> {
    /// Notes a variable. One that is declared again is what the last declaration says.
    pub(super) fn note_variable(&mut self, qualifiers: &Qualifiers, name: Symbol, element: TypeId, dims: &Dimensions) {
        let vertices = self.counts_vertices(qualifiers);
        self.lengths.by_name.insert(name, Place { dims: dims.clone(), content: Content::Type(element), vertices });
    }

    /// Notes what a block declares: its instance, or each member.
    pub(super) fn note_block(&mut self, block: &Block, body: &Body) {
        let members = body.members.iter().map(|member| (member.name, member.ty));
        if let Some((name, _)) = block.instance {
            let (dims, vertices) = (block.dims.clone(), self.counts_vertices(&block.qualifiers));
            self.lengths.by_name.insert(name, Place { dims, content: Content::Members(members.collect()), vertices });
        } else {
            let places = members.map(|(name, ty)| (name, Place::of(ty)));
            self.lengths.by_name.extend(places);
        }
    }

    fn counts_vertices(&self, qualifiers: &Qualifiers) -> Option<bool> {
        let is_input = qualifiers.is(Storage::In);
        (is_input || qualifiers.is(Storage::Out)).then_some(is_input).filter(|&is_input| self.is_per_vertex(qualifiers, is_input))
    }

    /// `name.member[i].length()`, the name being read. `None` if the name is no variable, or nothing is selected of it.
    pub(super) fn length_at(&mut self, name: Token) -> Option<Parsed<Constant>> {
        if !matches!(self.cursor.peek().kind, TokenKind::Dot | TokenKind::BracketOpen) {
            return None;
        }
        let place = self.lengths.by_name.get(&name.symbol).cloned().or_else(|| self.builtin_place(name.symbol))?;
        Some(self.selected_length(place, name))
    }

    /// `gl_in` and `gl_out`, which need no declaration.
    fn builtin_place(&self, name: Symbol) -> Option<Place> {
        let is_input = match self.text(name) {
            "gl_in" if self.in_stage(&[Stage::Hull, Stage::Domain, Stage::Geometry]) => true,
            "gl_out" if self.in_stage(&[Stage::Hull]) => false,
            _ => return None,
        };
        let dims = Dimensions { counts: vec![Count::Runtime], origins: vec![Origin::Literal], ..Dimensions::default() };
        Some(Place { dims, content: Content::Members(Vec::new()), vertices: Some(is_input) })
    }

    fn selected_length(&mut self, place: Place, name: Token) -> Parsed<Constant> {
        // A member may have a size that depends on a specialization constant, which its type does not tell.
        let (mut place, mut is_member) = (Some(place), false);
        loop {
            place = match self.cursor.peek().kind {
                TokenKind::Dot => {
                    self.cursor.next();
                    let Some(member) = self.cursor.eat(TokenKind::Ident) else {
                        return Err(unexpected("a name after `.`", self.cursor.peek().span));
                    };
                    if self.cursor.eat(TokenKind::ParenOpen).is_some() {
                        self.close()?;
                        let is_known = self.text(member.symbol) == "length" && (!is_member || self.constant_ids.is_empty());
                        return Ok(match place.filter(|_| is_known) {
                            Some(place) => self.length_of(&place, name.symbol, member.span),
                            None => Err(self.has_no_length(name.symbol, member.span)),
                        });
                    }
                    is_member = true;
                    place.and_then(|place| self.member_place(&place, member.symbol))
                }
                TokenKind::BracketOpen => {
                    let open = self.cursor.next();
                    // The length of an element does not depend on its index, which need not be constant.
                    let index: Outcome<Constant> = self.deeper(Self::expression)?;
                    let index = match index {
                        Ok(index) => self.integer(index, open.span).map(Some),
                        Err(Fail::Report(found)) if found.code == &codes::NOT_CONSTANT => Ok(None),
                        Err(fail) => Err(fail),
                    };
                    let index = match index {
                        Ok(index) => index,
                        Err(fail) => return Ok(Err(fail)),
                    };
                    if self.cursor.eat(TokenKind::BracketClose).is_none() {
                        return Err(unexpected("`]`", self.cursor.peek().span));
                    }
                    let count = place.as_ref().and_then(|place| self.count_of(place));
                    if let (Some(index), Some(count)) = (index, count)
                        && !(0..i128::from(count)).contains(&index)
                    {
                        let help = format!("use an index from 0 to {}", count.saturating_sub(1));
                        return Ok(Err(not_constant(&format!("index {index} is out of range"), &help, open.span)));
                    }
                    place.and_then(|place| self.element_place(&place))
                }
                _ => {
                    let text = self.text(name.symbol);
                    return Ok(Err(not_constant(&format!("`{text}` is not a constant"), "declare it `const` with a value", name.span)));
                }
            };
        }
    }

    fn member_place(&mut self, place: &Place, name: Symbol) -> Option<Place> {
        if !place.dims.counts.is_empty() {
            return None;
        }
        let ty = match &place.content {
            Content::Members(members) => members.iter().find(|(member, _)| *member == name)?.1,
            Content::Type(ty) => match self.module.types[*ty] {
                Type::Struct(id) => self.module.structs[id].fields.iter().find(|field| field.name == name)?.ty,
                // Components, such as `.xy`.
                Type::Vector { scalar, .. } => {
                    let width = u8::try_from(self.text(name).len()).ok().filter(|width| (2..=4).contains(width))?;
                    self.module.types.intern(Type::Vector { scalar, width })
                }
                _ => return None,
            },
        };
        Some(Place::of(ty))
    }

    fn element_place(&mut self, place: &Place) -> Option<Place> {
        if !place.dims.counts.is_empty() {
            let mut inner = place.clone();
            inner.dims.counts.remove(0);
            inner.dims.origins.remove(0);
            inner.vertices = None;
            return Some(inner);
        }
        let Content::Type(ty) = place.content else { return None };
        match self.module.types[ty] {
            Type::Array { element, .. } => Some(Place::of(element)),
            Type::Matrix { scalar, rows, .. } => Some(Place::of(self.module.types.intern(Type::Vector { scalar, width: rows }))),
            _ => None,
        }
    }

    /// How many elements a place has, if it is known.
    fn count_of(&self, place: &Place) -> Option<u64> {
        match (place.dims.counts.first(), &place.content, place.vertices) {
            (Some(Count::Runtime), _, Some(is_input)) => self.vertex_count(is_input),
            (Some(count), ..) => count.known(),
            (None, Content::Members(_), _) => None,
            (None, Content::Type(ty), _) => match self.module.types[*ty] {
                Type::Array { count, .. } => count.known(),
                Type::Vector { width, .. } => Some(width.into()),
                Type::Matrix { columns, .. } => Some(columns.into()),
                _ => None,
            },
        }
    }

    fn length_of(&mut self, place: &Place, name: Symbol, at: Span) -> Outcome<Constant> {
        if place.dims.unknown {
            return Err(Fail::Dependent);
        }
        if let (true, Content::Type(ty)) = (place.dims.counts.is_empty(), &place.content)
            && matches!(self.module.types[*ty], Type::Vector { .. } | Type::Matrix { .. })
        {
            self.needs(&VECTOR_LENGTH, at);
        }
        let length = self.count_of(place).ok_or_else(|| self.has_no_length(name, at))?;
        let origin = place.dims.origins.first().map_or(Origin::Constant, |&origin| origin.max(Origin::Constant));
        Ok(Constant::new(ConstantShape::Scalar(Value::Int(length.into(), Int::Int32)), origin))
    }

    fn has_no_length(&self, name: Symbol, at: Span) -> Fail {
        let message = format!("the length of `{}` is not a constant", self.text(name));
        not_constant(&message, "write the number, or declare the array with a size", at)
    }
}

impl Place {
    fn of(ty: TypeId) -> Place {
        Place { dims: Dimensions::default(), content: Content::Type(ty), vertices: None }
    }
}
