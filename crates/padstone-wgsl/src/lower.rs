//! Lowers resolved declarations to the model.

mod textures;

use padstone_model::{
    Access, Buffer, BufferKind, Count as ModelCount, Dimension, EntryPoint, ExplicitBinding, Field, Language, Major, Module, Packing,
    Parameter, ParameterId, ParameterKind, ResourceAccess, ResourceKind, ResourceShape, ResourceType as ModelResource, SampleType,
    Scalar as ModelScalar, SpecializationConstant, Spelling, Struct, StructId, StructKind, Type as ModelType, TypeId as ModelTypeId,
};
use padstone_source::{Interner, Span};

use crate::scalar::Scalar;
use crate::tree::{Edition, Ident};
use crate::types::{AccessMode, AddressSpace, Count, Texture, Type, TypeId, Types};
use textures::texture_shape;

/// A variable that is visible to the host.
#[derive(Clone, Copy)]
pub(crate) struct HostVariable {
    /// The position of its declaration in the tree.
    pub(crate) declaration: u32,
    pub(crate) name: Ident,
    pub(crate) space: AddressSpace,
    pub(crate) ty: TypeId,
    /// The span of its type.
    pub(crate) type_at: Span,
    pub(crate) access: AccessMode,
    pub(crate) binding: Option<ExplicitBinding>,
}

/// A module under construction.
#[derive(Clone, Debug)]
pub(crate) struct Lowering {
    pub(crate) module: Module,
    /// By the index of the WGSL type.
    types: Vec<Option<ModelTypeId>>,
    /// Parameters whose type names are not interned yet, in order.
    opaque: Vec<(ParameterId, TypeId)>,
    /// By declaration.
    pub(crate) parameters: Vec<(u32, ParameterId)>,
}

impl Lowering {
    pub(crate) fn new(edition: Edition) -> Self {
        let language = match edition {
            Edition::Current => Language::Wgsl,
            Edition::Draft2020 => Language::Wgsl2020,
        };
        Lowering { module: Module { language, ..Module::default() }, types: Vec::new(), opaque: Vec::new(), parameters: Vec::new() }
    }

    /// The type in the model; types without bytes become unknown.
    pub(crate) fn model_type(&mut self, types: &Types, ty: TypeId) -> ModelTypeId {
        if let Some(&Some(known)) = self.types.get(ty.index()) {
            return known;
        }
        let lowered = match types[ty] {
            Type::Scalar(scalar) => ModelType::Scalar(model_scalar(scalar)),
            Type::Vector { scalar, width } => ModelType::Vector { scalar: model_scalar(scalar), width },
            Type::Matrix { scalar, columns, rows } => {
                ModelType::Matrix { scalar: model_scalar(scalar), rows, columns, major: Major::Column }
            }
            Type::Atomic(scalar) => ModelType::Atomic(model_scalar(scalar)),
            Type::Array { element, count: Count::Known(count) } => {
                ModelType::Array { element: self.model_type(types, element), count: ModelCount::Known(count.into()) }
            }
            Type::Array { element, count: Count::Runtime } => {
                ModelType::Array { element: self.model_type(types, element), count: ModelCount::Runtime }
            }
            Type::Struct(id) => ModelType::Struct(id),
            _ => ModelType::Unknown,
        };
        let id = self.module.types.intern(lowered);
        if self.types.len() <= ty.index() {
            self.types.resize(types.len(), None);
        }
        self.types[ty.index()] = Some(id);
        id
    }

    /// Adds a struct. Structs are added in the order of their WGSL types.
    pub(crate) fn structure(&mut self, name: Ident, fields: Vec<Field>, contiguous: bool) {
        let declared = Struct { name: name.symbol, span: name.span, kind: StructKind::Declared, fields, ty: None, contiguous };
        let id = self.module.structs.push(declared);
        self.module.structs[id].ty = Some(self.module.types.intern(ModelType::Struct(id)));
    }

    /// The span of the name of a member.
    pub(crate) fn member_span(&self, id: StructId, member: usize) -> Option<Span> {
        self.module.structs[id].fields.get(member).map(|field| field.span)
    }

