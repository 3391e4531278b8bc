//! `dx-structured`: structured buffers in DXIL.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, Pointers, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, Tail, UnsizedArrays,
    VectorMatrices,
};

/// Structured buffers and `ByteAddressBuffer.Load<T>` in DXIL: C structs in which a vector is aligned like one number.
///
/// Measured on DXC 1.9 at 9a3e225d; DXC pull request 721 calls it `#pragma pack(8)`.
pub static DX_STRUCTURED: RuleSet = RuleSet {
    name: "dx-structured",
    summary: "structured buffers of D3D: C structs, vectors and matrices aligned like one number",
    sources: Sources {
        vectors: "DXC 1.9, measured: a vector is aligned like one of its numbers",
        matrices: "DXC 1.9, measured: rows * columns numbers side by side",
        arrays: "DXC 1.9, measured: elements side by side",
        structs: "DXC 1.9, measured: a struct is aligned like its widest member and rounded up to that",
        placement: "DXC 1.9, measured: the next multiple of the alignment",
        bitfields: "DXC 1.9, measured: neighbours share a unit if their types have one size",
        explicit: "HLSL has no explicit offsets in structured buffers",
    },
    scalar_align: ScalarAlign::OwnSize,
    bools: Bools::FourBytes,
    pointers: Pointers::EightBytes,
    vector_align: [1, 1, 1, 1],
    vector_size: [1, 2, 3, 4],
    vector_align_at_most: None,
    half_vectors: HalfVectors::LikeOthers,
    matrices: Matrices::Packed,
    vector_matrices: VectorMatrices::None,
    integer_matrices: IntegerMatrices::Matrices,
    array_align_at_least: Align::ONE,
    array_tail: Tail::Padded,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::NoBytes,
    empty_members: EmptyMembers::Placed,
    struct_align: StructAlign::Widest { at_least: Align::ONE },
    struct_tail: Tail::Padded,
    struct_size: StructSize::Members,
    enums: Enums::Underlying,
    bitfields: Bitfields::SameSize,
    resources: Resources::NoBytes,
    descriptor_handles: DescriptorHandles::Uint2,
    member_align: MemberAlign::Counts,
    member_size: MemberSize::Counts,
    members: Placement::Aligned,
    buffer_members: Placement::Aligned,
    llvm_shapes: LlvmShapes::Exact,
};
