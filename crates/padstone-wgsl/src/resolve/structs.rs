//! Structs (WGSL, section 6.2.10).

use padstone_diag::{Diagnostic, Edit, codes};
use padstone_model::{Align, Annotation, Field, Size, Written};
use padstone_source::Symbol;

use super::attributes::AttributeUse;
use super::type_expression::MAX_SIZE;
use super::{Global, Resolver};
use crate::attributes::{AttributeName, AttributeTarget};
use crate::predeclared::Entity;
use crate::tree::{Attribute, Declaration, ExprId, ExpressionKind, Ident, List, Member, Struct};
use crate::types::{MAX_DEPTH, MemberType, Traits, Type, TypeId, TypeProperties, round_up};

/// The maximum number of members of a struct (tint, measured).
const MAX_MEMBERS: usize = 16383;
/// The number that every implementation must support (section 2.4).
const PORTABLE_MEMBERS: usize = 1023;
const PORTABLE_DEPTH: u32 = 15;

/// The attributes of a type in the draft of 2020, which are the defaults of every member with that type.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TypeAnnotations {
    align: Option<Annotation>,
    size: Option<Annotation>,
}

impl Resolver<'_> {
    pub(super) fn structure(&mut self, at: u32, declaration: &Declaration, body: &Struct) -> Option<Global> {
        let tree = self.tree;
        let attributes = self.attributes(declaration.attributes, AttributeTarget::Struct);
        let annotations = self.annotate_type(at, &attributes, None);
        let contiguous = attributes.iter().any(|attribute| attribute.name == AttributeName::Contiguous);
        let members = &tree[body.members];
        if members.is_empty() {
            // An unclosed struct has been reported.
            if self.source.text(body.braces).ends_with('}') {
                let message = format!("`{}` has no members", self.text(body.name.symbol));
                self.error(&codes::STRUCT_EMPTY, message, body.name.span);
            }
            return None;
        }
        let mut sum = StructAccumulator::new();
        let mut types = Vec::with_capacity(members.len());
        let mut fields = Vec::with_capacity(members.len());
        let mut io = Vec::new();
        self.begin_names();
        for (position, member) in members.iter().enumerate() {
            let is_last = position + 1 == members.len();
            let mut ty = self.member_type(member, is_last).unwrap_or(TypeId::UNKNOWN);
            if !member.name.symbol.is_empty() && !self.is_new(member.name.symbol) {
                self.report_duplicate(members, position);
                ty = TypeId::UNKNOWN;
            }
            let attributes = self.attributes(member.attributes, AttributeTarget::Member);
            let mut annotations = self.annotations(member, &attributes, ty);
            if self.hides_slot(member.attributes, &attributes) {
                annotations.push(Annotation::Unknown);
            }
            // In 2020 they do not affect the layout.
            sum.add(self.types.properties(ty), if self.is_draft() { &[] } else { &annotations });
            if let Some(connected) = self.io_member(member.name, ty, &attributes, position) {
                annotations.extend(connected.io.annotations(self.names));
                io.push(connected);
            }
            types.push(MemberType { name: member.name.symbol, ty });
            let ty = self.lowering.model_type(&self.types, ty);
            let Member { name, .. } = *member;
            let written = Written { type_span: Some(self.nodes[member.ty].span), ..Written::default() };
            fields.push(Field { written, ..Field::member(name.symbol, name.span, ty, annotations) });
        }
        self.check_struct_io(&io);
        let properties = self.struct_facts(body, sum, members.len())?;
        let ty = self.types.add_struct(body.name.symbol, types, properties);
        self.lowering.structure(body.name, fields, contiguous);
        self.claim(body.name, ty, annotations);
        self.io.push(io);
        Some(Global::Type(ty))
    }

    fn report_duplicate(&mut self, members: &[Member], again: usize) {
        let name = members[again].name;
        let message = format!("redeclaration of member `{}`", self.text(name.symbol));
        let mut found = Diagnostic::error(&codes::DUPLICATE_MEMBER, message, name.span).label(name.span, "redeclared here");
        if let Some(first) = members.iter().find(|member| member.name.symbol == name.symbol) {
            found = found.label(first.name.span, "first declared here");
        }
        self.report(found);
    }

    /// The properties of the struct, unless it exceeds the maximum size, depth or number of members.
    fn struct_facts(&mut self, body: &Struct, sum: StructAccumulator, members: usize) -> Option<TypeProperties> {
        let name = body.name;
        let properties = sum.properties();
        let text = self.text(name.symbol);
        if properties.size > MAX_SIZE {
            let message = format!("`{text}` is {} bytes; a type may have at most {MAX_SIZE}", properties.size);
            self.error(&codes::TYPE_TOO_LARGE, message, name.span);
            return None;
        }
        if members > MAX_MEMBERS {
            self.error(&codes::TYPE_TOO_LARGE, format!("`{text}` has {members} members; the limit is {MAX_MEMBERS}"), name.span);
            return None;
        }
        // A struct that contains a too deep type is not reported again.
        let depth = if properties.has(Traits::CONTAINS_UNKNOWN) { 1 } else { properties.depth };
        if depth > MAX_DEPTH {
            self.report_depth(name.span);
            return None;
        }
        if members > PORTABLE_MEMBERS || depth == PORTABLE_DEPTH + 1 {
            let message = if members > PORTABLE_MEMBERS {
                format!("`{text}` has {members} members; implementations need not support more than {PORTABLE_MEMBERS}")
            } else {
                format!("`{text}` nests {depth} levels deep; implementations need not support more than {PORTABLE_DEPTH}")
            };
            self.report(Diagnostic::warning(&codes::TYPE_TOO_LARGE, message, name.span).label(name.span, ""));
        }
        Some(properties)
    }

    /// The type of a member, if it is allowed there.
    fn member_type(&mut self, member: &Member, is_last: bool) -> Option<TypeId> {
        let ty = self.annotated_type(member.ty)?;
        let properties = *self.types.properties(ty);
        let span = self.nodes[member.ty].span;
        if !properties.has(Traits::PLAIN) {
            let message = format!("a struct member cannot have type `{}`", self.type_name(ty));
            self.error(&codes::PART_TYPE, message, span);
            return None;
        }
        if properties.has(Traits::CREATION_FIXED) {
            return Some(ty);
        }
        let shown = self.type_name(ty).to_string();
        let message = if properties.has(Traits::FIXED) {
            format!("the size of `{shown}` is an override, which only a variable in `workgroup` itself may have")
        } else if matches!(self.types[ty], Type::Struct(_)) {
            format!("`{shown}` ends with a runtime-sized array and cannot be a member of another struct")
        } else if !is_last {
            format!("`{shown}` has no fixed size and must be the last member")
        } else {
            return Some(ty);
        };
        self.error(&codes::RUNTIME_ARRAY_PLACE, message, span);
        None
    }

    /// The layout attributes of a member, or in 2020 those of its type.
    fn annotations(&mut self, member: &Member, attributes: &[AttributeUse], ty: TypeId) -> Vec<Annotation> {
        let mut annotations = Vec::with_capacity(attributes.len());
        for &attribute in attributes {
            let place = match attribute.name {
                AttributeName::Align => self.align(attribute, Some(ty)),
                AttributeName::Size => self.size(attribute, Some(ty)),
                AttributeName::Offset => {
                    self.integer_argument(attribute, 0).map(|bytes| Annotation::Offset { bytes: bytes.into(), span: attribute.span })
                }
                _ => continue,
            };
            annotations.push(place.unwrap_or(Annotation::Unknown));
        }
        if self.is_draft() {
            let of_type = self.annotations_of_type(member.ty);
            let is_specified = |name| attributes.iter().any(|attribute| attribute.name == name);
            annotations.extend(of_type.align.filter(|_| !is_specified(AttributeName::Align)));
            annotations.extend(of_type.size.filter(|_| !is_specified(AttributeName::Size)));
        }
        annotations
    }

    /// Records the 2020 attributes of a struct or alias; an alias inherits those of its type. Returns those of the declaration.
    pub(super) fn annotate_type(&mut self, at: u32, attributes: &[AttributeUse], target: Option<ExprId>) -> Vec<Annotation> {
        if !self.is_draft() {
            return Vec::new();
        }
        let (mut own, mut named) = (TypeAnnotations::default(), target);
        if let Some(ExpressionKind::Attributed { attributes, inner }) = target.map(|target| self.nodes[target].kind) {
            let before = self.attributes(attributes, AttributeTarget::MemberType);
            self.add_annotations(&mut own, &before);
            named = Some(inner);
        }
        self.add_annotations(&mut own, attributes);
        let inherited = named.map(|named| self.annotations_of_type(named)).unwrap_or_default();
        let all = TypeAnnotations { align: own.align.or(inherited.align), size: own.size.or(inherited.size) };
        if all.align.is_some() || all.size.is_some() {
            self.annotations.insert(at, all);
        }
        [own.align, own.size].into_iter().flatten().collect()
    }

    /// Records the attributes of a declared type, to be verified independently of its uses.
    pub(super) fn claim(&mut self, name: Ident, ty: TypeId, annotations: Vec<Annotation>) {
        if annotations.is_empty() || annotations.contains(&Annotation::Unknown) {
            return;
        }
        let ty = self.lowering.model_type(&self.types, ty);
        let claim = Field::member(name.symbol, name.span, ty, annotations);
        self.lowering.module.type_claims.push(claim);
    }

    fn add_annotations(&mut self, annotations: &mut TypeAnnotations, attributes: &[AttributeUse]) {
        for &attribute in attributes {
            match attribute.name {
                AttributeName::Align => annotations.align = Some(self.align(attribute, None).unwrap_or(Annotation::Unknown)),
                AttributeName::Size => annotations.size = Some(self.size(attribute, None).unwrap_or(Annotation::Unknown)),
                _ => {}
            }
        }
    }

    /// The attributes of a type at its use, or else those of its declaration.
    fn annotations_of_type(&mut self, ty: ExprId) -> TypeAnnotations {
        match self.nodes[ty].kind {
            ExpressionKind::Name(symbol) => match self.scope.lookup(symbol) {
                Some(Entity::Global(at)) => self.annotations.get(&at).copied().unwrap_or_default(),
                _ => TypeAnnotations::default(),
            },
            ExpressionKind::Attributed { attributes, inner } => {
                let mut annotations = self.annotations_of_type(inner);
                let attributes = self.attributes(attributes, AttributeTarget::MemberType);
                self.add_annotations(&mut annotations, &attributes);
                annotations
            }
            _ => TypeAnnotations::default(),
        }
    }

    /// Records `[[stride(16)]]` before a type of 2020, to be verified.
    pub(super) fn claim_stride(&mut self, attributes: List<Attribute>, ty: TypeId) {
        // Attributes that are not allowed there have been reported.
        let is_stride = |attribute: &&Attribute| self.is_draft() && self.text(attribute.name.symbol) == AttributeName::Stride.name();
        let Some(attribute) = self.nodes[attributes].iter().find(is_stride) else { return };
        let Some(arguments) = attribute.arguments.filter(|arguments| arguments.len() == 1) else { return };
        let attribute = AttributeUse { name: AttributeName::Stride, arguments, span: attribute.span };
        let Some(stride) = self.integer_argument(attribute, 1) else { return };
        if !matches!(self.types[ty], Type::Array { .. }) {
            let message = format!("`stride` requires an array, found `{}`", self.type_name(ty));
            self.error(&codes::ATTRIBUTE_PLACE, message, attribute.span);
            return;
        }
        let ty = self.lowering.model_type(&self.types, ty);
        let annotation = Annotation::Stride { bytes: stride.into(), span: attribute.span };
        let claim = Field::member(Symbol::EMPTY, attribute.span, ty, vec![annotation]);
        self.lowering.module.type_claims.push(claim);
    }

    /// The type of a member or alias: [`Resolver::annotations_of_type`] reads the attributes before it.
    pub(super) fn annotated_type(&mut self, ty: ExprId) -> Option<TypeId> {
        match self.nodes[ty].kind {
            ExpressionKind::Attributed { attributes, inner } if self.is_draft() => {
                let ty = self.type_expression(inner)?;
                self.claim_stride(attributes, ty);
                Some(ty)
            }
            _ => self.type_expression(ty),
        }
    }

    /// `@align(n)`. In current WGSL it sets the alignment, and must be a multiple of the type's alignment (section 12.1); in 2020 it
    /// asserts it.
    fn align(&mut self, attribute: AttributeUse, of: Option<TypeId>) -> Option<Annotation> {
        let bytes = self.integer_argument(attribute, 1)?;
        let Some(align) = Align::new(bytes.into()) else {
            let fix = u64::from(bytes).next_power_of_two();
            let message = format!("alignment must be a power of two, found {bytes}");
            self.report_with_number(&codes::MEMBER_ALIGN, message, attribute, fix);
            return None;
        };
        if let Some(of) = of.filter(|_| !self.is_draft()) {
            let needed = self.types.properties(of).align;
            if align < needed {
                let message = format!("alignment of `{}` must be at least {needed}, found {align}", self.type_name(of));
                self.report_with_number(&codes::MEMBER_ALIGN, message, attribute, needed.bytes());
                return None;
            }
        }
        Some(Annotation::Align { align, span: attribute.span })
    }

    /// `@size(n)` (section 12.15). In 2020 it asserts the size.
    fn size(&mut self, attribute: AttributeUse, of: Option<TypeId>) -> Option<Annotation> {
        let bytes = self.integer_argument(attribute, 1)?;
        if let Some(of) = of.filter(|_| !self.is_draft()) {
            let properties = *self.types.properties(of);
            if !properties.has(Traits::CREATION_FIXED) {
                let message = format!("`@size` is not allowed on `{}`, which has no fixed size", self.type_name(of));
                self.error(&codes::MEMBER_SIZE, message, attribute.span);
                return None;
            }
            if u64::from(bytes) < properties.size {
                let message = format!("`{}` is {} bytes and does not fit in {bytes}", self.type_name(of), properties.size);
                self.report_with_number(&codes::MEMBER_SIZE, message, attribute, properties.size);
                return None;
            }
        }
        Some(Annotation::Size { size: Size::new(bytes.into()), span: attribute.span })
    }

    /// An error with a fix that replaces the number.
    fn report_with_number(&mut self, code: &'static padstone_diag::Code, message: String, attribute: AttributeUse, number: u64) {
        let argument = self.nodes[attribute.arguments].first().map_or(attribute.span, |&argument| self.nodes[argument].span);
        let found = Diagnostic::error(code, message, attribute.span)
            .label(attribute.span, "")
            .fix(format!("change it to {number}"), vec![Edit { span: argument, text: number.to_string() }]);
        self.report(found);
    }
}

