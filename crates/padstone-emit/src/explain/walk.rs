//! The steps to a path or a byte.

use std::ops::Range;

use padstone_layout::{FieldLayout, Layout, ModuleLayout, Shape, Subject, TypeLayouts};
use padstone_model::{BitField, Count, Field, FieldRole, Major, Module, Offset, ParameterKind, Scalar, Size, Stride, Type, TypeId};

use super::path::{MemberPath, PathPart};
use crate::display::{name, with_article};
use crate::lookup::{self, Ambiguity};
use crate::nearest;

/// The walk along a path.
pub(super) struct PathWalk<'a> {
    pub(super) module: &'a Module,
    pub(super) types: &'a TypeLayouts,
    pub(super) layout: &'a Layout,
    pub(super) steps: Vec<WalkStep<'a>>,
    /// The offset of the end of the steps in the buffer.
    pub(super) offset: Offset,
    /// The target of the last step.
    pub(super) end: Destination<'a>,
    /// The requested byte, from the start of the buffer, if any.
    pub(super) requested: Option<Offset>,
    /// The members around that byte, from the start of the buffer.
    pub(super) between: Range<Offset>,
}

/// One step into a buffer.
pub(super) struct WalkStep<'a> {
    /// The part of the path: `.lights`, `[2]`, `.x`.
    pub(super) label: String,
    /// The target of the step; a component of a vector or matrix has its scalar type.
    pub(super) kind: StepKind<'a>,
    /// The offset relative to the previous step.
    pub(super) offset: Offset,
    /// The size of its target in bytes.
    pub(super) size: Size,
}

/// The kind of a step.
pub(super) enum StepKind<'a> {
    /// Into a member of a struct; in Slang, into a bit-field `part` of the integer that the field is.
    Field { parent: TypeId, field: &'a Field, place: &'a FieldLayout, part: Option<&'a BitField> },
    /// Into an element of an array.
    Element { array: TypeId, element: TypeId, stride: Stride },
    /// Into an element of a structured buffer, whose layout is that of one element.
    BufferElement { stride: Stride },
    /// Into one buffer of an array of buffers, each of which starts at 0.
    Object,
    /// Into contiguous components of a vector.
    Component { vector: TypeId },
    /// Into a scalar of a matrix.
    MatrixElement { matrix: TypeId, row: u8, column: u8 },
    /// Into a row or column of a matrix, whichever an index selects in the language.
    MatrixVector { matrix: TypeId, index: u8 },
    /// Into a scalar of a row or column of a matrix: its index there, and its row and column in the matrix.
    MatrixVectorElement { matrix: TypeId, index: u8, row: u8, column: u8 },
}

/// The target of a walk.
#[derive(Clone, Copy)]
pub(super) enum Destination<'a> {
    /// The whole buffer, a member or an element.
    Type(TypeId),
    /// One scalar of a vector or matrix.
    Scalar(TypeId),
    /// Several components of a vector, and how many.
    Components(TypeId, u8),
    /// A row or column of a matrix, and its index.
    MatrixVector(TypeId, u8),
    /// Bytes that no member covers.
    Padding {
        /// The type that contains the padding.
        inside: TypeId,
        /// The first byte and one past the last, from the start of the buffer.
        range: (Offset, Offset),
        /// The member after the padding, if any.
        next: Option<(&'a Field, &'a FieldLayout)>,
    },
}

/// A path that does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// The message.
    pub message: String,
    /// Similar names that exist.
    pub suggestions: Vec<String>,
    /// The buffers or structs with which it may start, if there are several.
    pub ambiguity: Option<Ambiguity>,
}

impl Unknown {
    pub(super) fn new(message: String) -> Unknown {
        Unknown { message, suggestions: Vec::new(), ambiguity: None }
    }

    fn name<'a>(message: String, name: &str, candidates: impl Iterator<Item = &'a str>) -> Unknown {
        Unknown { suggestions: nearest(name, candidates).into_iter().map(str::to_owned).collect(), ..Unknown::new(message) }
    }

    fn ambiguous(name: &str, ambiguity: Ambiguity) -> Unknown {
        Unknown { ambiguity: Some(ambiguity.clone()), ..Unknown::new(ambiguity.message(name)) }
    }
}

/// Follows a path.
pub(super) fn walk<'a>(module: &'a Module, layouts: &'a ModuleLayout, path: &MemberPath) -> Result<PathWalk<'a>, Unknown> {
    let (layout, parts) = root(module, layouts, path)?;
    let types = layouts.types(layout);
    let (end, between) = (Destination::Type(layout.content), Offset::ZERO..Offset::new(u64::MAX));
    let mut walk = PathWalk { module, types, layout, steps: Vec::new(), offset: Offset::ZERO, end, requested: None, between };
    let mut parts = parts.into_iter();
    walk.enter_object(&mut parts);
    for part in parts {
        walk.step(part)?;
    }
    if let Some(byte) = path.byte {
        walk.go_to_byte(byte)?;
    }
    Ok(walk)
}

