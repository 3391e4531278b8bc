//! Cbuffers and global variables, as buffers and parameters of the module.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{
    Annotation, Buffer, BufferId, BufferKind, Count, Field, Packing, Parameter, ParameterId, ParameterKind, ResourceKind, ResourceShape,
    ResourceType, Spelling, Struct, StructKind, Type, TypeId,
};
use padstone_source::{Span, Symbol};
use rustc_hash::FxHashSet;

use super::annotations::{ANONYMOUS, Attributes, registers};
use super::entities::Entity;
use super::records::Members;
use super::redeclarations::VariableType;
use super::scopes::ScopeId;
use super::specifiers::{Declarator, Specifiers};
use super::{Keyword, Parser};
use crate::TokenKind;
use crate::cursor::Tokens;
use crate::reader::Reader;
use crate::usage::DeclaredCode;

/// The loose constants, which together are the buffer `$Globals`.
#[derive(Default)]
pub(super) struct Globals {
    fields: Vec<Field>,
    /// Made at the first of them, so that it has that place in the order.
    buffer: Option<BufferId>,
}

impl Parser<'_> {
    /// `cbuffer Name : register(b0) { … }`.
    pub(super) fn buffer(&mut self, attributes: Attributes) {
        let word = self.cursor.next();
        let (kind, resource) = match self.keyword(word) {
            Some(Keyword::CBuffer) => (BufferKind::CBuffer, ResourceKind::ConstantBuffer),
            _ => (BufferKind::TBuffer, ResourceKind::TextureBuffer),
        };
        let is_reserved = self.words.is_reserved(self.cursor.peek().symbol);
        let name = if is_reserved { None } else { self.name() };
        let Some(name) = name else {
            self.expected("a buffer name");
            self.unknown_global(ANONYMOUS, word.span);
            return self.recover();
        };
        let mut annotations = Vec::new();
        self.annotates_buffer = true;
        let is_understood = self.colon_annotations(&mut annotations) && !attributes.broken;
        self.annotates_buffer = false;
        if !is_understood {
            // Its register is unknown, and so are those of later parameters.
            self.module.known_parameters.get_or_insert(self.module.parameters.len());
        }
        self.drop_other_classes(&mut annotations, Some(resource));
        for annotation in &annotations {
            if let Annotation::PackOffset(offset) = annotation {
                let found =
                    Diagnostic::error(&codes::PACKOFFSET_ON_BUFFER, "`packoffset` is allowed on members, not on the buffer", offset.span);
                self.report(found.help("move it to a member, or use `register(b0)` to bind the buffer"));
            }
        }
        let open = match self.expect(TokenKind::BraceOpen, "`{`") {
            Some(open) => open.span,
            // Only the brace is missing: the members are those of this buffer, and of nothing else.
            None if self.begins_type(0) => name.span,
            None => {
                self.unknown_global(ANONYMOUS, name.span);
                return self.recover();
            }
        };
        let place = DeclaredParameter {
            name: name.symbol,
            span: name.span,
            dims: Vec::new(),
            annotations: &annotations,
            attributes: &attributes,
            written: Spelling::default(),
        };
        let (buffer, parameter) = self.add_buffer(place, kind, resource, self.unknown);
        let mut fields = Vec::new();
        self.members(Members::OfBuffer, open, &mut fields);
        self.cursor.eat(TokenKind::Semicolon);
        self.resources_in(&fields, buffer, parameter);
        self.note_members(&fields);
        let path = self.qualified(name.symbol);
        let members = Struct { name: path, span: name.span, kind: StructKind::BufferMembers, fields, ty: None, contiguous: false };
        self.module.buffers[buffer].content = self.complete(members, None);
    }

    /// A cbuffer inside a cbuffer, which DXC takes for one beside it.
    pub(super) fn nested_buffer(&mut self) {
        if self.nested(|parser| parser.buffer(Attributes::default())).is_none() {
            self.cursor.next();
            self.recover();
        }
    }

    /// Members that are resources, or hold some, take registers of their own.
    fn resources_in(&mut self, fields: &[Field], buffer: BufferId, owner: ParameterId) {
        let scope = self.scopes.current;
        for (index, field) in fields.iter().enumerate() {
            let (ty, dims) = self.peel(field.ty);
            let holds = self.holds(ty);
            if scope != ScopeId::GLOBAL {
                self.usage.declare_buffer_member(scope, field.name);
            }
            if holds.resources {
                let (annotations, attributes) = (&field.annotations[..], &Attributes::default());
                let parameter = self.add_opaque(
                    DeclaredParameter { name: field.name, span: field.span, dims, annotations, attributes, written: field.written.clone() },
                    ty,
                );
                self.module.parameters[parameter].member_of = Some((buffer, index));
                self.usage.declare_variable(scope, field.name, Some(field.ty), Some(parameter));
            }
            if holds.bytes || !holds.resources {
                self.usage.declare_variable(scope, field.name, Some(field.ty), Some(owner));
            }
            if holds.wide {
                self.usage.want_reads(scope, field.name, owner, Some(field.name));
            }
        }
    }

    /// A variable at the top level or in a namespace.
    pub(super) fn variable(&mut self, specifiers: &Specifiers, mut declarator: Declarator) {
        self.refuse_places(specifiers, &declarator, None);
        if declarator.qualifier.is_none() && (specifiers.is_static || specifiers.group_shared || self.scopes.current != ScopeId::GLOBAL) {
            self.check_constant(specifiers, &declarator);
        }
        self.check_specialization_constant(specifiers, &declarator);
        let is_first = self.note_global(specifiers, &declarator);
        if specifiers.is_static {
            self.static_variable(specifiers, &declarator);
            if !is_first {
                self.scopes.declare(declarator.name, Entity::Dependent);
            }
            return;
        }
        self.usage.forget();
        if declarator.qualifier.is_some() {
            return;
        }
        if !declarator.dims.understood {
            return self.unknown_global(declarator.name, declarator.span);
        }
        if specifiers.group_shared || specifiers.attributes.outside_buffers {
            if let Some(id) = specifiers.attributes.constant_id {
                self.specialization_constant(id, &declarator);
            }
            self.scopes.declare(declarator.name, Entity::Variable);
            self.usage.declare_variable(self.scopes.current, declarator.name, Some(declarator.ty), None);
            return;
        }
        let attributes = &specifiers.attributes;
        let (ty, dims) = self.peel(declarator.ty);
        if let Type::Resource(resource) = self.module.types[ty] {
            self.drop_other_classes(&mut declarator.annotations, Some(resource.kind));
        }
        // Without the namespace, as DXC's reflection and its SPIR-V name them.
        let place = DeclaredParameter {
            name: declarator.name,
            span: declarator.span,
            dims,
            annotations: &declarator.annotations,
            attributes,
            written: declarator.written.clone(),
        };
        match self.module.types[ty] {
            Type::Resource(resource) => {
                if let Some(parameter) = self.global_resource(place, ty, resource) {
                    let scope = self.scopes.current;
                    self.usage.declare_variable(scope, declarator.name, Some(declarator.ty), Some(parameter));
                    if resource.element.is_some_and(|element| self.holds(element).wide) {
                        self.usage.want_reads(scope, declarator.name, parameter, None);
                    }
                }
            }
            Type::Unknown => self.unknown_global(declarator.name, declarator.span),
            _ if self.options.spirv && (attributes.push_constant.is_some() || attributes.shader_record.is_some()) => {
                let kind = if attributes.push_constant.is_some() { BufferKind::PushConstant } else { BufferKind::ShaderRecord };
                let (_, parameter) = self.add_buffer(place, kind, ResourceKind::Other, ty);
                self.usage.declare_variable(self.scopes.current, declarator.name, Some(declarator.ty), Some(parameter));
            }
            _ => {
                let dims = place.dims;
                self.loose_constant(specifiers, declarator, ty, dims);
            }
        }
    }

    /// Reports `packoffset` and `register` on a variable that is no member of a buffer. Layout reports those of `$Globals`. clang 22
    /// accepts a `packoffset` on a static variable in a cbuffer (measured).
    pub(super) fn refuse_places(&mut self, specifiers: &Specifiers, declarator: &Declarator, context: Option<Members>) {
        let (ty, _) = self.peel(declarator.ty);
        let what = match self.module.types[ty] {
            _ if specifiers.is_static => "a static variable",
            _ if specifiers.group_shared => "a groupshared variable",
            _ if specifiers.attributes.outside_buffers => "a variable outside a buffer",
            Type::Resource(_) => "a resource",
            _ => return,
        };
        let place = format!("on `{}`, {what}", self.text(declarator.name));
        for annotation in &declarator.annotations {
            match *annotation {
                Annotation::PackOffset(_) if self.options.clang && context == Some(Members::OfBuffer) => {}
                Annotation::PackOffset(offset) => self.misplaced_packoffset(&place, offset.span),
                Annotation::Register(register) if specifiers.is_static || specifiers.group_shared && register.slot.is_some() => {
                    self.refuse_register(&place, register.span);
                }
                _ => {}
            }
        }
    }

    /// Notes a variable of a namespace. Returns false after reporting that its name is declared already.
    fn note_global(&mut self, specifiers: &Specifiers, declarator: &Declarator) -> bool {
        // A member defined outside its struct was declared in it.
        if declarator.qualifier.is_some() {
            return true;
        }
        let &Specifiers { is_const, is_static, group_shared, is_extern, .. } = specifiers;
        let ty = VariableType { ty: declarator.ty, is_const, is_static, group_shared };
        self.note_variable(declarator.name, declarator.span, ty, !is_extern || declarator.initializer.is_some())
    }

    /// The members of a buffer are names of the namespace around it. Twice in one buffer is reported with its layout.
    fn note_members(&mut self, fields: &[Field]) {
        let mut own = FxHashSet::default();
        for field in fields.iter().filter(|field| own.insert(field.name)) {
            let ty = VariableType { ty: field.ty, is_const: false, is_static: false, group_shared: false };
            self.note_variable(field.name, field.span, ty, true);
        }
    }

    fn global_resource(&mut self, place: DeclaredParameter<'_>, ty: TypeId, resource: ResourceType) -> Option<ParameterId> {
        let attributes = place.attributes;
        let kind = match resource.kind {
            ResourceKind::ConstantBuffer if self.options.spirv && attributes.push_constant.is_some() => BufferKind::PushConstant,
            ResourceKind::ConstantBuffer if self.options.spirv && attributes.shader_record.is_some() => BufferKind::ShaderRecord,
            ResourceKind::ConstantBuffer => BufferKind::ConstantBuffer,
            ResourceKind::TextureBuffer => BufferKind::TextureBuffer,
            ResourceKind::StructuredBuffer
            | ResourceKind::RwStructuredBuffer
            | ResourceKind::AppendStructuredBuffer
            | ResourceKind::ConsumeStructuredBuffer => BufferKind::Structured,
            ResourceKind::Other => return None,
            _ => return Some(self.add_opaque(place, ty)),
        };
        let object = if matches!(kind, BufferKind::PushConstant | BufferKind::ShaderRecord) { ResourceKind::Other } else { resource.kind };
        Some(self.add_buffer(place, kind, object, resource.element.unwrap_or(self.unknown)).1)
    }

    /// A variable that is neither static nor a resource: a member of `$Globals`.
    fn loose_constant(&mut self, specifiers: &Specifiers, declarator: Declarator, ty: TypeId, dims: Vec<Count>) {
        self.scopes.declare(declarator.name, Entity::Variable);
        let sized = self.sized(&declarator, specifiers);
        let mut annotations = declarator.annotations;
        if !self.holds(ty).resources {
            self.drop_other_classes(&mut annotations, None);
        }
        if let Some((bytes, span)) = specifiers.attributes.vk_offset {
            annotations.push(Annotation::Offset { bytes, span });
        }
        let holds = self.holds(ty);
        if let (true, Some(binding)) = (self.options.spirv, specifiers.attributes.binding) {
            let name = self.text(declarator.name).to_owned();
            let found =
                Diagnostic::error(&codes::ATTRIBUTE_PLACE, format!("`{name}` is in `$Globals` and has no separate binding"), binding.span);
            self.report(found.help("move it into a cbuffer with that binding, or bind `$Globals` with `-fvk-bind-globals`"));
        }
        let resources = holds.resources.then(|| {
            let (name, span) = (declarator.name, declarator.span);
            let written = declarator.written.clone();
            let place = DeclaredParameter { name, span, dims, annotations: &annotations, attributes: &specifiers.attributes, written };
            let parameter = self.add_opaque(place, ty);
            self.usage.declare_variable(self.scopes.current, declarator.name, Some(declarator.ty), Some(parameter));
            parameter
        });
        if holds.resources && !holds.bytes {
            return;
        }
        if self.is_ordinary_in_clang(declarator.name, declarator.span) {
            for annotation in &annotations {
                if let Annotation::PackOffset(offset) = annotation {
                    self.misplaced_packoffset("on a global constant", offset.span);
                }
            }
            if resources.is_none() {
                self.usage.declare_variable(self.scopes.current, declarator.name, Some(declarator.ty), None);
            }
            return;
        }
        let buffer = match self.globals.buffer {
            Some(buffer) => buffer,
            None => {
                let name = self.intern("$Globals");
                let place = DeclaredParameter {
                    name,
                    span: declarator.span,
                    dims: Vec::new(),
                    annotations: &[],
                    attributes: &Attributes::default(),
                    written: Spelling::default(),
                };
                let (buffer, _) = self.add_buffer(place, BufferKind::Globals, ResourceKind::ConstantBuffer, self.unknown);
                self.globals.buffer = Some(buffer);
                buffer
            }
        };
        if let Some(resources) = resources {
            self.module.parameters[resources].member_of = Some((buffer, self.globals.fields.len()));
        }
        let parameter = self.module.buffers[buffer].parameter;
        self.usage.declare_variable(self.scopes.current, declarator.name, Some(declarator.ty), Some(parameter));
        // DXC's reflection names it with its namespace, its SPIR-V without.
        let name = if self.options.spirv { declarator.name } else { self.qualified(declarator.name) };
        if holds.wide {
            self.usage.want_reads(self.scopes.current, declarator.name, parameter, Some(name));
        }
        let span = declarator.span;
        self.globals.fields.push(Field { written: declarator.written, ..Field::member(name, span, sized, annotations) });
    }

    /// The uniform parameters of the entry point, as FXC has them: constants are in the buffer `$Params`, resources are as if they were globals.
    pub(super) fn entry_uniforms(&mut self, span: Span, uniforms: Vec<Field>) {
        let (mut constants, mut resources) = (Vec::new(), Vec::new());
        for field in uniforms {
            let (ty, dims) = self.peel(field.ty);
            let place = DeclaredParameter {
                name: field.name,
                span: field.span,
                dims,
                annotations: &field.annotations,
                attributes: &Attributes::default(),
                written: field.written.clone(),
            };
            let parameter = match self.module.types[ty] {
                Type::Resource(resource) => self.global_resource(place, ty, resource),
                _ if self.holds(ty).resources => Some(self.add_opaque(place, ty)),
                _ => None,
            };
            if self.usage.uses_parameter(field.name) {
                parameter.into_iter().for_each(|parameter| self.usage.add_entry_parameter(parameter));
            }
            if !matches!(self.module.types[ty], Type::Resource(_)) {
                resources.extend(parameter.map(|parameter| (parameter, constants.len())));
                constants.push(field);
            }
        }
        if constants.is_empty() {
            return;
        }
        let name = self.intern("$Params");
        let is_used = constants.iter().any(|field| self.usage.uses_parameter(field.name));
        let content = Struct { name, span, kind: StructKind::BufferMembers, fields: constants, ty: None, contiguous: false };
        let content = self.add_struct(content, None);
        let place = DeclaredParameter {
            name,
            span,
            dims: Vec::new(),
            annotations: &[],
            attributes: &Attributes::default(),
            written: Spelling::default(),
        };
        let (buffer, parameter) = self.add_buffer(place, BufferKind::EntryUniforms, ResourceKind::ConstantBuffer, content);
        for (resource, index) in resources {
            self.module.parameters[resource].member_of = Some((buffer, index));
        }
        if is_used {
            self.usage.add_entry_parameter(parameter);
        }
    }

    /// Keeps the place of what was not understood and may be a loose constant: where those after it are is not known.
    pub(super) fn unknown_global(&mut self, name: Symbol, span: Span) {
        self.module.known_parameters.get_or_insert(self.module.parameters.len());
        let ty = self.unknown;
        self.globals.fields.push(Field::member(name, span, ty, Vec::new()));
    }

    /// A static variable takes no place; if it is a constant, array sizes can use its value.
    pub(super) fn static_variable(&mut self, specifiers: &Specifiers, declarator: &Declarator) {
        let (scope, body_scope) = self.scopes_of(declarator.qualifier);
        let Declarator { name, span, ty, .. } = *declarator;
        let names_before = self.scopes.count();
        self.usage.end_of(DeclaredCode { name, scope, body_scope, is_generic: false, names_before, span, ty: Some(ty) });
        let value = match &declarator.initializer {
            Some(tokens) if specifiers.is_const && declarator.dims.counts.is_empty() => {
                self.initial_value(declarator.name, tokens.clone(), declarator.ty, declarator.span)
            }
            _ => None,
        };
        self.scopes.declare(declarator.name, value.map_or(Entity::Variable, Entity::Constant));
    }

    /// Gives `$Globals` its members, now that all are known.
    pub(super) fn finish_globals(&mut self) {
        let Some(buffer) = self.globals.buffer else { return };
        // What is never closed may have swallowed others, unless indentation says where it ends: then it is labeled.
        if self.cursor.diagnostics().iter().any(|found| *found.code == codes::UNCLOSED && found.labels.is_empty()) {
            self.unknown_global(ANONYMOUS, self.module.buffers[buffer].span);
        }
        let fields = std::mem::take(&mut self.globals.fields);
        let Buffer { name, span, .. } = self.module.buffers[buffer];
        self.module.buffers[buffer].content =
            self.add_struct(Struct { name, span, kind: StructKind::BufferMembers, fields, ty: None, contiguous: false }, None);
    }

    fn add_buffer(
        &mut self,
        place: DeclaredParameter<'_>,
        kind: BufferKind,
        resource: ResourceKind,
        content: TypeId,
    ) -> (BufferId, ParameterId) {
        let buffer = BufferId::from_index(self.module.buffers.len());
        let (name, span) = (place.name, place.span);
        let parameter = self.add_parameter(place, ParameterKind::Buffer(buffer));
        if matches!(kind, BufferKind::Globals | BufferKind::EntryUniforms) {
            // It is in no namespace, unlike its first member.
            self.module.parameters[parameter].qualified_name = name;
        }
        self.module.buffers.push(Buffer { name, instance: None, span, kind, resource, content, packing: Packing::ByKind, parameter });
        (buffer, parameter)
    }

    fn add_opaque(&mut self, place: DeclaredParameter<'_>, ty: TypeId) -> ParameterId {
        let ty = match (self.module.types[ty], place.attributes.image_format) {
            (Type::Resource(resource), format @ Some(_)) if self.options.spirv && resource.kind == ResourceKind::RwTexture => {
                self.module.types.intern(Type::Resource(resource.shaped(ResourceShape { format, ..resource.shape })))
            }
            _ => ty,
        };
        let kind = if matches!(self.module.types[ty], Type::Struct(_)) { ParameterKind::Struct(ty) } else { ParameterKind::Opaque(ty) };
        self.add_parameter(place, kind)
    }

    fn add_parameter(&mut self, place: DeclaredParameter<'_>, kind: ParameterKind) -> ParameterId {
        let qualified_name = self.qualified(place.name);
        self.module.parameters.push(Parameter {
            name: place.name,
            qualified_name,
            span: place.span,
            kind,
            member_of: None,
            dims: place.dims,
            registers: registers(place.annotations),
            binding: place.attributes.binding,
            counter_binding: place.attributes.counter_binding,
            counter_offset: None,
            input_attachment: place.attributes.input_attachment,
            location: None,
            access: None,
            used: true,
            written: place.written,
        })
    }

    /// A type without its arrays, and the dimensions of those, outermost first.
    fn peel(&self, ty: TypeId) -> (TypeId, Vec<Count>) {
        let dims: Vec<Count> = self.module.types.dimensions(ty).collect();
        let ty = self.module.types.peel_arrays(ty);
        (ty, dims)
    }

    /// What is in a type, at any depth.
    fn holds(&self, ty: TypeId) -> Holds {
        let mut holds = Holds::default();
        let mut seen = FxHashSet::default();
        let mut todo = vec![ty];
        while let Some(ty) = todo.pop() {
            if !seen.insert(ty) {
                continue;
            }
            match self.module.types[ty] {
                Type::Resource(_) => holds.resources = true,
                Type::Struct(id) => todo.extend(self.module.structs[id].fields.iter().map(|field| field.ty)),
                Type::Array { element, .. } => todo.push(element),
                Type::Unknown => {}
                Type::Vector { scalar, .. } | Type::Matrix { scalar, .. } => {
                    holds.bytes = true;
                    holds.wide |= self.module.scalar_bytes(scalar) == 8;
                }
                _ => holds.bytes = true,
            }
        }
        holds
    }
}

/// A parameter as its declaration gives it.
struct DeclaredParameter<'d> {
    name: Symbol,
    span: Span,
    /// Array dimensions, outermost first.
    dims: Vec<Count>,
    annotations: &'d [Annotation],
    attributes: &'d Attributes,
    written: Spelling,
}

/// What is in a type.
#[derive(Clone, Copy, Default)]
struct Holds {
    resources: bool,
    bytes: bool,
    /// Vectors or matrices of 64-bit numbers.
    wide: bool,
}
