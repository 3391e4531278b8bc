//! What a type is.

use padstone_source::{Span, Symbol};

use crate::{Id, InterfaceId, OpenTypeId, Packing, StructId, TypeId};

/// A handle to an [`Enum`].
pub type EnumId = Id<Enum>;

/// A type. Two types are the same exactly if they are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// One number.
    Scalar(Scalar),
    /// `width` numbers, 1 to 4 of them. A vector of one is not a scalar: compilers differ on it.
    Vector {
        /// The type of each component.
        scalar: Scalar,
        /// The number of components, 1 to 4.
        width: u8,
    },
    /// `rows` × `columns` numbers, 1 to 4 of each.
    Matrix {
        /// The type of each element.
        scalar: Scalar,
        /// The number of rows.
        rows: u8,
        /// The number of columns.
        columns: u8,
        /// Which of the two lies contiguous, after keyword, pragma and command line were consulted.
        major: Major,
    },
    /// One number that is only accessed as a whole, `atomic<u32>`; its bytes are those of the number.
    Atomic(Scalar),
    /// An address of 64 bits, `layout(buffer_reference)` of GLSL, `T*` of Slang, and the names of the type behind it. (Not the type
    /// itself, which may hold the pointer.)
    Pointer(Pointee),
    /// Elements one after another.
    Array {
        /// The type of each element; for `float a[2][3]` that is `float[3]`.
        element: TypeId,
        /// How many.
        count: Count,
    },
    /// A struct, class or the members of a buffer.
    Struct(StructId),
    /// An enumeration; its bytes are those of its underlying scalar.
    Enum(EnumId),
    /// A texture, sampler, buffer or other object that has a register and no bytes.
    Resource(Resource),
    /// A value of an interface type: what says which type it is, then the bytes of it, as many as are kept free. Of Slang.
    Interface(InterfaceId),
    /// A type that is still open: a parameter of a generic or a `type_param` for which nothing was put in. Of Slang.
    Open(OpenTypeId),
    /// `DescriptorHandle<T>`, `T.Handle` of Slang: a number that stands for a resource, or the resource itself, as the
    /// target has it.
    Handle(TypeId),
    /// What the front end could not understand. It has said so; nothing that holds this gets a number.
    Unknown,
}

/// The names of what a pointer leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pointee {
    /// As types are written: `float4`.
    pub name: Symbol,
    /// That of the declaration, by which libslang reports it: `vector` of `float4`, `Material` of `Material<float>`.
    pub declaration: Symbol,
}

impl Pointee {
    /// What is declared by the name that it is written with.
    pub fn declared(name: Symbol) -> Pointee {
        Pointee { name, declaration: name }
    }
}

/// How many elements an array has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Count {
    /// That many.
    Known(u64),
    /// As many as there is room for: `float a[]`.
    Runtime,
    /// A number that linking gives: `extern static const int N;` of Slang.
    Open,
}

impl Count {
    /// The number, unless it is known at run time only, or once the program is linked.
    pub fn known(self) -> Option<u64> {
        match self {
            Count::Known(count) => Some(count),
            Count::Runtime | Count::Open => None,
        }
    }
}

/// Which vectors of a matrix lie contiguous in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Major {
    /// Each row, one after another.
    Row,
    /// Each column, one after another; the default of HLSL.
    #[default]
    Column,
}

impl Major {
    /// `(number of vectors, length of each)` of a matrix of that many rows and columns.
    pub const fn vectors(self, rows: u8, columns: u8) -> (u8, u8) {
        match self {
            Major::Row => (rows, columns),
            Major::Column => (columns, rows),
        }
    }
}

