//! `fxc-cbuffer`: constant buffers in DXBC.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// cbuffer, tbuffer and `$Globals` in DXBC: 16-byte registers, as documented: `dx-cbuffer` without DXC's own rules.
///
/// Compared with public listings of FXC 9.29 to 10.1 ("Buffer Definitions"): 92 of them are in `tests/golden/fxc.jsonl`. None of
/// these has a `min16` type next to others, an empty struct or a `row_major` matrix of one column in a struct, where DXC has rules of
/// its own: there, FXC is assumed to follow the documentation.
pub static FXC_CBUFFER: RuleSet = RuleSet {
    name: "fxc-cbuffer",
    summary: "FXC constant buffers: `dx-cbuffer` without DXC's own rules",
    sources: Sources {
        vectors: "HLSL packing rules for constant variables; FXC 10.1, from its listings",
        matrices: "FXC 10.1, from its listings: each vector of a matrix in a register of its own, the last without padding",
        arrays: "HLSL packing rules for constant variables: every element starts a register, no padding after the last",
        structs: "HLSL packing rules for constant variables: a struct starts a register and has no tail padding",
        placement: "HLSL packing rules for constant variables; FXC 10.1, from its listings",
        bitfields: "FXC has none; as in DXC",
        explicit: "HLSL packoffset and register: 16 * register + 4 * component; DXC issue 1900 for the others",
    },
    scalar_align: ScalarAlign::OwnSize,
    bools: Bools::FourBytes,
    pointers: PointerSize::EightBytes,
    vector_align: [1, 1, 1, 1],
    vector_size: [1, 2, 3, 4],
    vector_align_at_most: None,
    half_vectors: HalfVectors::LikeOthers,
    matrices: Matrices::Registers { half_extent: 2 },
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
    resources: Resources::NoBytes,
    descriptor_handles: DescriptorHandles::Uint2,
    member_align: MemberAlign::Applies,
    member_size: MemberSize::Applies,
    members: Placement::Registers,
    buffer_members: Placement::Registers,
    llvm_shapes: LlvmShapes::Exact,
};
