//! Resource types. Front ends determine all properties when they read the type; nothing interprets its spelling again.

use padstone_source::Symbol;

use crate::{Packing, Scalar, Type, TypeArena, TypeId};

/// A resource type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ResourceType {
    /// The kind of resource.
    pub kind: ResourceKind,
    /// The type argument, if there is one: `float4` of `Texture2D<float4>`, `S` of `StructuredBuffer<S>`.
    pub element: Option<TypeId>,
    /// The layout in its type arguments: `Std430DataLayout` of `ConstantBuffer<S, Std430DataLayout>`. Slang only.
    pub packing: Packing,
    /// The dimensions, sample type and access.
    pub shape: ResourceShape,
    /// The spelling of the type without arguments: `Texture2D`, `SamplerState`.
    spelling: Symbol,
}

impl ResourceType {
    /// A resource type with a spelling.
    pub const fn new(kind: ResourceKind, shape: ResourceShape, spelling: Symbol, element: Option<TypeId>) -> ResourceType {
        ResourceType { kind, element, packing: Packing::ByKind, shape, spelling }
    }

    /// This resource type with the packing `packing`.
    #[must_use]
    pub const fn packed(self, packing: Packing) -> ResourceType {
        ResourceType { packing, ..self }
    }

    /// The same with the shape in its declaration.
    #[must_use]
    pub const fn shaped(self, shape: ResourceShape) -> ResourceType {
        ResourceType { shape, ..self }
    }

    /// The same without the type argument.
    #[must_use]
    pub const fn without_element(self) -> ResourceType {
        ResourceType { element: None, ..self }
    }

    /// The spelling of the type without its arguments: for display, and for the front end that read it. All properties are in the other
    /// fields.
    pub const fn spelling(&self) -> Symbol {
        self.spelling
    }

    /// The sample type of the texture: specified by its type, otherwise that of its texels. `None` for other texels.
    pub fn sample(&self, types: &TypeArena) -> Option<SampleType> {
        match (self.shape.sample, self.element) {
            (SampleType::Depth, _) => Some(SampleType::Depth),
            (sample, None) => Some(sample),
            (_, Some(element)) => match types[element] {
                Type::Scalar(scalar) | Type::Vector { scalar, .. } => SampleType::of(scalar),
                _ => None,
            },
        }
    }
}

/// Dimensions and access of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ResourceShape {
    /// The dimensions.
    pub dimension: Dimension,
    /// Whether it is an array texture: `Texture2DArray`.
    pub arrayed: bool,
    /// Whether it is multisampled: `Texture2DMS`.
    pub multisampled: bool,
    /// Whether it is combined with its sampler: `Sampler2D`.
    pub combined: bool,
    /// The sample type, if the type specifies it without an argument: `isampler2D`, `texture_depth_2d`.
    pub sample: SampleType,
    /// How shaders access it.
    pub access: ResourceAccess,
    /// The texel format, if the type specifies it: `texture_storage_2d<rgba8unorm, write>`.
    pub format: Option<Symbol>,
    /// Whether ray queries of it return the positions of vertices: `acceleration_structure<vertex_return>`.
    pub vertex_return: bool,
}

impl ResourceShape {
    /// Without dimensions.
    pub const NONE: ResourceShape = ResourceShape::read(Dimension::None);
    /// A typed buffer.
    pub const BUFFER: ResourceShape = ResourceShape::read(Dimension::TextureBuffer);
    /// One dimension.
    pub const D1: ResourceShape = ResourceShape::read(Dimension::Texture1D);
    /// An array of one-dimensional layers.
    pub const D1_ARRAY: ResourceShape = ResourceShape { arrayed: true, ..ResourceShape::D1 };
    /// Two dimensions.
    pub const D2: ResourceShape = ResourceShape::read(Dimension::Texture2D);
    /// An array of two-dimensional layers.
    pub const D2_ARRAY: ResourceShape = ResourceShape { arrayed: true, ..ResourceShape::D2 };
    /// Two dimensions, multisampled.
    pub const D2_MS: ResourceShape = ResourceShape { multisampled: true, ..ResourceShape::D2 };
    /// An array of two-dimensional layers, multisampled.
    pub const D2_MS_ARRAY: ResourceShape = ResourceShape { multisampled: true, ..ResourceShape::D2_ARRAY };
    /// Three dimensions.
    pub const D3: ResourceShape = ResourceShape::read(Dimension::Texture3D);
    /// A cube.
    pub const CUBE: ResourceShape = ResourceShape::read(Dimension::TextureCube);
    /// An array of cubes.
    pub const CUBE_ARRAY: ResourceShape = ResourceShape { arrayed: true, ..ResourceShape::CUBE };
    /// A subpass input.
    pub const SUBPASS: ResourceShape = ResourceShape::read(Dimension::SubpassInput);
    /// A multisampled subpass input.
    pub const SUBPASS_MS: ResourceShape = ResourceShape { multisampled: true, ..ResourceShape::SUBPASS };

