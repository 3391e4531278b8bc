//! `natural`: Slang's rules without target requirements.

use padstone_model::Align;

use crate::rules::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// D3D structured buffers, `-fvk-use-scalar-layout` and targets with pointers: all types have the alignment of their scalar, and neither
/// arrays nor structs have tail padding, so that the next member may use these bytes.
///
/// Measured on libslang 2026.12.
pub static NATURAL: RuleSet = RuleSet {
    name: "natural",
    summary: "Slang's default: C structs without tail padding",
    sources: Sources {
        vectors: "libslang 2026.12, measured: a vector has the alignment of its scalar",
        matrices: "libslang 2026.12, measured: as an array of vectors",
        arrays: "libslang 2026.12, measured: elements at multiples of their alignment, no padding after the last",
        structs: "libslang 2026.12, measured: the largest member alignment, no tail padding",
        placement: "libslang 2026.12, measured: the next multiple of the alignment",
        bitfields: "libslang 2026.12: the front end turns them into members",
        explicit: "libslang 2026.12, measured: packoffset; members without it follow the highest offset",
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
    array_align_at_least: Align::ONE,
    array_tail: TailPadding::Free,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::NoBytes,
    empty_members: EmptyMembers::Skipped,
    struct_align: StructAlign::Widest { at_least: Align::ONE },
    struct_tail: TailPadding::Open,
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
