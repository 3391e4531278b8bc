//! Structs (WGSL, section 6.2.10).

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Align, Annotation, Field, Spelling};

use super::type_expression::MAX_SIZE;
use super::{ResolvedGlobal, Resolver};
use crate::attributes::{AttributeName, AttributeTarget};
use crate::tree::{Declaration, Member, Struct};
use crate::types::{MAX_DEPTH, MemberType, Traits, Type, TypeId, TypeProperties, round_up};

/// The maximum number of members of a struct (tint, measured).
const MAX_MEMBERS: usize = 16383;
/// The number that every implementation must support (section 2.4).
const PORTABLE_MEMBERS: usize = 1023;
const PORTABLE_DEPTH: u32 = 15;

impl Resolver<'_> {
    pub(super) fn structure(&mut self, index: u32, declaration: &Declaration, body: &Struct) -> Option<ResolvedGlobal> {
        let tree = self.tree;
        let attributes = self.attributes(declaration.attributes, AttributeTarget::Struct);
        let annotations = self.annotate_type(index, &attributes, None);
        let is_unplaced = self.has_unsupported_attribute(declaration.attributes) || self.hides_slot(declaration.attributes, &attributes);
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
            if is_unplaced || self.hides_slot(member.attributes, &attributes) {
                annotations.push(Annotation::Unknown);
            }
            // In 2020 they do not affect the layout.
            sum.add(self.types.properties(ty), if self.is_draft() { &[] } else { &annotations });
            if let Some(connected) = self.io_member(member, ty, &attributes, position) {
                annotations.extend(connected.io.annotations(self.names));
                io.push(connected);
            }
            types.push(MemberType { name: member.name.symbol, ty });
            let ty = self.lowering.model_type(&self.types, ty);
            let Member { name, .. } = *member;
            let written = Spelling { type_span: Some(self.nodes[member.ty].span), ..Spelling::default() };
            fields.push(Field { written, ..Field::member(name.symbol, name.span, ty, annotations) });
        }
        self.check_struct_io(&io);
        let properties = self.struct_facts(body, sum, members.len())?;
        let ty = self.types.add_struct(body.name.symbol, types, properties);
        self.lowering.structure(body.name, fields, contiguous);
        self.claim(body.name, ty, annotations);
        self.io.push(io);
        Some(ResolvedGlobal::Type(ty))
    }

    fn report_duplicate(&mut self, members: &[Member], duplicate: usize) {
        let name = members[duplicate].name;
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
            format!("the size of `{shown}` is an override: only variables in `workgroup`, not members, can have such a type")
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
