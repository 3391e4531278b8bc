//! `documented-d3d`: constant data of D3D, according to Slang's documentation.

use padstone_model::Align;

use crate::rules::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// Data under the "default" rules for D3D in Slang's "Parameter Layout Rules": structs and arrays are rounded up, and
/// values smaller than 16 bytes do not straddle a 16-byte boundary.
pub static DOCUMENTED_D3D: RuleSet = RuleSet {
    name: "documented-d3d",
    summary: "D3D as Slang's documentation describes it: structs and arrays rounded up to 16",
    sources: Sources {
        vectors: "\"Under HLSL rules, a vector has the same alignment as its scalar type.\"",
        matrices: "not mentioned; as an array of vectors",
        arrays: "\"The total size of the array is then the stride times the element count.\"",
        structs: "\"rounded up to a multiple of the alignment\"; \"The default alignment is 16 for both D3D and Vulkan targets.\"",
        placement: "\"if a field with uniform data that is smaller than 16 bytes would straddle a 16-byte boundary, we advance to the next 16-byte aligned offset\"",
        bitfields: "not mentioned",
        explicit: "not mentioned; as in libslang 2026.12",
    },
    scalar_align: ScalarAlign::OwnSize,
    bools: Bools::FourBytes,
    pointers: PointerSize::EightBytes,
    vector_align: [1, 1, 1, 1],
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
    members: Placement::SmallInRows,
    buffer_members: Placement::SmallInRows,
    llvm_shapes: LlvmShapes::Exact,
};
