//! The built-in types: scalars, vectors, matrices, resources, and generic types.

use padstone_model::{Dimension, Packing, ResourceAccess, ResourceKind, ResourceShape, SampleType, Scalar};

use super::interfaces::{self, INTERFACES, Implementers};

/// A built-in type, or a built-in generic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::slang) enum Builtin {
    Scalar(Scalar),
    Vector(Scalar, u8),
    Matrix(Scalar, u8, u8),
    /// `vector<T, N>`.
    VectorOf,
    /// `matrix<T, R, C>`.
    MatrixOf,
    /// `Array<T, N>`.
    ArrayOf,
    /// `Optional<T>`.
    OptionalOf,
    /// `Tuple<…>`.
    TupleOf,
    /// `Ptr<T>`.
    PointerTo,
    /// `Atomic<T>`.
    AtomicOf,
    /// `DescriptorHandle<T>`.
    HandleOf,
    /// `Conditional<T, true>`.
    ConditionalOf,
    /// A resource: its kind, its shape, and its element argument.
    Resource(ResourceKind, ResourceShape, ElementArgument),
    /// `Std430DataLayout`.
    DataLayout(Packing),
    /// A type that only distinguishes others: `SAMPLER_FEEDBACK_MIN_MIP`.
    Tag(ResourceKind),
    /// A built-in interface.
    Interface(&'static Implementers),
    /// `ConstBufferPointer<T>`: a struct that contains a pointer.
    PointerStruct,
    /// `DiffTensorView<T, A>`.
    TensorPair,
    /// `AtomicAdd`, the default of `A`.
    TensorAdder,
    /// A built-in struct with members.
    Struct(&'static [(&'static str, Builtin)]),
    /// A struct without members in reflection: the constraint of its first argument, and its argument count.
    Closed(&'static Implementers, usize),
    /// `LayoutPtr<T, Std430DataLayout>`.
    LayoutPointer,
    /// `TextureFootprint<2>`.
    Footprint,
    /// `String`, also spelled `string`.
    Text,
    /// A constant.
    Constant(u32),
    /// The namespace `linalg`.
    LinearAlgebra,
}

/// The element argument of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::slang) enum ElementArgument {
    /// None.
    None,
    /// A type; `float4` by default.
    Float4,
    /// `float`, without an argument.
    Float,
    /// A required type argument.
    Needed,
}

const SCALARS: &[(&str, Scalar)] = &[
    ("bool", Scalar::Bool),
    ("int", Scalar::Int32),
    ("uint", Scalar::Uint32),
    ("float", Scalar::Float32),
    ("half", Scalar::Float16),
    ("double", Scalar::Float64),
    ("int8_t", Scalar::Int8),
    ("uint8_t", Scalar::Uint8),
    ("int16_t", Scalar::Int16),
    ("uint16_t", Scalar::Uint16),
    ("int32_t", Scalar::Int32),
    ("uint32_t", Scalar::Uint32),
    ("int64_t", Scalar::Int64),
    ("uint64_t", Scalar::Uint64),
    ("float16_t", Scalar::Float16),
    ("float32_t", Scalar::Float32),
    ("float64_t", Scalar::Float64),
];

const LONE_SCALARS: &[(&str, Scalar)] = &[
    ("void", Scalar::Void),
    ("intptr_t", Scalar::IntPtr),
    ("uintptr_t", Scalar::UintPtr),
    ("ssize_t", Scalar::IntPtr),
    ("size_t", Scalar::UintPtr),
    ("usize_t", Scalar::UintPtr),
    ("BFloat16", Scalar::BFloat16),
    ("FloatE4M3", Scalar::FloatE4M3),
    ("FloatE5M2", Scalar::FloatE5M2),
    ("int8_t4_packed", Scalar::Int8x4Packed),
    ("uint8_t4_packed", Scalar::Uint8x4Packed),
    ("UINT", Scalar::Uint32),
    ("WaveMask", Scalar::Uint32),
    // Enumerations and their underlying types (libslang 2026.12, measured).
    ("Access", Scalar::Uint64),
    ("AddressSpace", Scalar::Uint64),
    ("MemoryOrder", Scalar::Int32),
    ("MemoryScope", Scalar::Int32),
    ("CoopVecComponentType", Scalar::Int32),
    ("CoopVecMatrixLayout", Scalar::Int32),
    ("DescriptorKind", Scalar::Int32),
    ("DescriptorAccess", Scalar::Int32),
    ("BindlessDescriptorOptions", Scalar::Int32),
    ("SideEffectBehavior", Scalar::Int32),
    ("_AttributeTargets", Scalar::Int32),
    ("RAY_FLAG", Scalar::Uint32),
    ("RAYQUERY_FLAG", Scalar::Uint32),
    ("CANDIDATE_TYPE", Scalar::Uint32),
    ("COMMITTED_STATUS", Scalar::Uint32),
    ("TRAVERSABLE_TRANSFORM_TYPE", Scalar::Uint32),
    ("DefaultVkBindlessBindings", Scalar::Uint32),
    ("VkMutableBindlessBindings", Scalar::Uint32),
];

