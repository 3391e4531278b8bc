//! The attributes `@align` and `@size`, and `@stride` of 2020: their values, and the members and types that they apply to.

use padstone_diag::{Diagnostic, Edit, codes};
use padstone_model::{Align, Annotation, Field, Size};
use padstone_source::Symbol;

use super::Resolver;
use super::attributes::AttributeUse;
use crate::attributes::{AttributeName, AttributeTarget};
use crate::predeclared::Entity;
use crate::tree::{Attribute, ExprId, ExpressionKind, Ident, List, Member};
use crate::types::{Traits, Type, TypeId};

/// The attributes of a type in the draft of 2020, which are the defaults of every member with that type.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TypeAnnotations {
    align: Option<Annotation>,
    size: Option<Annotation>,
}

impl Resolver<'_> {
    /// The layout attributes of a member, or in 2020 those of its type.
    pub(super) fn annotations(&mut self, member: &Member, attributes: &[AttributeUse], ty: TypeId) -> Vec<Annotation> {
        let mut annotations = Vec::with_capacity(attributes.len());
        for &attribute in attributes {
            let annotation = match attribute.name {
                AttributeName::Align => self.align(attribute, Some(ty)),
                AttributeName::Size => self.size(attribute, Some(ty)),
                AttributeName::Offset => {
                    self.integer_argument(attribute, 0).map(|bytes| Annotation::Offset { bytes: bytes.into(), span: attribute.span })
                }
                _ => continue,
            };
            annotations.push(annotation.unwrap_or(Annotation::Unknown));
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
    pub(super) fn annotate_type(&mut self, position: u32, attributes: &[AttributeUse], target: Option<ExprId>) -> Vec<Annotation> {
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
            self.annotations.insert(position, all);
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
                Some(Entity::Global(position)) => self.annotations.get(&position).copied().unwrap_or_default(),
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
    fn align(&mut self, attribute: AttributeUse, member_type: Option<TypeId>) -> Option<Annotation> {
        let bytes = self.integer_argument(attribute, 1)?;
        let Some(align) = Align::new(bytes.into()) else {
            let needed = member_type.filter(|_| !self.is_draft()).map_or(1, |ty| self.types.properties(ty).align.bytes());
            let fix = u64::from(bytes).next_power_of_two().max(needed);
            let message = format!("alignment must be a power of two, found {bytes}");
            self.report_with_number(&codes::MEMBER_ALIGN, message, attribute, fix);
            return None;
        };
        if let Some(member_type) = member_type.filter(|_| !self.is_draft()) {
            let needed = self.types.properties(member_type).align;
            if align < needed {
                let message = format!("alignment of `{}` must be at least {needed}, found {align}", self.type_name(member_type));
                self.report_with_number(&codes::MEMBER_ALIGN, message, attribute, needed.bytes());
                return None;
            }
        }
        Some(Annotation::Align { align, span: attribute.span })
    }

    /// `@size(n)` (section 12.15). In 2020 it asserts the size.
    fn size(&mut self, attribute: AttributeUse, member_type: Option<TypeId>) -> Option<Annotation> {
        let bytes = self.integer_argument(attribute, 1)?;
        if let Some(member_type) = member_type.filter(|_| !self.is_draft()) {
            let properties = *self.types.properties(member_type);
            if !properties.has(Traits::CREATION_FIXED) {
                let message = format!("`@size` is not allowed on `{}`, which has no fixed size", self.type_name(member_type));
                self.error(&codes::MEMBER_SIZE, message, attribute.span);
                return None;
            }
            if u64::from(bytes) < properties.size {
                let message = format!("`{}` is {} bytes and does not fit in {bytes}", self.type_name(member_type), properties.size);
                self.report_with_number(&codes::MEMBER_SIZE, message, attribute, properties.size);
                return None;
            }
        }
        Some(Annotation::Size { size: Size::new(bytes.into()), span: attribute.span })
    }

    /// An error with a fix that replaces the number.
    pub(super) fn report_with_number(&mut self, code: &'static padstone_diag::Code, message: String, attribute: AttributeUse, number: u64) {
        let argument = self.nodes[attribute.arguments].first().map_or(attribute.span, |&argument| self.nodes[argument].span);
        let found = Diagnostic::error(code, message, attribute.span)
            .label(attribute.span, "")
            .fix(format!("change it to {number}"), vec![Edit { span: argument, text: number.to_string() }]);
        self.report(found);
    }
}