/// The type of one number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scalar {
    /// True or false.
    Bool,
    /// 8-bit signed.
    Int8,
    /// 8-bit unsigned.
    Uint8,
    /// 16-bit signed.
    Int16,
    /// 16-bit unsigned.
    Uint16,
    /// 32-bit signed.
    Int32,
    /// 32-bit unsigned.
    Uint32,
    /// 64-bit signed.
    Int64,
    /// 64-bit unsigned.
    Uint64,
    /// 16-bit floating point. HLSL's `half` is this only with `-enable-16bit-types`, else [`Scalar::Float32`].
    Float16,
    /// 32-bit floating point.
    Float32,
    /// 64-bit floating point.
    Float64,
    /// At least 16 bits of floating point (`min16float`); in memory 32, or 16 with `-enable-16bit-types`.
    Min16Float,
    /// At least 10 bits of floating point.
    Min10Float,
    /// At least 16 bits, signed.
    Min16Int,
    /// At least 12 bits, signed.
    Min12Int,
    /// At least 16 bits, unsigned.
    Min16Uint,
    /// Four signed bytes in one 32-bit value.
    Int8x4Packed,
    /// Four unsigned bytes in one 32-bit value.
    Uint8x4Packed,
    /// No value; the result of functions that return nothing.
    Void,
    /// Signed, as wide as an address: 8 bytes.
    IntPtr,
    /// Unsigned, as wide as an address: 8 bytes.
    UintPtr,
    /// 16-bit floating point with the exponent of 32 bits.
    BFloat16,
    /// 8-bit floating point, 4 bits of exponent and 3 of mantissa.
    FloatE4M3,
    /// 8-bit floating point, 5 bits of exponent and 2 of mantissa.
    FloatE5M2,
}

impl Scalar {
    /// Whether this is one of the `min…` types, whose width the implementation chooses.
    pub const fn is_min_precision(self) -> bool {
        matches!(self, Scalar::Min16Float | Scalar::Min10Float | Scalar::Min16Int | Scalar::Min12Int | Scalar::Min16Uint)
    }

    /// Whether values are floating point.
    pub const fn is_float(self) -> bool {
        matches!(
            self,
            Scalar::Float16
                | Scalar::Float32
                | Scalar::Float64
                | Scalar::Min16Float
                | Scalar::Min10Float
                | Scalar::BFloat16
                | Scalar::FloatE4M3
                | Scalar::FloatE5M2
        )
    }

    /// Bytes in memory; `native_16bit` is [`crate::Options::native_16bit`]. Every shading language stores a bool
    /// of a buffer in 4 bytes.
    pub const fn bytes(self, native_16bit: bool) -> u64 {
        match self {
            Scalar::Void => 0,
            Scalar::Int8 | Scalar::Uint8 | Scalar::FloatE4M3 | Scalar::FloatE5M2 => 1,
            Scalar::Int16 | Scalar::Uint16 | Scalar::Float16 | Scalar::BFloat16 => 2,
            Scalar::Bool | Scalar::Int32 | Scalar::Uint32 | Scalar::Float32 | Scalar::Int8x4Packed | Scalar::Uint8x4Packed => 4,
            Scalar::Int64 | Scalar::Uint64 | Scalar::Float64 | Scalar::IntPtr | Scalar::UintPtr => 8,
            _ if native_16bit => 2,
            _ => 4,
        }
    }
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct Enum {
    /// The qualified name, `N::E`; empty if it has none.
    pub name: Symbol,
    /// Where the name is declared.
    pub span: Span,
    /// The type of its values in memory.
    pub scalar: Scalar,
}

/// An object that lives in a register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Resource {
    /// What sort of object.
    pub kind: ResourceKind,
    /// The name of its type as the language spells it: `Texture2D`, `SamplerState`.
    pub name: Symbol,
    /// The type argument, if there is one: `float4` of `Texture2D<float4>`, `S` of `StructuredBuffer<S>`.
    pub element: Option<TypeId>,
    /// The rules that its type asks for: `Std430DataLayout` of `ConstantBuffer<S, Std430DataLayout>`. Of Slang.
    pub packing: Packing,
    /// What a texture or buffer looks like to the shader. Of Slang; the default elsewhere.
    pub shape: ResourceShape,
}

impl Resource {
    /// An object of a language other than Slang.
    pub fn new(kind: ResourceKind, name: Symbol, element: Option<TypeId>) -> Resource {
        Resource { kind, name, element, packing: Packing::ByKind, shape: ResourceShape::default() }
    }
}

/// What a resource looks like to the shader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ResourceShape {
    /// The dimensions.
    pub base: BaseShape,
    /// Whether it has layers: `Texture2DArray`.
    pub array: bool,
    /// Whether it has several samples: `Texture2DMS`.
    pub multisample: bool,
    /// Whether it carries its sampler: `Sampler2D`.
    pub combined: bool,
    /// What shaders may do with it.
    pub access: ResourceAccess,
}

/// The dimensions of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum BaseShape {
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

impl BaseShape {
    /// Whether it has texels, which can have a format: textures and typed buffers.
    pub const fn has_texels(self) -> bool {
        matches!(
            self,
            BaseShape::Texture1D | BaseShape::Texture2D | BaseShape::Texture3D | BaseShape::TextureCube | BaseShape::TextureBuffer
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
