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
use super::qualifiers::Qualifiers;
use super::records::Body;
use super::redeclared::primitive_indices;
use super::type_names::Dimensions;
use super::vertex_arrays::ArrayElement;
use crate::constants::{Expressions, Fail, Int, Outcome, Parsed, Value, not_constant, unexpected};
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::{Token, TokenKind};

/// The variables that `.length()` can be of.
#[derive(Default)]
pub(super) struct Lengths {
    by_name: FxHashMap<Symbol, Place>,
    /// The sizes of members of structs that depend on specialization constants, which the types of the members do not tell.
    specialized: FxHashMap<(TypeId, Symbol), Dimensions>,
}

impl Lengths {
    /// Notes the members of a struct whose sizes depend on specialization constants.
    pub(super) fn note_struct(&mut self, ty: TypeId, members: Vec<(Symbol, Dimensions)>) {
        self.specialized.extend(members.into_iter().map(|(name, dims)| ((ty, name), dims)));
    }
}

/// A variable, or a part of one.
#[derive(Clone)]
struct Place {
    /// Sizes of arrays, outermost first.
    dims: Dimensions,
    content: Content,
    /// What the elements of the outermost dimension are for.
    elements: Option<ArrayElement>,
}

#[derive(Clone)]
enum Content {
    Type(TypeId),
    /// The members of a block.
    Members(Vec<(Symbol, Place)>),
}

impl Parser<'_> {
    /// Notes a variable. One that is declared again is what the last declaration says.
    pub(super) fn note_variable(&mut self, qualifiers: &Qualifiers, name: Symbol, element: TypeId, dims: &Dimensions) {
        // `gl_PrimitiveIndicesNV` has an element for each vertex of each primitive.
        let elements = match self.text(name) {
            known if primitive_indices(known).is_some() => Some(ArrayElement::OutputPrimitive),
            "gl_PrimitiveIndicesNV" => None,
            _ => self.array_element(qualifiers),
        };
        self.lengths.by_name.insert(name, Place { dims: dims.clone(), content: Content::Type(element), elements });
    }

    /// Notes what a block declares: its instance, or each member.
    pub(super) fn note_block(&mut self, block: &Block, body: &Body) {
        let members = body.members.iter().map(|member| (member.name, self.member_of(member.ty, member.specialized.clone())));
        if let Some((name, _)) = block.instance {
            let (members, dims, elements) = (members.collect(), block.dims.clone(), self.array_element(&block.qualifiers));
            self.lengths.by_name.insert(name, Place { dims, content: Content::Members(members), elements });
        } else {
            let members: Vec<_> = members.collect();
            self.lengths.by_name.extend(members);
        }
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
        let elements = match self.text(name) {
            "gl_in" if self.in_stage(&[Stage::Hull, Stage::Domain, Stage::Geometry]) => ArrayElement::InputVertex,
            "gl_out" if self.in_stage(&[Stage::Hull]) => ArrayElement::OutputVertex,
            _ => return None,
        };
        let dims = Dimensions { counts: vec![Count::Runtime], origins: vec![Origin::Literal], ..Dimensions::default() };
        Some(Place { dims, content: Content::Members(Vec::new()), elements: Some(elements) })
    }

    fn selected_length(&mut self, place: Place, name: Token) -> Parsed<Constant> {
        let mut place = Some(place);
        loop {
            place = match self.cursor.peek().kind {
                TokenKind::Dot => {
                    self.cursor.next();
                    let Some(member) = self.cursor.eat(TokenKind::Ident) else {
                        return Err(unexpected("a name after `.`", self.cursor.peek().span));
                    };
                    if self.cursor.eat(TokenKind::ParenOpen).is_some() {
                        self.close()?;
                        let is_length = self.text(member.symbol) == "length";
                        return Ok(match place.filter(|_| is_length) {
                            Some(place) => self.length_of(&place, name.symbol, member.span),
                            None => Err(self.has_no_length(name.symbol, member.span)),
                        });
                    }
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
            Content::Members(members) => return members.iter().find(|(member, _)| *member == name).map(|(_, place)| place.clone()),
            Content::Type(ty) => match self.module.types[*ty] {
                Type::Struct(id) => {
                    let member = self.module.structs[id].fields.iter().find(|field| field.name == name)?.ty;
                    return Some(self.member_of(member, self.lengths.specialized.get(&(*ty, name)).cloned()));
                }
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

    /// A member of a type, with its sizes if one of them depends on a specialization constant.
    fn member_of(&self, ty: TypeId, specialized: Option<Dimensions>) -> Place {
        let Some(dims) = specialized else { return Place::of(ty) };
        let element = dims.counts.iter().fold(ty, |ty, _| match self.module.types[ty] {
            Type::Array { element, .. } => element,
            _ => ty,
        });
        Place { dims, content: Content::Type(element), elements: None }
    }

    fn element_place(&mut self, place: &Place) -> Option<Place> {
        if !place.dims.counts.is_empty() {
            let mut inner = place.clone();
            inner.dims.counts.remove(0);
            inner.dims.origins.remove(0);
            inner.elements = None;
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
        match (place.dims.counts.first(), &place.content, place.elements) {
            (Some(Count::Runtime), _, Some(element)) => self.element_count(element),
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
        Place { dims: Dimensions::default(), content: Content::Type(ty), elements: None }
    }
}
