//! `dx-cbuffer`: constant buffers in DXIL.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// cbuffer, tbuffer, `ConstantBuffer<T>` and `$Globals` in DXIL and DXBC: 16-byte registers.
///
/// Measured on DXC 1.9 at 9a3e225d: the D3D reflection of some 7,900 random buffers. FXC agrees where both compilers accept the source.
pub static DX_CBUFFER: RuleSet = RuleSet {
    name: "dx-cbuffer",
    summary: "D3D constant buffers: arrays and structs start a 16-byte register",
    sources: Sources {
        vectors: "HLSL packing rules for constant variables; DXC 1.9, measured",
        matrices: "DXC 1.9, measured: each vector of a matrix in a register of its own, the last without padding",
        arrays: "HLSL packing rules for constant variables: every element starts a register, no padding after the last",
        structs: "HLSL packing rules for constant variables: a struct starts a register and has no tail padding",
        placement: "HLSL packing rules for constant variables; DXC 1.9, measured",
        bitfields: "DXC 1.9, measured: neighbors share an allocation unit if their types have the same size",
        explicit: "HLSL packoffset and register: 16 * register + 4 * component; the others follow the highest",
    },
    scalar_align: ScalarAlign::OwnSize,
    bools: Bools::FourBytes,
    pointers: PointerSize::EightBytes,
    // "never rounded": float3 takes 12 bytes and is aligned to 4.
    vector_align: [1, 1, 1, 1],
    vector_size: [1, 2, 3, 4],
    vector_align_at_most: None,
    half_vectors: HalfVectors::LikeOthers,
    // 16-bit elements count 4 bytes each (GetMatrixSizeInCB: 8 or 4), though reflection reports 2.
    matrices: Matrices::Registers { half_extent: 4 },
    vector_matrices: VectorMatrices::None,
    integer_matrices: IntegerMatrices::Matrices,
    array_align_at_least: Align::SIXTEEN,
    array_tail: TailPadding::Open,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::NoBytes,
    empty_members: EmptyMembers::Placed,
    struct_align: StructAlign::Fixed(Align::SIXTEEN),
    struct_tail: TailPadding::Open,
    struct_size: StructSize::Members,
    enums: Enums::Underlying,
    bitfields: Bitfields::SameSize,
    // DXC issue 4763.
    resources: Resources::StructuredElement,
    descriptor_handles: DescriptorHandles::Uint2,
    member_align: MemberAlign::Applies,
    member_size: MemberSize::Applies,
    members: Placement::DxcMembers,
    buffer_members: Placement::DxcConstants,
    llvm_shapes: LlvmShapes::Exact,
};
