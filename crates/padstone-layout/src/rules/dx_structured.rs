//! `dx-structured`: structured buffers in DXIL.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// Structured buffers and `ByteAddressBuffer.Load<T>` in DXIL: C structs in which a vector has the alignment of its scalar.
///
/// Measured on DXC 1.9 at 9a3e225d; DXC pull request 721 calls it `#pragma pack(8)`.
pub static DX_STRUCTURED: RuleSet = RuleSet {
    name: "dx-structured",
    summary: "D3D structured buffers: C structs, vectors and matrices aligned to their scalar",
    sources: Sources {
        vectors: "DXC 1.9, measured: a vector has the alignment of its scalar",
        matrices: "DXC 1.9, measured: rows * columns contiguous scalars",
        arrays: "DXC 1.9, measured: contiguous elements",
        structs: "DXC 1.9, measured: a struct has its largest member alignment and is rounded up to it",
        placement: "DXC 1.9, measured: the next multiple of the alignment",
        bitfields: "DXC 1.9, measured: neighbors share an allocation unit if their types have the same size",
        explicit: "HLSL has no explicit offsets in structured buffers",
    },
    scalar_align: ScalarAlign::OwnSize,
    bools: Bools::FourBytes,
    pointers: PointerSize::EightBytes,
    vector_align: [1, 1, 1, 1],
    vector_size: [1, 2, 3, 4],
    vector_align_at_most: None,
    half_vectors: HalfVectors::LikeOthers,
    matrices: Matrices::Packed,
    vector_matrices: VectorMatrices::None,
    integer_matrices: IntegerMatrices::Matrices,
    array_align_at_least: Align::ONE,
    array_tail: TailPadding::Padded,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::NoBytes,
    empty_members: EmptyMembers::Placed,
    struct_align: StructAlign::Widest { at_least: Align::ONE },
    struct_tail: TailPadding::Padded,
    struct_size: StructSize::Members,
    enums: Enums::Underlying,
    bitfields: Bitfields::SameSize,
    resources: Resources::NoBytes,
    descriptor_handles: DescriptorHandles::Uint2,
    member_align: MemberAlign::Applies,
    member_size: MemberSize::Applies,
    members: Placement::Aligned,
    buffer_members: Placement::Aligned,
    llvm_shapes: LlvmShapes::Exact,
};
