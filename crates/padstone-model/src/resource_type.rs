//! What a texture, sampler, buffer or other object is. Front ends say it when they read its type; nothing asks for the words again.

use padstone_source::Symbol;

use crate::{Packing, Scalar, Type, TypeArena, TypeId};

/// An object that lives in a register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ResourceType {
    /// What sort of object.
    pub kind: ResourceKind,
    /// The type argument, if there is one: `float4` of `Texture2D<float4>`, `S` of `StructuredBuffer<S>`.
    pub element: Option<TypeId>,
    /// The rules that its type asks for: `Std430DataLayout` of `ConstantBuffer<S, Std430DataLayout>`. Of Slang.
    pub packing: Packing,
    /// What it looks like to the shader.
    pub shape: ResourceShape,
    /// The name of its type as the language spells it: `Texture2D`, `SamplerState`.
    spelling: Symbol,
}

impl ResourceType {
    /// An object of a type that is spelled so.
    pub const fn new(kind: ResourceKind, shape: ResourceShape, spelling: Symbol, element: Option<TypeId>) -> ResourceType {
        ResourceType { kind, element, packing: Packing::ByKind, shape, spelling }
    }

    /// The same with the rules that its type asks for.
    #[must_use]
    pub const fn packed(self, packing: Packing) -> ResourceType {
        ResourceType { packing, ..self }
    }

    /// The same without the type argument.
    #[must_use]
    pub const fn without_element(self) -> ResourceType {
        ResourceType { element: None, ..self }
    }

    /// How the source spells the type, without its arguments: for people, and for the front end that read it. What the object is says the rest
    /// of this value.
    pub const fn spelling(&self) -> Symbol {
        self.spelling
    }

    /// What a read of the texture gives: what its type says, else what its texels are. `None` for texels that are none of these.
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

/// What a resource looks like to the shader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ResourceShape {
    /// The dimensions.
    pub dimension: Dimension,
    /// Whether it has layers: `Texture2DArray`.
    pub arrayed: bool,
    /// Whether it has several samples: `Texture2DMS`.
    pub multisampled: bool,
    /// Whether it carries its sampler: `Sampler2D`.
    pub combined: bool,
    /// What a read gives, where the type says it and not its argument: `isampler2D`, `texture_depth_2d`.
    pub sample: SampleType,
    /// What shaders may do with it.
    pub access: ResourceAccess,
    /// The format of the texels, where the type says it: `texture_storage_2d<rgba8unorm, write>`.
    pub format: Option<Symbol>,
}

impl ResourceShape {
    /// What has no dimensions.
    pub const NONE: ResourceShape = ResourceShape::read(Dimension::None);
    /// A buffer of texels.
    pub const BUFFER: ResourceShape = ResourceShape::read(Dimension::TextureBuffer);
    /// One dimension.
    pub const D1: ResourceShape = ResourceShape::read(Dimension::Texture1D);
    /// Layers of one dimension.
    pub const D1_ARRAY: ResourceShape = ResourceShape { arrayed: true, ..ResourceShape::D1 };
    /// Two dimensions.
    pub const D2: ResourceShape = ResourceShape::read(Dimension::Texture2D);
    /// Layers of two dimensions.
    pub const D2_ARRAY: ResourceShape = ResourceShape { arrayed: true, ..ResourceShape::D2 };
    /// Two dimensions, several samples.
    pub const D2_MS: ResourceShape = ResourceShape { multisampled: true, ..ResourceShape::D2 };
    /// Layers of two dimensions, several samples.
    pub const D2_MS_ARRAY: ResourceShape = ResourceShape { multisampled: true, ..ResourceShape::D2_ARRAY };
    /// Three dimensions.
    pub const D3: ResourceShape = ResourceShape::read(Dimension::Texture3D);
    /// Six faces.
    pub const CUBE: ResourceShape = ResourceShape::read(Dimension::TextureCube);
    /// Layers of six faces.
    pub const CUBE_ARRAY: ResourceShape = ResourceShape { arrayed: true, ..ResourceShape::CUBE };
    /// What was rendered at the same place before.
    pub const SUBPASS: ResourceShape = ResourceShape::read(Dimension::SubpassInput);
    /// The same of several samples.
    pub const SUBPASS_MS: ResourceShape = ResourceShape { multisampled: true, ..ResourceShape::SUBPASS };

    /// Something of those dimensions that is read.
    pub const fn read(dimension: Dimension) -> ResourceShape {
        ResourceShape {
            dimension,
            arrayed: false,
            multisampled: false,
            combined: false,
            sample: SampleType::Float,
            access: ResourceAccess::Read,
            format: None,
        }
    }

    /// The same for shaders that may do something else with it.
    #[must_use]
    pub const fn accessed(self, access: ResourceAccess) -> ResourceShape {
        ResourceShape { access, ..self }
    }

    /// The same of other samples.
    #[must_use]
    pub const fn sampled(self, sample: SampleType) -> ResourceShape {
        ResourceShape { sample, ..self }
    }
}

/// What a read of a texture gives, or a sampler takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SampleType {
    /// Floating point, or numbers that are read as such.
    #[default]
    Float,
    /// Depth: of a texture that is made for it, and of a sampler that compares.
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
    /// What texels of those numbers give.
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
    /// None of the others: samplers, constant buffers, streams.
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
    /// `StructuredBuffer<T>` and its relatives.
    StructuredBuffer,
    /// `ByteAddressBuffer` and its relatives.
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

/// What shaders may do with a resource.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ResourceAccess {
    /// Read.
    #[default]
    Read,
    /// Write: `WTexture2D`.
    Write,
    /// Read and write: `RWTexture2D`.
    ReadWrite,
    /// Read and write in the order of primitives: `RasterizerOrderedTexture2D`.
    RasterOrdered,
    /// Append: `AppendStructuredBuffer`.
    Append,
    /// Consume: `ConsumeStructuredBuffer`.
    Consume,
    /// Write what was sampled: `FeedbackTexture2D`.
    Feedback,
}

/// The sorts of objects, as far as registers and layouts can tell them apart.
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
    /// `ParameterBlock<T>` of Slang: where the target has spaces or sets, one of its own.
    ParameterBlock,
    /// A texture with its sampler: `Sampler2D` of Slang.
    CombinedSampler,
    /// `SubpassInput<T>` of Slang: what was rendered at the same place before.
    SubpassInput,
    /// `GLSLShaderStorageBuffer<T>` of Slang.
    StorageBlock,
    /// `TriangleStream<T>` and its relatives, of Slang.
    OutputStream,
    /// `OutputVertices<T, n>` and its relatives, of Slang.
    MeshOutput,
    /// `TensorView<T>` of Slang: no object of a register, but bytes, as many under all rules.
    TensorView,
    /// Objects without a register: patches, ray queries, …; in HLSL streams too.
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
    /// The class of register an object of this kind takes; `None` for those that take none.
    pub const fn class(self) -> Option<ResourceClass> {
        Some(match self {
            ResourceKind::Texture
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
            // Those that take other things than one register take them in Slang only, whose layout asks for the kind.
            ResourceKind::ParameterBlock
            | ResourceKind::CombinedSampler
            | ResourceKind::SubpassInput
            | ResourceKind::StorageBlock
            | ResourceKind::OutputStream
            | ResourceKind::MeshOutput
            | ResourceKind::TensorView
            | ResourceKind::Other => return None,
        })
    }

    /// Size and alignment, in bytes, of what is data and no object, the same under all rules (libslang 2026.12, measured).
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
