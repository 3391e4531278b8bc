//! The global parameters of a program, and the buffers in them.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{
    Annotation, Buffer, BufferId, BufferKind, Count, Direction, Field, Global, Origin, Packing, Parameter, ParameterId, ParameterKind,
    ResourceKind, ResourceShape, ResourceType, Spelling, Struct, StructKind, Type, TypeId,
};
use padstone_source::{Span, Symbol};

use super::keywords::Modifier;
use super::resolve::{EnvId, Resolver, Scope, has_layout};
use super::tree::{DeclId, DeclKind};

/// The maximum number of buffers in parameters.
const MAX_BUFFERS: usize = 1 << 14;

impl Resolver<'_> {
    /// Collects the global parameters: those of the program, then those of each module in the order of first import.
    pub(super) fn globals(&mut self) {
        for module in self.module_order.clone() {
            let origin = self.modules[module].origin;
            for decl in self.global_declarations(module) {
                self.global(decl, origin);
            }
        }
        self.global_buffers();
    }

    fn global(&mut self, decl: DeclId, origin: Origin) {
        let scope = Scope { decl, env: EnvId::EMPTY };
        let declared = &self.tree.decls[decl];
        let variable = match declared.kind {
            DeclKind::Buffer { .. } if declared.modifiers.has(Modifier::GroupShared) || declared.modifiers.has(Modifier::Global) => return,
            DeclKind::Buffer { .. } if declared.modifiers.has(Modifier::Static) => {
                self.static_opaque(decl);
                return;
            }
            DeclKind::Buffer { kind } => {
                let variable = self.buffer_variable(scope, kind);
                self.check_specialized(decl, variable.ty);
                self.in_buffer(variable)
            }
            DeclKind::Variable { value, .. } => {
                let modifiers = &declared.modifiers;
                let direction = self.global_direction(decl);
                if direction.is_none() && (modifiers.has(Modifier::Static) || modifiers.has(Modifier::GroupShared)) {
                    self.check_static_specialized(scope);
                    return self.check_static(scope);
                }
                let is_const = modifiers.has(Modifier::Const) || modifiers.has(Modifier::Uniform);
                let is_global = modifiers.has(Modifier::Global);
                let (name, span) = (declared.name, declared.span);
                if direction.is_none() && is_const && value.is_some() && !self.is_specialized(decl) {
                    let message = format!("global constant `{}` has a value, but is not `static`", self.text(name));
                    let found = Diagnostic::error(&codes::CONST_NOT_STATIC, message, span);
                    self.report(found.help("declare it `static const`: shader parameters have no value in the source"));
                    return;
                }
                if direction.is_none() && is_global {
                    return;
                }
                let is_static = modifiers.has(Modifier::Static);
                let mut variable = self.variable(scope);
                self.check_specialized(decl, variable.ty);
                if direction.is_some() && is_static && self.contents(variable.ty).classes != 0 {
                    self.static_opaque(decl);
                }
                match direction {
                    Some(direction) => {
                        variable.annotations.push(Annotation::Direction(direction));
                        variable
                    }
                    None => self.in_buffer(variable),
                }
            }
            _ => return,
        };
        self.check_registers(&variable);
        self.check_classes(&variable);
        let parameter = self.add_parameter(&variable);
        self.module.parameters[parameter].qualified_name = self.qualified(scope);
        self.module.program.globals.push(Global { variable, origin, source_order: decl.index(), parameter });
    }

    /// `in` and `out` make a global a stage input or output, as in GLSL (libslang 2026.12).
    fn global_direction(&self, decl: DeclId) -> Option<Direction> {
        let modifiers = &self.tree.decls[decl].modifiers;
        match modifiers.has(Modifier::In) {
            true => Some(Direction::In),
            false => (modifiers.has(Modifier::Out) || modifiers.has(Modifier::InOut)).then_some(Direction::Out),
        }
    }

    /// Wraps push constants other than `ConstantBuffer` in a buffer, as libslang 2026.12 does for all types but textures.
    fn in_buffer(&mut self, mut variable: Field) -> Field {
        let has = |matches: fn(&Annotation) -> bool| variable.annotations.iter().any(matches);
        let is_push = has(|annotation| matches!(annotation, Annotation::PushConstant(_)));
        let is_wrapped = match self.module.types[variable.ty] {
            Type::Resource(resource) => is_push && !is_own_parameter(resource.kind),
            Type::Unknown => false,
            Type::Array { .. } if is_push => match self.module.types[variable_type(self, &variable)] {
                Type::Resource(resource) => resource.kind == ResourceKind::ConstantBuffer || !is_own_parameter(resource.kind),
                _ => true,
            },
            _ => is_push,
        };
        // Only a buffer is a shader record: libslang 2026.12 ignores the attribute on anything else.
        if !matches!(self.module.types[variable.ty], Type::Resource(_)) {
            variable.annotations.retain(|annotation| !matches!(annotation, Annotation::ShaderRecord(_)));
        }
        if !is_wrapped {
            return variable;
        }
        let name = self.names.intern("ConstantBuffer");
        let buffer = ResourceType::new(ResourceKind::ConstantBuffer, ResourceShape::NONE, name, Some(variable.ty));
        Field { ty: self.module.types.intern(Type::Resource(buffer)), ..variable }
    }

    /// A `cbuffer` as a variable of a buffer type.
    pub(in crate::slang) fn buffer_variable(&mut self, scope: Scope, kind: BufferKind) -> Field {
        let (name, span) = (self.tree.decls[scope.decl].name, self.tree.decls[scope.decl].span);
        let fields = self.fields(scope);
        if kind != BufferKind::TBuffer {
            self.check_buffer(&fields);
        }
        let content = self.members_of_buffer(name, span, fields);
        let (word, kind) = match kind {
            BufferKind::TBuffer => ("tbuffer", ResourceKind::TextureBuffer),
            _ => ("cbuffer", ResourceKind::ConstantBuffer),
        };
        let word = self.names.intern(word);
        let resource = ResourceType::new(kind, ResourceShape::NONE, word, Some(content));
        let ty = self.module.types.intern(Type::Resource(resource));
        let annotations = self.annotations(scope);
        Field::member(name, span, ty, annotations)
    }

    fn members_of_buffer(&mut self, name: Symbol, span: Span, fields: Vec<Field>) -> TypeId {
        self.add_struct(Struct { name, span, kind: StructKind::BufferMembers, fields, ty: None, contiguous: false })
    }

    pub(super) fn add_parameter(&mut self, variable: &Field) -> ParameterId {
        let dims: Vec<Count> = self.module.types.dimensions(variable.ty).collect();
        let inner = self.module.types.peel_arrays(variable.ty);
        let classes = self.contents(inner).classes;
        let kind = match self.module.types[inner] {
            Type::Resource(resource) if resource.kind.data_bytes().is_none() => ParameterKind::Opaque(inner),
            Type::Struct(_) if classes != 0 => ParameterKind::Struct(inner),
            _ => ParameterKind::Uniform(inner),
        };
        let binding = variable.annotations.iter().rev().find_map(|annotation| match annotation {
            Annotation::Binding(binding) => Some(*binding),
            _ => None,
        });
        let location = variable.annotations.iter().rev().find_map(|annotation| match annotation {
            Annotation::Location { location, .. } => Some(*location),
            _ => None,
        });
        let parameter = self.push_parameter(variable.name, variable.span, kind, dims, variable.registers().collect(), binding, location);
        self.module.parameters[parameter].written = variable.written.clone();
        parameter
    }

    #[allow(clippy::too_many_arguments, reason = "the fields of a parameter, each from a different source")]
    fn push_parameter(
        &mut self,
        name: Symbol,
        span: Span,
        kind: ParameterKind,
        dims: Vec<Count>,
        registers: Vec<padstone_model::Register>,
        binding: Option<padstone_model::ExplicitBinding>,
        location: Option<u32>,
    ) -> ParameterId {
        self.module.parameters.push(Parameter {
            name,
            qualified_name: name,
            span,
            kind,
            member_of: None,
            dims,
            registers,
            binding,
            counter_binding: None,
            counter_offset: None,
            input_attachment: None,
            location,
            access: None,
            used: true,
            written: Spelling::default(),
        })
    }

    /// The buffers of all globals; `$Globals` is at the position of its first member.
    fn global_buffers(&mut self) {
        let globals = std::mem::take(&mut self.module.program.globals);
        let mut loose = Vec::new();
        let mut place = None;
        for global in &globals {
            let variable = &global.variable;
            let has = |matches: fn(&Annotation) -> bool| variable.annotations.iter().any(matches);
            if !has(|annotation| matches!(annotation, Annotation::Direction(_))) && self.may_have_bytes(variable.ty) {
                // Some targets do not store specialization constants in memory.
                let is_constant = has(|annotation| matches!(annotation, Annotation::SpecializationConstant(_)));
                if self.contents(variable.ty).bytes && !is_constant {
                    place.get_or_insert_with(|| self.reserve_loose("$Globals", BufferKind::Globals, variable.span));
                }
                loose.push(variable.clone());
            }
            let kind = if has(|annotation| matches!(annotation, Annotation::PushConstant(_))) {
                Some(BufferKind::PushConstant)
            } else {
                has(|annotation| matches!(annotation, Annotation::ShaderRecord(_))).then_some(BufferKind::ShaderRecord)
            };
            self.buffers_in(global.parameter, variable, kind, "");
        }
        // Of constants or resources alone, and without a layout where these are not in memory.
        if let (None, Some(first)) = (place, loose.first()) {
            place = Some(self.reserve_loose("$Globals", BufferKind::Globals, first.span));
        }
        if let Some(buffer) = place {
            self.fill_loose(buffer, loose);
        }
        self.module.program.globals = globals;
    }

    /// Whether a parameter may be stored as bytes next to others: for CUDA and C++, resources are too; a type may that is not specialized yet.
    pub(super) fn may_have_bytes(&mut self, ty: TypeId) -> bool {
        let contents = self.contents(ty);
        let is_unspecialized = matches!(self.module.types[self.module.types.peel_arrays(ty)], Type::Unspecialized(_));
        contents.bytes || contents.classes != 0 || is_unspecialized
    }

    /// Creates a buffer for the variables collected from now on.
    pub(super) fn reserve_loose(&mut self, name: &str, kind: BufferKind, span: Span) -> BufferId {
        let name = self.names.intern(name);
        let parameter = self.push_parameter(name, span, ParameterKind::Opaque(self.unknown), Vec::new(), Vec::new(), None, None);
        let (content, packing, resource) = (self.unknown, Packing::ByKind, ResourceKind::ConstantBuffer);
        let buffer = self.module.buffers.push(Buffer { name, instance: None, span, kind, resource, content, packing, parameter });
        self.module.parameters[parameter].kind = ParameterKind::Buffer(buffer);
        buffer
    }

    pub(super) fn fill_loose(&mut self, buffer: BufferId, fields: Vec<Field>) {
        let Buffer { name, span, .. } = self.module.buffers[buffer];
        self.module.buffers[buffer].content = self.members_of_buffer(name, span, fields);
    }

    /// Adds the buffers that a parameter is or contains. `own` is the kind that an attribute of a global specifies for the buffer that it is.
    pub(super) fn buffers_in(&mut self, parameter: ParameterId, variable: &Field, own: Option<BufferKind>, prefix: &str) {
        let name = format!("{prefix}{}", self.text(variable.name));
        let mut pending = vec![(name, variable.ty, variable.span, own)];
        while let Some((mut name, ty, span, own)) = pending.pop() {
            if !self.contents(ty).buffers {
                continue;
            }
            let inner = self.module.types.peel_arrays(ty);
            let is_array = inner != ty;
            let fields = match self.module.types[inner] {
                Type::Struct(id) => {
                    if is_array {
                        name.push_str("[]");
                    }
                    self.module.structs[id].fields.clone()
                }
                Type::Resource(resource @ ResourceType { kind, element: Some(content), packing, shape, .. })
                    if has_layout(kind, shape.dimension) =>
                {
                    if self.module.buffers.len() >= MAX_BUFFERS {
                        let message = format!("the parameters contain more than {MAX_BUFFERS} buffers");
                        self.error(&codes::TOO_MANY_BUFFERS, message, "declare an array of buffers", span);
                        return;
                    }
                    let symbol = self.names.intern(&name);
                    let kind = own.unwrap_or_else(|| buffer_kind(kind, self.text(resource.spelling())));
                    let resource = if own.is_some() { ResourceKind::Other } else { resource.kind };
                    let buffer = Buffer { name: symbol, instance: None, span, kind, resource, content, packing, parameter };
                    let buffer = self.module.buffers.push(buffer);
                    if !matches!(self.module.parameters[parameter].kind, ParameterKind::Buffer(_)) && inner == variable_type(self, variable)
                    {
                        self.module.parameters[parameter].kind = ParameterKind::Buffer(buffer);
                    }
                    match self.module.types[content] {
                        Type::Struct(id) if shape == ResourceShape::NONE => self.module.structs[id].fields.clone(),
                        // `ParameterBlock<ConstantBuffer<T>>`.
                        _ if shape == ResourceShape::NONE => {
                            pending.push((name, content, span, None));
                            continue;
                        }
                        _ => Vec::new(),
                    }
                }
                _ => continue,
            };
            for field in fields.iter().rev() {
                if !self.contents(field.ty).buffers {
                    continue;
                }
                pending.push((format!("{name}.{}", self.text(field.name)), field.ty, field.span, None));
            }
        }
    }
}

