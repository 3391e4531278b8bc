//! `slang-std430`: storage buffers of Vulkan and WebGPU in Slang.

use padstone_model::Align;

use crate::rules::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// Structured buffers, push constants and entry point uniforms for Vulkan, structured buffers for WebGPU. Like `std430`, except that
/// members without bytes do not affect the layout.
///
/// Measured on libslang 2026.12.
pub static SLANG_STD430: RuleSet = RuleSet {
    name: "slang-std430",
    summary: "storage buffers of Vulkan and WebGPU in Slang: std430",
    sources: Sources {
        vectors: "libslang 2026.12, measured: aligned to the next power of two",
        matrices: "libslang 2026.12, measured: as an array of vectors",
        arrays: "libslang 2026.12, measured: elements at multiples of their alignment, the last padded too",
        structs: "libslang 2026.12, measured: the largest member alignment, size rounded up to it",
        placement: "libslang 2026.12, measured: the next multiple of the alignment",
        bitfields: "libslang 2026.12: the front end turns them into members",
        explicit: "libslang 2026.12, measured: packoffset; members without it follow the highest offset",
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
    array_align_at_least: Align::ONE,
    array_tail: TailPadding::Padded,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::NoBytes,
    empty_members: EmptyMembers::Skipped,
    struct_align: StructAlign::Widest { at_least: Align::ONE },
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
