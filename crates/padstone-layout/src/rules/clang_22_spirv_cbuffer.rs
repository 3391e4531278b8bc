//! `clang-22-spirv-cbuffer`: constant buffers in clang 22 for SPIR-V.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// cbuffers as clang 22.1.8 lays them out for `spirv`: as for `dxil`, except that this data layout aligns 3-vectors like 4-vectors. (The
/// output of its SPIR-V back end differs.)
///
/// Measured on clang 22.1.8, and derived from HLSLBufferLayoutBuilder.cpp.
pub static CLANG_22_SPIRV_CBUFFER: RuleSet = RuleSet {
    name: "clang-22-spirv-cbuffer",
    summary: "constant buffers as clang 22 lays them out for SPIR-V",
    sources: Sources {
        vectors: "clang 22.1.8, data layout of spirv: 2-vectors aligned to their size, 3- and 4-vectors to four scalars",
        matrices: "clang 22.1.8, HLSLBufferLayoutBuilder.cpp: [rows * columns x T]",
        arrays: "clang 22.1.8, HLSLBufferLayoutBuilder.cpp: elements padded to 16, the last without padding",
        structs: "clang 22.1.8, HLSLBufferLayoutBuilder.cpp: packed, no tail padding",
        placement: "clang 22.1.8, HLSLBufferLayoutBuilder.cpp: aggregates, and members that would straddle a 16-byte boundary, start a 16-byte register",
        bitfields: "clang 22.1.8, measured: each bit-field has its own allocation unit",
        explicit: "clang 22.1.8, measured: members sorted by explicit offset, the others after them",
    },
    scalar_align: ScalarAlign::OwnSize,
    bools: Bools::FourBytes,
    pointers: PointerSize::EightBytes,
    vector_align: [1, 2, 4, 4],
    vector_size: [1, 2, 3, 4],
    vector_align_at_most: None,
    half_vectors: HalfVectors::LikeOthers,
    matrices: Matrices::Packed,
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
    bitfields: Bitfields::Separate,
    resources: Resources::NoBytes,
    descriptor_handles: DescriptorHandles::Uint2,
    member_align: MemberAlign::Applies,
    member_size: MemberSize::Applies,
    members: Placement::ClangRegisters,
    buffer_members: Placement::ClangRegisters,
    llvm_shapes: LlvmShapes::Clang22,
};