/// Whether a resource remains a separate parameter, even if it is declared as a push constant.
fn is_own_parameter(kind: ResourceKind) -> bool {
    matches!(
        kind,
        ResourceKind::ConstantBuffer
            | ResourceKind::Texture
            | ResourceKind::RwTexture
            | ResourceKind::CombinedSampler
            | ResourceKind::Patch
            | ResourceKind::FeedbackType
            | ResourceKind::Other
            | ResourceKind::OutputStream
            | ResourceKind::MeshOutput
            | ResourceKind::MeshIndices
    )
}

/// The type of a variable without its dimensions.
fn variable_type(resolver: &Resolver<'_>, variable: &Field) -> TypeId {
    resolver.module.types.peel_arrays(variable.ty)
}

fn buffer_kind(kind: ResourceKind, word: &str) -> BufferKind {
    match (kind, word) {
        (ResourceKind::ConstantBuffer, "cbuffer") => BufferKind::CBuffer,
        (ResourceKind::ConstantBuffer, _) => BufferKind::ConstantBuffer,
        (ResourceKind::TextureBuffer, "tbuffer") => BufferKind::TBuffer,
        (ResourceKind::TextureBuffer, _) => BufferKind::TextureBuffer,
        (ResourceKind::ParameterBlock, _) => BufferKind::ParameterBlock,
        (ResourceKind::StorageBlock, _) => BufferKind::Storage,
        _ => BufferKind::Structured,
    }
}
