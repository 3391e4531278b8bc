//! `documented-vulkan`: uniform data of Vulkan, according to Slang's documentation.

use padstone_model::Align;

use crate::rules::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// Data under the "default" rules for OpenGL and Vulkan in Slang's "Parameter Layout Rules".
pub static DOCUMENTED_VULKAN: RuleSet = RuleSet {
    name: "documented-vulkan",
    summary: "Vulkan as Slang's documentation describes it: std140",
    sources: Sources {
        vectors: "\"a vector has an alignment that is its size rounded up to the next power of two\"",
        matrices: "not mentioned; as an array of vectors",
        arrays: "\"The total size of the array is then the stride times the element count.\"",
        structs: "\"rounded up to a multiple of the alignment\"; \"The default alignment is 16 for both D3D and Vulkan targets.\"",
        placement: "\"Adjust counters based on the alignment of the field\"",
        bitfields: "not mentioned",
        explicit: "not mentioned; as in libslang 2026.12",
    },
    scalar_align: ScalarAlign::OwnSize,
    bools: Bools::FourBytes,
    pointers: PointerSize::EightBytes,
    vector_align: [1, 2, 4, 4],
    vector_size: [1, 2, 3, 4],
    vector_align_at_most: None,
    half_vectors: HalfVectors::LikeOthers,
    matrices: Matrices::Elements,
    vector_matrices: VectorMatrices::None,
    integer_matrices: IntegerMatrices::Matrices,
    array_align_at_least: Align::SIXTEEN,
    array_tail: TailPadding::Padded,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::NoBytes,
    empty_members: EmptyMembers::Skipped,
    struct_align: StructAlign::Widest { at_least: Align::SIXTEEN },
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
