//! `documented-cbuffer`: constant buffers as the HLSL working group documents them.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// cbuffers as documented in the working group's proposals 0003 (packoffset), 0016 (constant buffers) and 0034 (explicit padding):
/// `dx-cbuffer` without undocumented traits of DXC.
pub static DOCUMENTED_CBUFFER: RuleSet = RuleSet {
    name: "documented-cbuffer",
    summary: "constant buffers as the HLSL proposals document them",
    sources: Sources {
        vectors: "wg-hlsl 0034: scalars and vectors are aligned as per their scalar size",
        matrices: "hlsl-specs, resources: rows of a matrix are row-aligned; one that is a vector in memory may share a row",
        arrays: "wg-hlsl 0034: arrays and their elements start a 16-byte register, no padding after the last element",
        structs: "wg-hlsl 0034: structs start a 16-byte register",
        placement: "wg-hlsl 0034: structs and arrays start a 16-byte register; wg-hlsl 0003: nothing straddles a register boundary",
        bitfields: "not in any proposal; as in DXC",
        explicit: "wg-hlsl 0003: 16 * register + 4 * component, all members or none",
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
