//! `metal-constant`: constant buffers of Metal.

use padstone_model::Align;

use crate::rules::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// Constant buffers and entry point uniforms for Metal, whose 3-vectors have the size of 4-vectors.
///
/// Measured on libslang 2026.12.
pub static METAL_CONSTANT: RuleSet = RuleSet {
    name: "metal-constant",
    summary: "Metal constant buffers in Slang: 3-vectors have the size of 4 scalars",
    sources: Sources {
        vectors: "libslang 2026.12, measured: size and alignment are the next power of two",
        matrices: "libslang 2026.12, measured: as an array of vectors",
        arrays: "libslang 2026.12, measured: elements at multiples of their alignment, no padding after the last",
        structs: "libslang 2026.12, measured: the largest member alignment, size rounded up to it",
        placement: "libslang 2026.12, measured: the next multiple of the alignment",
        bitfields: "libslang 2026.12: the front end turns them into members",
        explicit: "libslang 2026.12, measured: packoffset; members without it follow the highest offset",
    },
    scalar_align: ScalarAlign::OwnSize,
    bools: Bools::OneByte,
    pointers: PointerSize::EightBytes,
    vector_align: [1, 2, 4, 4],
    vector_size: [1, 2, 4, 4],
    vector_align_at_most: None,
    half_vectors: HalfVectors::LikeOthers,
    matrices: Matrices::Elements,
    vector_matrices: VectorMatrices::None,
    integer_matrices: IntegerMatrices::Matrices,
    array_align_at_least: Align::ONE,
    array_tail: TailPadding::Free,
    unsized_arrays: UnsizedArrays::Handle(16),
    empty_elements: EmptyElements::NoBytes,
    empty_members: EmptyMembers::Skipped,
    struct_align: StructAlign::Widest { at_least: Align::ONE },
    struct_tail: TailPadding::Padded,
    struct_size: StructSize::Members,
    enums: Enums::Underlying,
    bitfields: Bitfields::SameSize,
    resources: Resources::NoBytes,
    descriptor_handles: DescriptorHandles::Object,
    member_align: MemberAlign::Applies,
    member_size: MemberSize::Applies,
    members: Placement::Aligned,
    buffer_members: Placement::Aligned,
    llvm_shapes: LlvmShapes::Exact,
};
