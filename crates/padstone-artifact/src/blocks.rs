//! Variables as buffers and parameters.

use std::collections::{HashMap, HashSet};

use padstone_diag::{Diagnostic, codes};
use padstone_model::{
    Access, Buffer, BufferId, BufferKind, Count, Dimension, ExplicitBinding, Parameter, ParameterId, ParameterKind, ResourceAccess,
    ResourceKind, ResourceShape, ResourceType, SampleType, Spelling, Stride, Type, TypeId,
};
use padstone_source::Span;
use rspirv::spirv::StorageClass;

use crate::module_info::{Decorations, SpirvModule, TypeKind, Variable};
use crate::names::{DxcBufferType, NamingConventions, buffer_type_of, is_wrapped};
use crate::recorded_attributes;
use crate::textures::{Opaque, opaque};
use crate::types::ModuleConversion;
use crate::words::SpirvId;

/// A variable of the shader interface, and the target of its pointer.
pub(crate) struct InterfaceVariable<'f> {
    variable: &'f Variable,
    /// The arrays, outermost first.
    dims: Vec<Count>,
    /// The types that they contain, by position in [`SpirvModule::types`].
    pub(crate) object: usize,
    class: StorageClass,
}

/// The role of a block, from its storage class and decorations.
enum BlockRole {
    Uniform,
    Storage,
    PushConstant,
    ShaderRecord,
}

/// The variables that have a layout, a binding or both; reports errors in the others.
pub(crate) fn interface_variables<'f>(info: &'f SpirvModule, report: &mut impl FnMut(Diagnostic)) -> Vec<InterfaceVariable<'f>> {
    let mut found = Vec::new();
    for variable in &info.variables {
        let Some(class) = StorageClass::from_u32(variable.class).filter(|&class| is_interface_class(class)) else { continue };
        match pointee(info, variable) {
            Ok((dims, object)) => found.push(InterfaceVariable { variable, dims, object, class }),
            Err(id) => {
                let message = format!("%{} has type %{id}, which is not defined as a type or has too many dimensions", variable.id);
                report(Diagnostic::error(&codes::SPIRV_ID_UNDEFINED, message, variable.span));
            }
        }
    }
    found
}

fn is_interface_class(class: StorageClass) -> bool {
    matches!(
        class,
        StorageClass::Uniform
            | StorageClass::StorageBuffer
            | StorageClass::PushConstant
            | StorageClass::ShaderRecordBufferKHR
            | StorageClass::UniformConstant
    )
}

/// The maximum number of dimensions of an array of blocks or resources. Each variable stores a list of them.
const MAX_DIMENSIONS: usize = 32;

/// The array dimensions of a variable and its innermost type, or the undefined id. Its parts are defined before it.
fn pointee(info: &SpirvModule, variable: &Variable) -> Result<(Vec<Count>, usize), SpirvId> {
    let Some((mut before, pointer)) = info.get(variable.pointer) else { return Err(variable.pointer) };
    let TypeKind::Pointer { mut to, .. } = pointer.kind else { return Err(variable.pointer) };
    let mut dims = Vec::new();
    loop {
        let is_before = |index| index < before || dims.is_empty();
        let (index, fact) = info.get(to).filter(|&(index, _)| is_before(index) && dims.len() <= MAX_DIMENSIONS).ok_or(to)?;
        before = index;
        match fact.kind {
            TypeKind::Array { element, length } => {
                dims.push(Count::Known(info.constants.get(length).ok_or(length)?));
                to = element;
            }
            TypeKind::RuntimeArray { element } => {
                dims.push(Count::Runtime);
                to = element;
            }
            _ => return Ok((dims, index)),
        }
    }
}

impl InterfaceVariable<'_> {
    /// Whether this is a block: a struct with offsets on its members.
    pub(crate) fn is_block(&self, info: &SpirvModule) -> bool {
        !self.is_loose() && matches!(info.types[self.object].kind, TypeKind::Struct { .. })
    }

    /// Whether this may be a uniform in the default uniform block of OpenGL.
    pub(crate) fn is_loose(&self) -> bool {
        self.class == StorageClass::UniformConstant
    }

    fn role(&self, decorations: Decorations) -> BlockRole {
        match self.class {
            StorageClass::PushConstant => BlockRole::PushConstant,
            StorageClass::ShaderRecordBufferKHR => BlockRole::ShaderRecord,
            StorageClass::StorageBuffer => BlockRole::Storage,
            _ if decorations.buffer_block => BlockRole::Storage,
            _ => BlockRole::Uniform,
        }
    }
}