    /// A read-only resource with these dimensions.
    pub const fn read(dimension: Dimension) -> ResourceShape {
        ResourceShape {
            dimension,
            arrayed: false,
            multisampled: false,
            combined: false,
            sample: SampleType::Float,
            access: ResourceAccess::Read,
            format: None,
            vertex_return: false,
        }
    }

    /// The same with another access.
    #[must_use]
    pub const fn accessed(self, access: ResourceAccess) -> ResourceShape {
        ResourceShape { access, ..self }
    }

    /// The same with a sample type.
    #[must_use]
    pub const fn sampled(self, sample: SampleType) -> ResourceShape {
        ResourceShape { sample, ..self }
    }
}

/// The sample type of a texture, or of the textures that a sampler samples.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SampleType {
    /// Floating point, or normalized integers.
    #[default]
    Float,
    /// Depth: of a depth texture, or of a comparison sampler.
    Depth,
    /// 32-bit signed integers.
    Sint,
    /// 32-bit unsigned integers.
    Uint,
    /// 64-bit signed integers.
    Sint64,
    /// 64-bit unsigned integers.
    Uint64,
}

impl SampleType {
    /// The sample type of texels of a scalar type.
    pub const fn of(scalar: Scalar) -> Option<SampleType> {
        Some(match scalar {
            Scalar::Float32 | Scalar::Float16 | Scalar::Min16Float => SampleType::Float,
            Scalar::Int32 => SampleType::Sint,
            Scalar::Uint32 => SampleType::Uint,
            Scalar::Int64 => SampleType::Sint64,
            Scalar::Uint64 => SampleType::Uint64,
            _ => return None,
        })
    }
}

/// The dimensions of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dimension {
    /// None: samplers, constant buffers, streams.
    #[default]
    None,
    /// `Texture1D`.
    Texture1D,
    /// `Texture2D`.
    Texture2D,
    /// `Texture3D`.
    Texture3D,
    /// `TextureCube`.
    TextureCube,
    /// `Buffer<T>`.
    TextureBuffer,
    /// A structured buffer: `StructuredBuffer<T>`, `RWStructuredBuffer<T>`.
    StructuredBuffer,
    /// A byte address buffer: `ByteAddressBuffer`, `RWByteAddressBuffer`.
    ByteAddressBuffer,
    /// `RaytracingAccelerationStructure`.
    AccelerationStructure,
    /// `SubpassInput`.
    SubpassInput,
}

impl Dimension {
    /// Whether it has texels, which can have a format: textures and typed buffers.
    pub const fn has_texels(self) -> bool {
        matches!(
            self,
            Dimension::Texture1D | Dimension::Texture2D | Dimension::Texture3D | Dimension::TextureCube | Dimension::TextureBuffer
        )
    }
}

/// How shaders access a resource.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ResourceAccess {
    /// Read.
    #[default]
    Read,
    /// Write: `WTexture2D`.
    Write,
    /// Read and write: `RWTexture2D`.
    ReadWrite,
    /// Read and write in primitive order: `RasterizerOrderedTexture2D`.
    RasterOrdered,
    /// Append: `AppendStructuredBuffer`.
    Append,
    /// Consume: `ConsumeStructuredBuffer`.
    Consume,
    /// Write sampler feedback: `FeedbackTexture2D`.
    Feedback,
}