/// The layout at which a path starts, and the parts of the path inside it.
fn root<'a>(module: &'a Module, layouts: &'a ModuleLayout, path: &MemberPath) -> Result<(&'a Layout, Vec<PathPart>), Unknown> {
    let Some(PathPart::Name(first)) = path.parts.first() else { return Err(Unknown::new("expected a buffer name".into())) };
    // If `gfx` and `gfx.Light`, a struct in a namespace of Slang, both match, the longer name takes precedence.
    for (prefix, parts) in path.prefixes().rev() {
        match lookup::selected(module, layouts, prefix)[..] {
            [] => {}
            [index] => return Ok((layouts.named(module, &layouts.layouts[index]), parts.to_vec())),
            ref several => return Err(Unknown::ambiguous(prefix, Ambiguity::new(module, layouts, several))),
        }
    }
    // The uniform parameters of an entry point are the members of a buffer: `main.time` is `entry:main.time`.
    let mut of_entry_points =
        layouts.layouts.iter().filter_map(|layout| Some((layout, path.after_prefix(name(module, layout).strip_prefix("entry:")?)?)));
    if let Some((layout, parts)) = of_entry_points.find(|(_, parts)| !parts.is_empty()) {
        return Ok((layout, parts.to_vec()));
    }
    // The members of a cbuffer are global names of the language: `exposure` is `Camera.exposure`.
    let members = || {
        let buffers = layouts.layouts.iter().filter(|layout| matches!(layout.subject, Subject::Buffer(_)));
        let of_buffer = |layout: &'a Layout| {
            let fields = module.as_struct(layout.content).map_or(&[][..], |content| &content.fields);
            fields.iter().map(move |field| (layout, module.name(field.name)))
        };
        buffers.flat_map(of_buffer)
    };
    if let Some((layout, _)) = members().find(|(_, member)| member == first) {
        return Ok((layout, path.parts.clone()));
    }
    // DXC's reflection calls a constant of a namespace `N::a`, its SPIR-V `a`.
    let is_in_namespace = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|namespace| namespace.ends_with("::"));
    let mut meant = members().filter(|(_, member)| is_in_namespace(member, first) || is_in_namespace(first, member));
    if let (Some((layout, member)), None) = (meant.next(), meant.next()) {
        let mut parts = path.parts.clone();
        parts[0] = PathPart::Name(member.to_owned());
        return Ok((layout, parts));
    }
    if module.parameters.iter().any(|(_, parameter)| module.name(parameter.name) == first) {
        return Err(Unknown::new(format!("`{first}` has no bytes, and no resource at this path")));
    }
    let candidates = layouts.layouts.iter().map(|layout| name(module, layout)).chain(members().map(|(_, member)| member));
    Err(Unknown::name(format!("no buffer or struct with a layout is named `{first}`"), first, candidates))
}

impl<'a> PathWalk<'a> {
    /// Consumes the indices after the name of an array of buffers or of a structured buffer, and `$Element`, the name of its content in listings.
    fn enter_object(&mut self, parts: &mut std::vec::IntoIter<PathPart>) {
        self.enter_elements(parts);
        let is_element = matches!(parts.as_slice().first(), Some(PathPart::Name(name)) if name == "$Element");
        if is_element && self.layout.stride.is_some() {
            parts.next();
        }
    }

    fn enter_elements(&mut self, parts: &mut std::vec::IntoIter<PathPart>) {
        let Subject::Buffer(id) = self.layout.subject else { return };
        let buffer = &self.module.buffers[id];
        let parameter = &self.module.parameters[buffer.parameter];
        let objects = if matches!(parameter.kind, ParameterKind::Buffer(_)) { parameter.dims.len() } else { 0 };
        let content_is_array = matches!(self.module.types[buffer.content], Type::Array { .. });
        for object in 0.. {
            let Some(PathPart::Index(index)) = parts.as_slice().first() else { return };
            let index = *index;
            let (kind, offset) = match self.layout.stride {
                _ if object < objects => (StepKind::Object, Some(Offset::ZERO)),
                Some(stride) if object == objects && !content_is_array => {
                    (StepKind::BufferElement { stride }, stride.times(index).map(Offset::from))
                }
                _ => return,
            };
            let Some(offset) = offset else { return };
            parts.next();
            self.offset = offset;
            self.steps.push(WalkStep { label: format!("[{index}]"), kind, offset, size: self.layout.size });
        }
    }