/// Adds buffers and parameters to a model.
pub(crate) struct Blocks<'c, 'f> {
    pub(crate) conversion: &'c mut ModuleConversion<'f>,
    pub(crate) names: NamingConventions,
    /// By index of a block's type: whether all members are `NonWritable`, and `NonReadable`.
    pub(crate) members: HashMap<usize, (bool, bool)>,
    /// The variables of samplers that compare depths.
    pub(crate) comparison_samplers: HashSet<SpirvId>,
}

/// The content of a buffer.
struct BufferContent {
    ty: TypeId,
    /// The stride of a structured buffer.
    stride: Option<Stride>,
}

impl Blocks<'_, '_> {
    pub(crate) fn add(&mut self, interface_variables: &InterfaceVariable<'_>) {
        let info = self.conversion.info;
        let object = &info.types[interface_variables.object];
        let (variable_name, type_name) = (info.name(interface_variables.variable.id), info.name(object.id));
        if !interface_variables.is_block(info) {
            return self.object(interface_variables, variable_name);
        }
        let name = match self.names.of_buffer(variable_name, type_name) {
            "" => format!("_{}", interface_variables.variable.id),
            name => name.to_owned(),
        };
        let buffer_type = buffer_type_of(type_name);
        if let DxcBufferType::Bytes { writable } = buffer_type {
            let kind = if writable { ResourceKind::RwByteAddressBuffer } else { ResourceKind::ByteAddressBuffer };
            let access = if writable { ResourceAccess::ReadWrite } else { ResourceAccess::Read };
            let opaque = Opaque {
                kind,
                shape: ResourceShape::read(Dimension::ByteAddressBuffer).accessed(access),
                spelling: type_name.strip_prefix("type.").unwrap_or(type_name).to_owned(),
                format: None,
            };
            return self.opaque(interface_variables, &name, &opaque);
        }
        let decorations = info.decorations(object.id);
        let role = interface_variables.role(decorations);
        let content = self.content(interface_variables.object, buffer_type, variable_name, type_name);
        let structured = content.stride.is_some();
        let semantic = info.semantic(interface_variables.variable.id, None);
        let access = matches!(role, BlockRole::Storage).then(|| self.access(interface_variables));
        let storage = if access == Some(Access::Read) { ResourceKind::StructuredBuffer } else { ResourceKind::RwStructuredBuffer };
        let (kind, resource) = match role {
            BlockRole::Storage if recorded_attributes::is_tbuffer(semantic) => (BufferKind::TextureBuffer, ResourceKind::TextureBuffer),
            BlockRole::Uniform => (BufferKind::Uniform, ResourceKind::ConstantBuffer),
            BlockRole::Storage if structured => (BufferKind::Structured, storage),
            BlockRole::Storage => (BufferKind::Storage, storage),
            BlockRole::PushConstant => (BufferKind::PushConstant, ResourceKind::Other),
            BlockRole::ShaderRecord => (BufferKind::ShaderRecord, ResourceKind::Other),
        };
        let symbol = self.conversion.module.names.intern(&name);
        let (buffers, parameters) = (&self.conversion.module.buffers, &self.conversion.module.parameters);
        let (buffer, parameter) = (BufferId::from_index(buffers.len()), ParameterId::from_index(parameters.len()));
        let span = interface_variables.variable.span;
        self.conversion.module.buffers.push(Buffer {
            name: symbol,
            instance: None,
            span,
            kind,
            resource,
            content: content.ty,
            packing: recorded_attributes::of_variable(semantic),
            parameter,
        });
        if let Some(stride) = content.stride {
            self.conversion.stated_layout.element_stride(buffer, stride);
        }
        self.parameter(interface_variables, &name, ParameterKind::Buffer(buffer), access);
    }

    /// The struct itself, or the content of its wrapper.
    fn content(&mut self, object: usize, buffer_type: DxcBufferType, variable_name: &str, type_name: &str) -> BufferContent {
        let info = self.conversion.info;
        let block = &info.types[object];
        let content = self.conversion.get(object);
        let TypeKind::Struct { members } = &block.kind else { return BufferContent { ty: content, stride: None } };
        let [member] = members[..] else { return BufferContent { ty: content, stride: None } };
        let at_start = info.member_decorations(block.id, 0).offset == Some(0);
        if !at_start || !is_wrapped(info.member_name(block.id, 0), variable_name, type_name) {
            return BufferContent { ty: content, stride: None };
        }
        // The type as a member of the struct, where matrices have a majorness.
        let inner = self.conversion.module.as_struct(content).map_or(content, |block| block.fields[0].ty);
        let elements = info.get(member).filter(|_| buffer_type == DxcBufferType::Structured || info.member_name(block.id, 0) == "@data");
        match (elements.map(|(_, fact)| (&fact.kind, fact.id)), self.conversion.module.types[inner]) {
            (Some((TypeKind::RuntimeArray { .. }, id)), Type::Array { element, .. }) => {
                let stride = info.decorations(id).array_stride.map(|stride| Stride::new(stride.into()));
                BufferContent { ty: element, stride }
            }
            _ => BufferContent { ty: inner, stride: None },
        }
    }