/// `linalg::CoopMat<T, MemoryScope.Subgroup, 16, 16, linalg::CoopMatMatrixUse.MatrixA>`.
pub(super) const COOPERATIVE_MATRIX: Builtin = Builtin::Closed(&interfaces::COOPERATIVE, 5);

pub(super) const fn plain(dimension: Dimension, access: ResourceAccess) -> ResourceShape {
    ResourceShape::read(dimension).accessed(access)
}

const OBJECT: ResourceShape = ResourceShape::NONE;

const OTHERS: &[(&str, Builtin)] = &[
    ("vector", Builtin::VectorOf),
    ("matrix", Builtin::MatrixOf),
    ("Array", Builtin::ArrayOf),
    ("Optional", Builtin::OptionalOf),
    ("Tuple", Builtin::TupleOf),
    ("Ptr", Builtin::PointerTo),
    ("ImmutablePtr", Builtin::PointerTo),
    ("NodePayloadPtr", Builtin::PointerTo),
    ("__Addr", Builtin::PointerTo),
    ("LayoutPtr", Builtin::LayoutPointer),
    ("ConstBufferPointer", Builtin::PointerStruct),
    ("Atomic", Builtin::AtomicOf),
    ("DescriptorHandle", Builtin::HandleOf),
    ("Conditional", Builtin::ConditionalOf),
    ("DefaultDataLayout", Builtin::DataLayout(Packing::ByKind)),
    ("Std140DataLayout", Builtin::DataLayout(Packing::Std140)),
    ("Std430DataLayout", Builtin::DataLayout(Packing::Std430)),
    ("ScalarDataLayout", Builtin::DataLayout(Packing::Scalar)),
    ("CDataLayout", Builtin::DataLayout(Packing::C)),
    ("DefaultPushConstantDataLayout", Builtin::DataLayout(Packing::Std430)),
    ("SAMPLER_FEEDBACK_MIN_MIP", Builtin::Tag(ResourceKind::FeedbackType)),
    ("SAMPLER_FEEDBACK_MIP_REGION_USED", Builtin::Tag(ResourceKind::FeedbackType)),
    ("NullPtr", Builtin::Tag(ResourceKind::Other)),
    ("BuiltInTriangleIntersectionAttributes", Builtin::Struct(&[("barycentrics", Builtin::Vector(Scalar::Float32, 2))])),
    ("NullDifferential", Builtin::Struct(&[("dummy", Builtin::Scalar(Scalar::Float32))])),
    ("TextureFootprint", Builtin::Footprint),
    ("TextureFootprint2D", Builtin::Footprint),
    ("TextureFootprint3D", Builtin::Footprint),
    (
        "RayDesc",
        Builtin::Struct(&[
            ("Origin", Builtin::Vector(Scalar::Float32, 3)),
            ("TMin", Builtin::Scalar(Scalar::Float32)),
            ("Direction", Builtin::Vector(Scalar::Float32, 3)),
            ("TMax", Builtin::Scalar(Scalar::Float32)),
        ]),
    ),
    ("SamplerState", Builtin::Resource(ResourceKind::Sampler, OBJECT, ElementArgument::None)),
    ("SamplerComparisonState", Builtin::Resource(ResourceKind::Sampler, OBJECT.sampled(SampleType::Depth), ElementArgument::None)),
    ("ConstantBuffer", Builtin::Resource(ResourceKind::ConstantBuffer, OBJECT, ElementArgument::Needed)),
    ("TextureBuffer", Builtin::Resource(ResourceKind::TextureBuffer, OBJECT, ElementArgument::Needed)),
    ("ParameterBlock", Builtin::Resource(ResourceKind::ParameterBlock, OBJECT, ElementArgument::Needed)),
    ("GLSLShaderStorageBuffer", Builtin::Resource(ResourceKind::StorageBlock, OBJECT, ElementArgument::Needed)),
    (
        "RaytracingAccelerationStructure",
        Builtin::Resource(
            ResourceKind::AccelerationStructure,
            plain(Dimension::AccelerationStructure, ResourceAccess::Read),
            ElementArgument::None,
        ),
    ),
    ("SubpassInput", Builtin::Resource(ResourceKind::SubpassInput, ResourceShape::SUBPASS, ElementArgument::Float4)),
    ("SubpassInputMS", Builtin::Resource(ResourceKind::SubpassInput, ResourceShape::SUBPASS_MS, ElementArgument::Float4)),
    ("PointStream", Builtin::Resource(ResourceKind::OutputStream, OBJECT, ElementArgument::Needed)),
    ("LineStream", Builtin::Resource(ResourceKind::OutputStream, OBJECT, ElementArgument::Needed)),
    ("TriangleStream", Builtin::Resource(ResourceKind::OutputStream, OBJECT, ElementArgument::Needed)),
    ("InputPatch", Builtin::Resource(ResourceKind::Patch, OBJECT, ElementArgument::Needed)),
    ("OutputPatch", Builtin::Resource(ResourceKind::Patch, OBJECT, ElementArgument::Needed)),
    ("OutputVertices", Builtin::Resource(ResourceKind::MeshOutput, OBJECT, ElementArgument::Needed)),
    ("OutputIndices", Builtin::Resource(ResourceKind::MeshIndices, OBJECT, ElementArgument::Needed)),
    ("OutputPrimitives", Builtin::Resource(ResourceKind::MeshOutput, OBJECT, ElementArgument::Needed)),
    ("RayQuery", Builtin::Resource(ResourceKind::Other, OBJECT, ElementArgument::None)),
    ("HitObject", Builtin::Resource(ResourceKind::Other, OBJECT, ElementArgument::None)),
    // Structs without members and bytes in reflection (libslang 2026.12).
    ("CoopVec", Builtin::Closed(&interfaces::NUMBERS_OF_WAVES, 2)),
    ("DifferentialPair", Builtin::Closed(&interfaces::DIFFERENTIABLE, 1)),
    ("DifferentialPtrPair", Builtin::Closed(&interfaces::DIFFERENTIABLE_POINTERS, 1)),
    ("DispatchNodeInputRecord", Builtin::Resource(ResourceKind::Other, OBJECT, ElementArgument::Needed)),
    ("NativeString", Builtin::Resource(ResourceKind::Other, OBJECT, ElementArgument::None)),
    ("String", Builtin::Text),
    ("string", Builtin::Text),
    ("TorchTensor", Builtin::Resource(ResourceKind::Other, OBJECT, ElementArgument::Needed)),
    ("NativeRef", Builtin::Resource(ResourceKind::Other, OBJECT, ElementArgument::Needed)),
    ("TensorView", Builtin::Resource(ResourceKind::TensorView, OBJECT, ElementArgument::Needed)),
    ("DiffTensorView", Builtin::TensorPair),
    ("AtomicAdd", Builtin::TensorAdder),
];

