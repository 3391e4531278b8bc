//! Variables as buffers and parameters.

use std::collections::HashMap;

use padstone_diag::{Diagnostic, codes};
use padstone_model::{
    Access, Buffer, BufferId, BufferKind, Count, Dimension, ExplicitBinding, Parameter, ParameterId, ParameterKind, ResourceAccess,
    ResourceKind, ResourceShape, ResourceType, Stride, Type, TypeId, Written,
};
use padstone_source::Span;
use rspirv::spirv::StorageClass;

use crate::facts::{Decorations, Facts, Id, TypeKind, Variable};
use crate::names::{Made, Names, is_wrapped, made_for};
use crate::opaque::{Opaque, opaque};
use crate::statements;
use crate::types::Conversion;

/// A variable that shaders share with the world outside, and what its pointer leads to.
pub(crate) struct Shared<'f> {
    variable: &'f Variable,
    /// Its arrays, outermost first.
    dims: Vec<Count>,
    /// The types that they contain, by position in [`Facts::types`].
    pub(crate) object: usize,
    class: StorageClass,
}

/// What a block's storage class and decorations make of it.
enum Role {
    Uniform,
    Storage,
    PushConstant,
    ShaderRecord,
}

/// The variables that have a layout, a binding or both; and what is wrong with the others.
pub(crate) fn shared<'f>(facts: &'f Facts, report: &mut impl FnMut(Diagnostic)) -> Vec<Shared<'f>> {
    let mut found = Vec::new();
    for variable in &facts.variables {
        let Some(class) = StorageClass::from_u32(variable.class).filter(|&class| is_shared(class)) else { continue };
        match pointee(facts, variable) {
            Ok((dims, object)) => found.push(Shared { variable, dims, object, class }),
            Err(id) => {
                let message = format!("%{} has type %{id}, which is not defined as a type or has too many dimensions", variable.id);
                report(Diagnostic::error(&codes::SPIRV_ID_UNDEFINED, message, variable.span));
            }
        }
    }
    found
}

fn is_shared(class: StorageClass) -> bool {
    matches!(
        class,
        StorageClass::Uniform
            | StorageClass::StorageBuffer
            | StorageClass::PushConstant
            | StorageClass::ShaderRecordBufferKHR
            | StorageClass::UniformConstant
    )
}

/// How many dimensions an array of blocks or objects may have. Each variable keeps a list of them.
const MOST_DIMENSIONS: usize = 32;