    /// A variable other than a block: an opaque object, or a uniform in the default uniform block of OpenGL.
    fn object(&mut self, interface_variables: &InterfaceVariable<'_>, name: &str) {
        let info = self.conversion.info;
        let name = if name.is_empty() { format!("_{}", interface_variables.variable.id) } else { name.to_owned() };
        match opaque(info, &info.types[interface_variables.object].kind) {
            Some(opaque) => self.opaque(interface_variables, &name, &opaque),
            None if interface_variables.is_loose() => {
                let ty = self.conversion.type_without_bytes(interface_variables.object);
                self.parameter(interface_variables, &name, ParameterKind::Uniform(ty), None);
            }
            None => {
                let message = format!("`{name}` is a buffer whose type is not a struct");
                let found = Diagnostic::error(&codes::SPIRV_TYPE_WITHOUT_BYTES, message, interface_variables.variable.span);
                self.conversion.diagnostics.push(found);
            }
        }
    }

    fn opaque(&mut self, interface_variables: &InterfaceVariable<'_>, name: &str, opaque: &Opaque) {
        let mut shape = opaque.shape;
        if opaque.kind == ResourceKind::RwTexture && shape.access == ResourceAccess::ReadWrite {
            shape.access = match self.access(interface_variables) {
                Access::Read => ResourceAccess::Read,
                Access::Write => ResourceAccess::Write,
                Access::ReadWrite => ResourceAccess::ReadWrite,
            };
        }
        if opaque.kind == ResourceKind::Sampler && self.comparison_samplers.contains(&interface_variables.variable.id) {
            shape = shape.sampled(SampleType::Depth);
        }
        let names = &mut self.conversion.module.names;
        shape.format = opaque.format.map(|format| names.intern(format));
        let spelling = names.intern(&opaque.spelling);
        let ty = self.conversion.module.types.intern(Type::Resource(ResourceType::new(opaque.kind, shape, spelling, None)));
        self.parameter(interface_variables, name, ParameterKind::Opaque(ty), None);
    }

    fn parameter(&mut self, interface_variables: &InterfaceVariable<'_>, name: &str, kind: ParameterKind, access: Option<Access>) {
        let Decorations { set, binding, location, .. } = self.conversion.info.decorations(interface_variables.variable.id);
        let span: Span = interface_variables.variable.span;
        let module = &mut self.conversion.module;
        let name = module.names.intern(name);
        module.parameters.push(Parameter {
            name,
            qualified_name: name,
            span,
            kind,
            member_of: None,
            dims: interface_variables.dims.clone(),
            registers: Vec::new(),
            binding: binding.map(|binding| ExplicitBinding { binding, set, span }),
            counter_binding: None,
            counter_offset: None,
            input_attachment: None,
            location,
            access,
            used: true,
            written: Spelling::default(),
        });
    }

    /// The access decorations of the variable, or of all members.
    fn access(&mut self, interface_variables: &InterfaceVariable<'_>) -> Access {
        let info = self.conversion.info;
        let Decorations { non_writable, non_readable, .. } = info.decorations(interface_variables.variable.id);
        let (unwritten, unread) = *self.members.entry(interface_variables.object).or_insert_with(|| {
            let block = &info.types[interface_variables.object];
            let TypeKind::Struct { members } = &block.kind else { return (false, false) };
            let decorations = |member: usize| info.member_decorations(block.id, u32::try_from(member).unwrap_or(u32::MAX));
            let all_members =
                |has: fn(Decorations) -> bool| !members.is_empty() && (0..members.len()).all(|member| has(decorations(member)));
            (all_members(|found| found.non_writable), all_members(|found| found.non_readable))
        });
        match (non_writable || unwritten, non_readable || unread) {
            (true, _) => Access::Read,
            (false, true) => Access::Write,
            (false, false) => Access::ReadWrite,
        }
    }
}