/// The prefixes in the names of structured and other buffers, with the access and kind that they mean.
const BUFFERS: &[(&str, ResourceAccess, ResourceKind, ResourceKind, ResourceKind)] = &[
    ("", ResourceAccess::Read, ResourceKind::StructuredBuffer, ResourceKind::ByteAddressBuffer, ResourceKind::Texture),
    ("RW", ResourceAccess::ReadWrite, ResourceKind::RwStructuredBuffer, ResourceKind::RwByteAddressBuffer, ResourceKind::RwTexture),
    (
        "RasterizerOrdered",
        ResourceAccess::RasterOrdered,
        ResourceKind::RwStructuredBuffer,
        ResourceKind::RwByteAddressBuffer,
        ResourceKind::RwTexture,
    ),
];

/// Passes all built-in types except textures to `add`.
pub(super) fn for_each_builtin(mut add: impl FnMut(&str, Builtin)) {
    for &(name, scalar) in SCALARS {
        add(name, Builtin::Scalar(scalar));
        for width in 1..=4 {
            add(&format!("{name}{width}"), Builtin::Vector(scalar, width));
            for columns in 1..=4 {
                add(&format!("{name}{width}x{columns}"), Builtin::Matrix(scalar, width, columns));
            }
        }
    }
    LONE_SCALARS.iter().for_each(|&(name, scalar)| add(name, Builtin::Scalar(scalar)));
    OTHERS.iter().for_each(|&(name, builtin)| add(name, builtin));
    INTERFACES.iter().for_each(|interface| add(interface.name, Builtin::Interface(interface)));
    for &(prefix, access, structured, bytes, typed) in BUFFERS {
        let with_access = |base| plain(base, access);
        add(
            &format!("{prefix}StructuredBuffer"),
            Builtin::Resource(structured, with_access(Dimension::StructuredBuffer), ElementArgument::Needed),
        );
        add(
            &format!("{prefix}ByteAddressBuffer"),
            Builtin::Resource(bytes, with_access(Dimension::ByteAddressBuffer), ElementArgument::None),
        );
        // libslang reports a `RasterizerOrderedBuffer` as write-only; measured.
        let typed_access = if access == ResourceAccess::RasterOrdered { ResourceAccess::Write } else { access };
        let typed_shape = plain(Dimension::TextureBuffer, typed_access);
        add(&format!("{prefix}Buffer"), Builtin::Resource(typed, typed_shape, ElementArgument::Needed));
    }
    let counted = [
        ("AppendStructuredBuffer", ResourceKind::AppendStructuredBuffer, ResourceAccess::Append),
        ("ConsumeStructuredBuffer", ResourceKind::ConsumeStructuredBuffer, ResourceAccess::Consume),
    ];
    for (name, kind, access) in counted {
        add(name, Builtin::Resource(kind, plain(Dimension::StructuredBuffer, access), ElementArgument::Needed));
    }
}