    /// Adds a variable that is visible to the host: a buffer with a layout, or an opaque resource.
    pub(crate) fn resource(&mut self, types: &Types, resource: HostVariable) {
        let HostVariable { declaration, name, space, ty, type_at, access, binding } = resource;
        let kind = match (space, types[ty]) {
            (_, Type::Buffer(_)) => None,
            (AddressSpace::Uniform, _) => Some((BufferKind::Uniform, ResourceKind::ConstantBuffer)),
            (AddressSpace::Storage, _) if access == AccessMode::Read => Some((BufferKind::Storage, ResourceKind::StructuredBuffer)),
            (AddressSpace::Storage, _) => Some((BufferKind::Storage, ResourceKind::RwStructuredBuffer)),
            (AddressSpace::Immediate, _) => Some((BufferKind::Immediate, ResourceKind::Other)),
            _ => None,
        };
        let (content, dims) = match types[ty] {
            Type::BindingArray { element, count: Count::Known(count) } => (element, vec![ModelCount::Known(count.into())]),
            Type::BindingArray { element, .. } => (element, vec![ModelCount::Runtime]),
            _ => (ty, Vec::new()),
        };
        let parameter = self.module.parameters.push(Parameter {
            name: name.symbol,
            qualified_name: name.symbol,
            span: name.span,
            // Completed later: a buffer and its parameter refer to each other, and the name of a texture type is not interned yet.
            kind: ParameterKind::Opaque(self.module.types.intern(ModelType::Unknown)),
            member_of: None,
            dims,
            registers: Vec::new(),
            binding,
            counter_binding: None,
            counter_offset: None,
            input_attachment: None,
            location: None,
            access: (space == AddressSpace::Storage).then_some(match access {
                AccessMode::Read => Access::Read,
                AccessMode::Write => Access::Write,
                AccessMode::ReadWrite => Access::ReadWrite,
            }),
            used: true,
            written: Spelling { type_span: Some(type_at), ..Spelling::default() },
        });
        self.parameters.push((declaration, parameter));
        let Some((kind, resource)) = kind else {
            self.opaque.push((parameter, content));
            return;
        };
        let content = self.model_type(types, content);
        let buffer =
            Buffer { name: name.symbol, instance: None, span: name.span, kind, resource, content, packing: Packing::ByKind, parameter };
        self.module.parameters[parameter].kind = ParameterKind::Buffer(self.module.buffers.push(buffer));
    }

    /// Adds an `override`.
    pub(crate) fn override_declaration(&mut self, types: &Types, name: Ident, ty: TypeId, id: Option<u32>, has_value: bool) {
        let ty = self.model_type(types, ty);
        self.module.specialization_constants.push(SpecializationConstant { name: name.symbol, span: name.span, ty, id, has_value });
    }

    /// The finished module, with its names.
    pub(crate) fn into_module(mut self, types: &Types, mut names: Interner, entry_points: &[EntryPoint]) -> Module {
        for (parameter, ty) in std::mem::take(&mut self.opaque) {
            let resource = self.opaque_type(types, ty, &mut names);
            self.module.parameters[parameter].kind = ParameterKind::Opaque(resource);
        }
        // Declarations are resolved before those that use them.
        self.module.specialization_constants.sort_by_key(|constant| constant.span.start);
        self.module.entry_points = entry_points.to_vec();
        self.module.names = names;
        self.module
    }

    /// A texture, sampler or `buffer`, represented by its name.
    fn opaque_type(&mut self, types: &Types, ty: TypeId, names: &mut Interner) -> ModelTypeId {
        let kind = match types[ty] {
            Type::Texture(Texture::Storage(..) | Texture::TexelBuffer(..)) => ResourceKind::RwTexture,
            Type::Texture(_) => ResourceKind::Texture,
            Type::Sampler { .. } => ResourceKind::Sampler,
            Type::AccelerationStructure { .. } => ResourceKind::AccelerationStructure,
            Type::Buffer(_) => ResourceKind::RwByteAddressBuffer,
            _ => return self.module.types.intern(ModelType::Unknown),
        };
        let (name, element) = match types[ty] {
            Type::Texture(texture @ Texture::Sampled(_, scalar)) => {
                (texture.name().to_owned(), Some(self.module.types.intern(ModelType::Scalar(model_scalar(scalar)))))
            }
            _ => (types.name(ty, names).to_string(), None),
        };
        let shape = match types[ty] {
            Type::Texture(texture) => texture_shape(texture, names),
            Type::Sampler { comparison: true } => ResourceShape::NONE.sampled(SampleType::Depth),
            Type::AccelerationStructure { vertex_return } => {
                ResourceShape { vertex_return, ..ResourceShape::read(Dimension::AccelerationStructure) }
            }
            Type::Buffer(_) => ResourceShape::read(Dimension::ByteAddressBuffer).accessed(ResourceAccess::ReadWrite),
            _ => ResourceShape::NONE,
        };
        let name = names.intern(&name);
        self.module.types.intern(ModelType::Resource(ModelResource::new(kind, shape, name, element)))
    }
}

/// Abstract numbers do not occur in buffers.
pub(crate) fn model_scalar(scalar: Scalar) -> ModelScalar {
    match scalar {
        Scalar::Bool => ModelScalar::Bool,
        Scalar::I32 | Scalar::AbstractInt => ModelScalar::Int32,
        Scalar::U32 => ModelScalar::Uint32,
        Scalar::F32 | Scalar::AbstractFloat => ModelScalar::Float32,
        Scalar::F16 => ModelScalar::Float16,
        Scalar::I16 => ModelScalar::Int16,
        Scalar::U16 => ModelScalar::Uint16,
        Scalar::I64 => ModelScalar::Int64,
        Scalar::U64 => ModelScalar::Uint64,
        Scalar::F64 => ModelScalar::Float64,
    }
}
