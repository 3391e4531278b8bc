//! `wgsl`: WGSL, as specified by the W3C.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// WGSL in every address space, as specified by the W3C in August 2026, section 14.4, "Memory Layout".
///
/// Measured on tint (its `ir` output) for some 260 modules.
pub static WGSL_RULES: RuleSet = RuleSet {
    name: "wgsl",
    summary: "WGSL: std430, with @align and @size",
    sources: Sources {
        vectors: "WGSL, 14.4.1, \"Alignment and Size\": N, 2N, 4N, 4N",
        matrices: "WGSL, 14.4.1: the alignment of a column, the size of an array of columns",
        arrays: "WGSL, 14.4.2: the stride is the element's size, rounded up to its alignment",
        structs: "WGSL, 14.4.1: the largest member alignment, the size rounded up to it",
        placement: "WGSL, 14.4.1, OffsetOfMember: the next multiple of the member's alignment",
        bitfields: "WGSL has none; as in C",
        explicit: "WGSL, 14.4.1: AlignOfMember is k if there is @align(k), SizeOfMember k if there is @size(k)",
    },
    scalar_align: ScalarAlign::OwnSize,
    bools: Bools::FourBytes,
    pointers: PointerSize::EightBytes,
    vector_align: [1, 2, 4, 4],
    vector_size: [1, 2, 3, 4],
    vector_align_at_most: None,
    half_vectors: HalfVectors::LikeOthers,
    matrices: Matrices::Vectors { align_at_least: Align::ONE },
    // Only for other languages: WGSL has no matrices with one row or column, and none of integers.
    vector_matrices: VectorMatrices::OneRowOrColumn,
    integer_matrices: IntegerMatrices::Arrays,
    array_align_at_least: Align::ONE,
    array_tail: TailPadding::Padded,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::NoBytes,
    empty_members: EmptyMembers::Placed,
    struct_align: StructAlign::Widest { at_least: Align::ONE },
    struct_tail: TailPadding::Padded,
    struct_size: StructSize::Members,
    // Only for other languages: WGSL has no enumerations or bit-fields, and no resources in structs.
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
