//! `clang-22-structured`: structured buffers in clang 22.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// Structured buffers as clang 22.1.8 lays them out: packed structs, in which 3-vectors have the size of 4-vectors.
///
/// Measured on clang 22.1.8; LLVM issue 121010.
pub static CLANG_22_STRUCTURED: RuleSet = RuleSet {
    name: "clang-22-structured",
    summary: "structured buffers as clang 22 lays them out: packed, 3-vectors the size of 4-vectors",
    sources: Sources {
        vectors: "clang 22.1.8, measured: a 3-vector is as large as a 4-vector",
        matrices: "clang 22.1.8, measured: [rows * columns x T]",
        arrays: "clang 22.1.8, measured: contiguous elements",
        structs: "clang 22.1.8: every struct is packed (LLVM issue 121010); one without members takes a byte",
        placement: "clang 22.1.8: every struct is packed (LLVM issue 121010)",
        bitfields: "clang 22.1.8, measured: contiguous bits, as in packed structs",
        explicit: "clang 22.1.8 ignores vk::offset",
    },
    scalar_align: ScalarAlign::Byte,
    bools: Bools::FourBytes,
    pointers: PointerSize::EightBytes,
    vector_align: [1, 1, 1, 1],
    vector_size: [1, 2, 4, 4],
    vector_align_at_most: None,
    half_vectors: HalfVectors::LikeOthers,
    matrices: Matrices::Packed,
    vector_matrices: VectorMatrices::None,
    integer_matrices: IntegerMatrices::Matrices,
    array_align_at_least: Align::ONE,
    array_tail: TailPadding::Padded,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::NoBytes,
    empty_members: EmptyMembers::Placed,
    struct_align: StructAlign::Widest { at_least: Align::ONE },
    struct_tail: TailPadding::Padded,
    struct_size: StructSize::AtLeastOneByte,
    enums: Enums::Underlying,
    bitfields: Bitfields::Packed,
    resources: Resources::NoBytes,
    descriptor_handles: DescriptorHandles::Uint2,
    member_align: MemberAlign::Applies,
    member_size: MemberSize::Applies,
    members: Placement::Aligned,
    buffer_members: Placement::Aligned,
    llvm_shapes: LlvmShapes::Clang22,
};