/// The kinds of resources that bindings and layouts distinguish.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResourceKind {
    /// A sampled texture or `Buffer<T>`.
    Texture,
    /// A texture or `RWBuffer<T>` that can be written.
    RwTexture,
    /// A sampler.
    Sampler,
    /// `StructuredBuffer<T>`.
    StructuredBuffer,
    /// `RWStructuredBuffer<T>` and `RasterizerOrderedStructuredBuffer<T>`; may have a counter.
    RwStructuredBuffer,
    /// `AppendStructuredBuffer<T>`, which has a counter.
    AppendStructuredBuffer,
    /// `ConsumeStructuredBuffer<T>`, which has a counter.
    ConsumeStructuredBuffer,
    /// `ByteAddressBuffer`.
    ByteAddressBuffer,
    /// `RWByteAddressBuffer`.
    RwByteAddressBuffer,
    /// `ConstantBuffer<T>`.
    ConstantBuffer,
    /// `TextureBuffer<T>`.
    TextureBuffer,
    /// `RaytracingAccelerationStructure`.
    AccelerationStructure,
    /// `ParameterBlock<T>` of Slang: bound in a separate space or set on targets that have these.
    ParameterBlock,
    /// A texture with its sampler: `Sampler2D` of Slang.
    CombinedSampler,
    /// `SubpassInput<T>` of Slang: an input attachment, read at the same pixel.
    SubpassInput,
    /// `GLSLShaderStorageBuffer<T>` of Slang.
    StorageBlock,
    /// A stream of a geometry shader: `TriangleStream<T>`.
    OutputStream,
    /// An output of a mesh shader in Slang: `OutputVertices<T, n>`.
    MeshOutput,
    /// The indices that a mesh shader outputs, a built-in variable in Vulkan.
    MeshIndices,
    /// `TensorView<T>` of Slang: ordinary data without a binding, of the same size under all rules.
    TensorView,
    /// `InputPatch<T, n>` and `OutputPatch<T, n>`: the control points of hull, domain and geometry shaders.
    Patch,
    /// The data that a feedback texture records, its type argument: `SAMPLER_FEEDBACK_MIN_MIP`.
    FeedbackType,
    /// Other objects without a register: ray queries, state objects, …
    Other,
}

/// The register classes of D3D.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ResourceClass {
    /// `b`: constant buffers.
    ConstantBuffer,
    /// `t`: shader resource views.
    ShaderResource,
    /// `u`: unordered access views.
    UnorderedAccess,
    /// `s`: samplers.
    Sampler,
}

impl ResourceKind {
    /// The register class that a resource of this kind is bound to; `None` if it has no register.
    pub const fn class(self) -> Option<ResourceClass> {
        Some(match self {
            // For a texture with its sampler, the class of the texture: GLSL has one binding for both, and Slang's layout requires the kind.
            ResourceKind::Texture
            | ResourceKind::CombinedSampler
            | ResourceKind::StructuredBuffer
            | ResourceKind::ByteAddressBuffer
            | ResourceKind::TextureBuffer
            | ResourceKind::AccelerationStructure => ResourceClass::ShaderResource,
            ResourceKind::RwTexture
            | ResourceKind::RwStructuredBuffer
            | ResourceKind::AppendStructuredBuffer
            | ResourceKind::ConsumeStructuredBuffer
            | ResourceKind::RwByteAddressBuffer => ResourceClass::UnorderedAccess,
            ResourceKind::Sampler => ResourceClass::Sampler,
            ResourceKind::ConstantBuffer => ResourceClass::ConstantBuffer,
            // Only Slang has resources that take something other than one register, and its layout requires the kind.
            ResourceKind::ParameterBlock
            | ResourceKind::SubpassInput
            | ResourceKind::StorageBlock
            | ResourceKind::OutputStream
            | ResourceKind::MeshOutput
            | ResourceKind::MeshIndices
            | ResourceKind::TensorView
            | ResourceKind::Patch
            | ResourceKind::FeedbackType
            | ResourceKind::Other => return None,
        })
    }

    /// Whether it is an object, and neither ordinary data nor a type that takes no binding under any rules.
    pub const fn is_object(self) -> bool {
        !matches!(self, ResourceKind::TensorView | ResourceKind::Patch | ResourceKind::FeedbackType | ResourceKind::Other)
    }

    /// Size and alignment, in bytes, of the kinds that are ordinary data, the same under all rules (libslang 2026.12, measured).
    pub const fn data_bytes(self) -> Option<(u64, u64)> {
        match self {
            ResourceKind::TensorView => Some((56, 8)),
            _ => None,
        }
    }
}

impl ResourceClass {
    /// The letter that registers of the class begin with.
    pub const fn letter(self) -> char {
        match self {
            ResourceClass::ConstantBuffer => 'b',
            ResourceClass::ShaderResource => 't',
            ResourceClass::UnorderedAccess => 'u',
            ResourceClass::Sampler => 's',
        }
    }
}
