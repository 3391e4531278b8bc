//! `wgsl-2020`: WGSL, as proposed in 2020.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// The "Struct Alignment Proposal" for WGSL of 2020: structs are aligned to 16 and not rounded up, so that the next member may be in their
/// tail padding. `[[align]]`, `[[size]]` and `[[offset]]` do not affect the layout: they assert it, and a wrong one is an error. Members of
/// a `[[contiguous]]` struct are aligned like one scalar.
pub static WGSL_2020_RULES: RuleSet = RuleSet {
    name: "wgsl-2020",
    summary: "WGSL of 2020: structs aligned to 16, without tail padding",
    sources: Sources {
        vectors: "WGSL Struct Alignment Proposal, table of types: N, 2N, 4N, 4N",
        matrices: "WGSL Struct Alignment Proposal, table of types: each column as a vector, with its padding",
        arrays: "WGSL Struct Alignment Proposal, Array Layouts: the stride is the element's size, rounded up to its alignment",
        structs: "WGSL Struct Alignment Proposal, table of types: aligned to 16, up to the end of the last member",
        placement: "WGSL Struct Alignment Proposal, Structure Layouts: the next multiple of the member's alignment",
        bitfields: "WGSL has none; as in C",
        explicit: "WGSL Struct Alignment Proposal: [[align]] and [[size]] verify that the rules are as the developer expects",
    },
    scalar_align: ScalarAlign::OwnSize,
    bools: Bools::FourBytes,
    pointers: PointerSize::EightBytes,
    vector_align: [1, 2, 4, 4],
    vector_size: [1, 2, 3, 4],
    vector_align_at_most: None,
    half_vectors: HalfVectors::LikeOthers,
    // "Unlike vectors, matrix size have been rounded to alignment, preventing packing."
    matrices: Matrices::Vectors { align_at_least: Align::ONE },
    // Only for other languages: WGSL has no matrices with one row or column, and none of integers.
    vector_matrices: VectorMatrices::OneRowOrColumn,
    integer_matrices: IntegerMatrices::Arrays,
    array_align_at_least: Align::ONE,
    // "The total size of an array is equal to the number of elements multipled by the element stride."
    array_tail: TailPadding::Padded,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::NoBytes,
    // "Structures themselves are always 16 byte aligned."
    empty_members: EmptyMembers::Placed,
    struct_align: StructAlign::Fixed(Align::SIXTEEN),
    // "There's no special rules for padding at the end of a nested structure."
    struct_tail: TailPadding::Open,
    struct_size: StructSize::Members,
    // Only for other languages: WGSL has no enumerations or bit-fields, and no resources in structs.
    enums: Enums::Underlying,
    bitfields: Bitfields::SameSize,
    resources: Resources::NoBytes,
    descriptor_handles: DescriptorHandles::Uint2,
    member_align: MemberAlign::Verified,
    member_size: MemberSize::Verified,
    members: Placement::Aligned,
    buffer_members: Placement::Aligned,
    llvm_shapes: LlvmShapes::Exact,
};