/// The arrays of a variable and what is in them, or the id that leads nowhere. What it is made of is defined before it.
fn pointee(facts: &Facts, variable: &Variable) -> Result<(Vec<Count>, usize), Id> {
    let Some((mut before, pointer)) = facts.get(variable.pointer) else { return Err(variable.pointer) };
    let TypeKind::Pointer { mut to, .. } = pointer.kind else { return Err(variable.pointer) };
    let mut dims = Vec::new();
    loop {
        let is_before = |index| index < before || dims.is_empty();
        let (index, fact) = facts.get(to).filter(|&(index, _)| is_before(index) && dims.len() <= MOST_DIMENSIONS).ok_or(to)?;
        before = index;
        match fact.kind {
            TypeKind::Array { element, length } => {
                dims.push(Count::Known(facts.constants.get(length).ok_or(length)?));
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

impl Shared<'_> {
    /// Whether this is a block: a struct with offsets on its members.
    pub(crate) fn is_block(&self, facts: &Facts) -> bool {
        !self.is_loose() && matches!(facts.types[self.object].kind, TypeKind::Struct { .. })
    }

    /// Whether this is a loose uniform of OpenGL, perhaps.
    pub(crate) fn is_loose(&self) -> bool {
        self.class == StorageClass::UniformConstant
    }

    fn role(&self, decorations: Decorations) -> Role {
        match self.class {
            StorageClass::PushConstant => Role::PushConstant,
            StorageClass::ShaderRecordBufferKHR => Role::ShaderRecord,
            StorageClass::StorageBuffer => Role::Storage,
            _ if decorations.buffer_block => Role::Storage,
            _ => Role::Uniform,
        }
    }
}

/// Adds buffers and parameters to a model.
pub(crate) struct Blocks<'c, 'f> {
    pub(crate) conversion: &'c mut Conversion<'f>,
    pub(crate) names: Names,
    /// By position of a block's type: whether all members are `NonWritable`, and `NonReadable`.
    pub(crate) members: HashMap<usize, (bool, bool)>,
}

/// What a buffer holds.
struct Content {
    ty: TypeId,
    /// Of structured buffers.
    stride: Option<Stride>,
}

impl Blocks<'_, '_> {
    pub(crate) fn add(&mut self, shared: &Shared<'_>) {
        let facts = self.conversion.facts;
        let object = &facts.types[shared.object];
        let (variable_name, type_name) = (facts.name(shared.variable.id), facts.name(object.id));
        if !shared.is_block(facts) {
            return self.object(shared, variable_name);
        }
        let name = match self.names.of_buffer(variable_name, type_name) {
            "" => format!("_{}", shared.variable.id),
            name => name.to_owned(),
        };
        let made = made_for(type_name);
        if let Made::Bytes { writable } = made {
            let kind = if writable { ResourceKind::RwByteAddressBuffer } else { ResourceKind::ByteAddressBuffer };
            let access = if writable { ResourceAccess::ReadWrite } else { ResourceAccess::Read };
            let opaque = Opaque {
                kind,
                shape: ResourceShape::read(Dimension::ByteAddressBuffer).accessed(access),
                spelling: type_name.strip_prefix("type.").unwrap_or(type_name).to_owned(),
            };
            return self.opaque(shared, &name, &opaque);
        }
        let decorations = facts.decorations(object.id);
        let role = shared.role(decorations);
        let content = self.content(shared.object, made, variable_name, type_name);
        let structured = content.stride.is_some();
        let semantic = facts.semantic(shared.variable.id, None);
        let (kind, resource) = match role {
            Role::Storage if statements::is_tbuffer(semantic) => (BufferKind::TextureBuffer, ResourceKind::TextureBuffer),
            Role::Uniform => (BufferKind::Uniform, ResourceKind::ConstantBuffer),
            Role::Storage if structured => (BufferKind::Structured, ResourceKind::RwStructuredBuffer),
            Role::Storage => (BufferKind::Storage, ResourceKind::RwStructuredBuffer),
            Role::PushConstant => (BufferKind::PushConstant, ResourceKind::Other),
            Role::ShaderRecord => (BufferKind::ShaderRecord, ResourceKind::Other),
        };
        let access = matches!(role, Role::Storage).then(|| self.access(shared));
        let symbol = self.conversion.module.names.intern(&name);
        let (buffers, parameters) = (&self.conversion.module.buffers, &self.conversion.module.parameters);
        let (buffer, parameter) = (BufferId::from_index(buffers.len()), ParameterId::from_index(parameters.len()));
        let span = shared.variable.span;
        self.conversion.module.buffers.push(Buffer {
            name: symbol,
            instance: None,
            span,
            kind,
            resource,
            content: content.ty,
            packing: statements::of_variable(semantic),
            parameter,
        });
        if let Some(stride) = content.stride {
            self.conversion.stated_layout.element_stride(buffer, stride);
        }
        self.parameter(shared, &name, ParameterKind::Buffer(buffer), access);
    }

    /// The struct itself, or what it is wrapped around.
    fn content(&mut self, object: usize, made: Made, variable_name: &str, type_name: &str) -> Content {
        let facts = self.conversion.facts;
        let block = &facts.types[object];
        let whole = self.conversion.get(object);
        let TypeKind::Struct { members } = &block.kind else { return Content { ty: whole, stride: None } };
        let [member] = members[..] else { return Content { ty: whole, stride: None } };
        let at_start = facts.member_decorations(block.id, 0).offset == Some(0);
        if !at_start || !is_wrapped(facts.member_name(block.id, 0), variable_name, type_name) {
            return Content { ty: whole, stride: None };
        }
        // As it is in the struct, where its matrices have an order.
        let inner = self.conversion.module.as_struct(whole).map_or(whole, |block| block.fields[0].ty);
        let elements = facts.get(member).filter(|_| made == Made::Structured || facts.member_name(block.id, 0) == "@data");
        match (elements.map(|(_, fact)| (&fact.kind, fact.id)), self.conversion.module.types[inner]) {
            (Some((TypeKind::RuntimeArray { .. }, id)), Type::Array { element, .. }) => {
                let stride = facts.decorations(id).array_stride.map(|stride| Stride::new(stride.into()));
                Content { ty: element, stride }
            }
            _ => Content { ty: inner, stride: None },
        }
    }

    /// A variable other than a block: an opaque object, or a uniform in the default uniform block of OpenGL.
    fn object(&mut self, shared: &Shared<'_>, name: &str) {
        let facts = self.conversion.facts;
        let name = if name.is_empty() { format!("_{}", shared.variable.id) } else { name.to_owned() };
        match opaque(facts, &facts.types[shared.object].kind) {
            Some(opaque) => self.opaque(shared, &name, &opaque),
            None if shared.is_loose() => {
                let ty = self.conversion.loose(shared.object);
                self.parameter(shared, &name, ParameterKind::Uniform(ty), None);
            }
            None => {
                let message = format!("`{name}` is a buffer whose type is not a struct");
                let found = Diagnostic::error(&codes::SPIRV_TYPE_WITHOUT_BYTES, message, shared.variable.span);
                self.conversion.diagnostics.push(found);
            }
        }
    }

    fn opaque(&mut self, shared: &Shared<'_>, name: &str, opaque: &Opaque) {
        let spelling = self.conversion.module.names.intern(&opaque.spelling);
        let ty = self.conversion.module.types.intern(Type::Resource(ResourceType::new(opaque.kind, opaque.shape, spelling, None)));
        self.parameter(shared, name, ParameterKind::Opaque(ty), None);
    }

    fn parameter(&mut self, shared: &Shared<'_>, name: &str, kind: ParameterKind, access: Option<Access>) {
        let Decorations { set, binding, location, .. } = self.conversion.facts.decorations(shared.variable.id);
        let span: Span = shared.variable.span;
        let module = &mut self.conversion.module;
        let name = module.names.intern(name);
        module.parameters.push(Parameter {
            name,
            span,
            kind,
            dims: shared.dims.clone(),
            registers: Vec::new(),
            binding: binding.map(|binding| ExplicitBinding { binding, set, span }),
            counter_binding: None,
            location,
            access,
            used: true,
            written: Written::default(),
        });
    }

    /// What is said of the variable, or of all members.
    fn access(&mut self, shared: &Shared<'_>) -> Access {
        let facts = self.conversion.facts;
        let Decorations { non_writable, non_readable, .. } = facts.decorations(shared.variable.id);
        let (unwritten, unread) = *self.members.entry(shared.object).or_insert_with(|| {
            let block = &facts.types[shared.object];
            let TypeKind::Struct { members } = &block.kind else { return (false, false) };
            let of = |member: usize| facts.member_decorations(block.id, u32::try_from(member).unwrap_or(u32::MAX));
            let all = |says: fn(Decorations) -> bool| !members.is_empty() && (0..members.len()).all(|member| says(of(member)));
            (all(|found| found.non_writable), all(|found| found.non_readable))
        });
        match (non_writable || unwritten, non_readable || unread) {
            (true, _) => Access::Read,
            (false, true) => Access::Write,
            (false, false) => Access::ReadWrite,
        }
    }
}
