//! `clang-22-cbuffer`: constant buffers in clang 22.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// cbuffers as clang 22.1.8 lays them out for `dxil`: like DXC for scalars, 3-vectors, 32-bit 4-vectors, arrays and
/// structs; unlike DXC for 2-vectors, 16- and 64-bit 4-vectors, matrices and bit-fields.
///
/// Measured on clang 22.1.8, and derived from HLSLBufferLayoutBuilder.cpp.
pub static CLANG_22_CBUFFER: RuleSet = RuleSet {
    name: "clang-22-cbuffer",
    summary: "constant buffers as clang 22 lays them out for DXIL",
    sources: Sources {
        vectors: "clang 22.1.8, data layout of dxil: 2- and 4-vectors aligned to their size, 3-vectors to their scalar",
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
    vector_align: [1, 2, 1, 4],
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