    fn step(&mut self, part: PathPart) -> Result<(), Unknown> {
        let ty = match self.end {
            Destination::Type(ty) => ty,
            Destination::MatrixVector(matrix, index) => return self.matrix_vector_element(matrix, index, &part),
            Destination::Components(..) => return Err(Unknown::new(format!("{} selects several components", self.written()))),
            Destination::Scalar(_) | Destination::Padding { .. } => {
                return Err(Unknown::new(format!("{} is a scalar and has no members", self.written())));
            }
        };
        match (part, self.module.types[ty]) {
            (PathPart::Name(name), Type::Struct(_)) => self.field(ty, &name),
            (PathPart::Index(index), Type::Array { element, count }) => self.element(ty, element, count, index),
            (PathPart::Name(name), Type::Vector { width, .. }) => match swizzle(&name) {
                Some(components) if components.iter().any(|component| *component >= width) => {
                    let noun = if components.len() == 1 { "component" } else { "components" };
                    Err(Unknown::new(format!("{} has no {noun} `{name}`", self.described(ty))))
                }
                Some(components) if components.is_sorted_by(|first, next| first + 1 == *next) => {
                    self.components(ty, components[0], components.len() as u8, format!(".{name}"))
                }
                Some(_) => Err(Unknown::new(format!("the components `{name}` are not in the order of their offsets: explain each alone"))),
                None => Err(Unknown::new(format!("{} has no component `{name}`", self.described(ty)))),
            },
            (PathPart::Index(index), Type::Vector { width, .. }) => match u8::try_from(index) {
                Ok(component) if component < width => self.components(ty, component, 1, format!("[{index}]")),
                _ => Err(Unknown::new(format!("{} has no component {index}", self.described(ty)))),
            },
            (PathPart::Index(index), Type::Matrix { .. }) => self.matrix_vector(ty, index),
            (PathPart::Name(name), Type::Matrix { .. }) if self.indexed_vectors() == Major::Column => {
                Err(Unknown::new(format!("{} has no member `{name}`; `[1]` is its second column", self.described(ty))))
            }
            (PathPart::Name(name), Type::Matrix { rows, columns, .. }) => match matrix_element(&name) {
                Some((row, column)) if row < rows && column < columns => self.matrix_element(ty, row, column, format!(".{name}")),
                _ => Err(Unknown::new(format!("{} has no element `{name}`", self.described(ty)))),
            },
            (PathPart::Name(name), Type::Array { element, .. }) => {
                // `lights.pos` means `lights[].pos`.
                self.element(ty, element, Count::Runtime, 0)?;
                self.step(PathPart::Name(name))
            }
            (PathPart::Name(name), _) => Err(Unknown::new(format!("{} has no member `{name}`", self.described(ty)))),
            (PathPart::Index(_), _) => Err(Unknown::new(format!("{} is not an array", self.described(ty)))),
        }
    }

    fn field(&mut self, parent: TypeId, name: &str) -> Result<(), Unknown> {
        let named = || self.types.fields(self.module, parent).filter(|(field, _)| self.module.name(field.name) == name);
        // A member hides a base class of its name.
        let member = named().find(|(field, _)| field.role != FieldRole::Base).or_else(|| named().next());
        if let Some((field, place)) = member {
            return self.enter_field(parent, field, place);
        }
        let part = |field: &'a Field| field.written.bit_fields.iter().find(|part| self.module.name(part.name) == name);
        if let Some((field, place, part)) =
            self.types.fields(self.module, parent).find_map(|(field, place)| Some((field, place, part(field)?)))
        {
            return self.enter_bit_field(parent, field, place, part);
        }
        // A member of a base class may be named without the base.
        let base = self.types.fields(self.module, parent).find(|(field, _)| field.role == FieldRole::Base);
        if let Some((field, place)) = base
            && self
                .types
                .fields(self.module, field.ty)
                .any(|(inner, _)| self.module.name(inner.name) == name || part(inner).is_some() || inner.role == FieldRole::Base)
        {
            self.enter_field(parent, field, place)?;
            return self.field(field.ty, name);
        }
        let fields = self.types.fields(self.module, parent);
        let candidates = fields.flat_map(|(field, _)| {
            let is_named = field.written.bit_fields.is_empty();
            let parts = field.written.bit_fields.iter().map(|part| part.name);
            is_named.then_some(field.name).into_iter().chain(parts).map(|name| self.module.name(name))
        });
        Err(Unknown::name(format!("{} has no member `{name}`", self.described(parent)), name, candidates))
    }