/// Lays out members in order, following section 14.4.1.
struct StructAccumulator {
    end: u64,
    align: Align,
    traits: Traits,
    depth: u32,
    count: u32,
}

impl StructAccumulator {
    fn new() -> StructAccumulator {
        StructAccumulator { end: 0, align: Align::ONE, traits: Traits::of_whole(), depth: 0, count: 0 }
    }

    fn add(&mut self, member: &TypeProperties, annotations: &[Annotation]) {
        let (mut align, mut size) = (member.align, member.size);
        for annotation in annotations {
            match *annotation {
                Annotation::Align { align: specified, .. } => align = specified,
                Annotation::Size { size: specified, .. } => size = specified.bytes(),
                Annotation::Unknown => self.traits = self.traits.with(Traits::CONTAINS_UNKNOWN),
                _ => {}
            }
        }
        self.end = round_up(self.end, align).saturating_add(size);
        self.align = self.align.max(align);
        self.traits = self.traits.and_part(member.traits);
        self.depth = self.depth.max(member.depth);
        self.count = self.count.max(member.count);
    }

    fn properties(self) -> TypeProperties {
        TypeProperties {
            size: round_up(self.end, self.align),
            align: self.align,
            traits: self.traits,
            depth: self.depth + 1,
            count: self.count,
        }
    }
}
