//! `cuda`: Slang programs in CUDA.

use padstone_model::Align;

use crate::rules::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, Handle, HandleSizes, IntegerMatrices, LlvmShapes,
    Matrices, MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize,
    TailPadding, UnsizedArrays, VectorMatrices,
};

/// All data of the target `cuda`: vectors as in `vector_types.h`, resources as handles.
///
/// Measured on libslang 2026.12.
pub static CUDA: RuleSet = RuleSet {
    name: "cuda",
    summary: "Slang programs in CUDA: vectors as in vector_types.h, resources are handles",
    sources: Sources {
        vectors: "libslang 2026.12, measured: aligned to their size, at most 16, those of 3 to their scalar; half3 and half4 in pairs",
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
    vector_align: [1, 2, 1, 4],
    vector_size: [1, 2, 3, 4],
    vector_align_at_most: Some(Align::SIXTEEN),
    half_vectors: HalfVectors::Pairs,
    matrices: Matrices::Elements,
    vector_matrices: VectorMatrices::None,
    integer_matrices: IntegerMatrices::Matrices,
    array_align_at_least: Align::ONE,
    array_tail: TailPadding::Free,
    unsized_arrays: UnsizedArrays::Handle(8),
    empty_elements: EmptyElements::NoBytes,
    empty_members: EmptyMembers::Skipped,
    struct_align: StructAlign::Widest { at_least: Align::ONE },
    struct_tail: TailPadding::Padded,
    struct_size: StructSize::Members,
    enums: Enums::Underlying,
    bitfields: Bitfields::SameSize,
    resources: Resources::Handles(&HANDLES),
    descriptor_handles: DescriptorHandles::Object,
    member_align: MemberAlign::Applies,
    member_size: MemberSize::Applies,
    members: Placement::Aligned,
    buffer_members: Placement::Aligned,
    llvm_shapes: LlvmShapes::Exact,
};

/// The types of the CUDA prelude: texture objects, pointers, and pointers with a size.
static HANDLES: HandleSizes = HandleSizes {
    texture: Handle::of(8),
    // A texture object contains its sampler.
    combined: Handle::of(8),
    sampler: Handle::of(8),
    buffer: Handle::of(16),
    // The buffer and that of its counter; the next member follows the first.
    counted_buffer: Handle { size: 32, extent: 16 },
    acceleration_structure: Handle::of(8),
    block: Handle::of(8),
};