    pub(super) fn enter_field(&mut self, parent: TypeId, field: &'a Field, place: &'a FieldLayout) -> Result<(), Unknown> {
        let label = format!(".{}", self.module.name(field.name));
        let kind = StepKind::Field { parent, field, place, part: None };
        self.push(label, kind, place.offset, place.size, Destination::Type(field.ty))
    }

    /// Into a bit-field of Slang, in its integer.
    pub(super) fn enter_bit_field(
        &mut self,
        parent: TypeId,
        field: &'a Field,
        place: &'a FieldLayout,
        part: &'a BitField,
    ) -> Result<(), Unknown> {
        let label = format!(".{}", self.module.name(part.name));
        let kind = StepKind::Field { parent, field, place, part: Some(part) };
        self.push(label, kind, place.offset, place.size, Destination::Type(part.ty))
    }

    pub(super) fn element(&mut self, array: TypeId, element: TypeId, count: Count, index: u64) -> Result<(), Unknown> {
        if count.known().is_some_and(|count| index >= count && count > 0) {
            return Err(Unknown::new(format!("{} has no element {index}", self.described(array))));
        }
        let Some(Shape::Array { stride }) = self.types.get(array).ok().map(|layout| layout.shape) else {
            return Err(Unknown::new(format!("{} has no layout", self.described(array))));
        };
        let size = self.types.get(element).map_or(Size::ZERO, |layout| layout.size);
        let offset = stride.times(index).map(Offset::from);
        let offset = offset.ok_or_else(|| Unknown::new(format!("the offset of element {index} cannot be represented")))?;
        self.push(format!("[{index}]"), StepKind::Element { array, element, stride }, offset, size, Destination::Type(element))
    }

    /// Some components of a vector, from the first one.
    pub(super) fn components(&mut self, vector: TypeId, first: u8, count: u8, label: String) -> Result<(), Unknown> {
        let Type::Vector { scalar, .. } = self.module.types[vector] else { return Ok(()) };
        let bytes = self.scalar_bytes(scalar);
        let offset = Offset::new(u64::from(first) * bytes);
        let end = if count == 1 { Destination::Scalar(vector) } else { Destination::Components(vector, count) };
        self.push(label, StepKind::Component { vector }, offset, Size::new(bytes * u64::from(count)), end)
    }

    pub(super) fn push(
        &mut self,
        label: String,
        kind: StepKind<'a>,
        offset: Offset,
        size: Size,
        end: Destination<'a>,
    ) -> Result<(), Unknown> {
        self.offset = offset.within(self.offset).ok_or_else(|| Unknown::new("the offset exceeds 64 bits".into()))?;
        self.steps.push(WalkStep { label, kind, offset, size });
        self.end = end;
        Ok(())
    }

    /// The size of a scalar under the rules of the buffer.
    pub(super) fn scalar_bytes(&self, scalar: Scalar) -> u64 {
        self.types.rules.scalar_bytes(self.module, scalar)
    }

    /// The path so far, with every index.
    pub(super) fn written(&self) -> String {
        let labels = self.steps.iter().map(|step| step.label.as_str());
        std::iter::once(name(self.module, self.layout)).chain(labels).collect()
    }

    /// The path so far and its type.
    pub(super) fn described(&self, ty: TypeId) -> String {
        match self.module.as_struct(ty) {
            Some(content) if self.module.name(content.name) == self.written() => format!("`{}`", self.written()),
            _ => format!("`{}`, {},", self.written(), with_article(&self.module.type_name(ty).to_string())),
        }
    }
}

/// An unnamed bit-field, which is not a member.
pub(super) fn is_hidden(field: &Field) -> bool {
    field.bitfield.is_some() && field.name.is_empty()
}

pub(super) const SWIZZLE: [char; 4] = ['x', 'y', 'z', 'w'];

/// The components of a swizzle, in its order.
pub(super) fn swizzle(name: &str) -> Option<Vec<u8>> {
    let components = |set: &str| name.chars().map(|c| set.find(c).map(|position| position as u8)).collect::<Option<Vec<u8>>>();
    components("xyzw").or_else(|| components("rgba")).filter(|components| !components.is_empty())
}

/// `_m01` counts rows and columns from 0, `_12` from 1.
fn matrix_element(name: &str) -> Option<(u8, u8)> {
    let (digits, first) = match name.strip_prefix("_m") {
        Some(digits) => (digits, 0),
        None => (name.strip_prefix('_')?, 1),
    };
    let [row, column] = digits.as_bytes() else { return None };
    let number = |digit: u8| (digit as char).to_digit(10).and_then(|digit| (digit as u8).checked_sub(first));
    Some((number(*row)?, number(*column)?))
}
