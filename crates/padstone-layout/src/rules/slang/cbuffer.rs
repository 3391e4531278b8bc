//! `slang-cbuffer`: constant buffers of D3D in Slang.

use padstone_model::Align;

use crate::rules::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// cbuffer, `ConstantBuffer<T>`, `ParameterBlock<T>` and entry point uniforms for D3D, and with `-fvk-use-dx-layout`. Like
/// `dx-cbuffer`, but without DXC's own rules: scalars of 16-bit matrices have two bytes, and a matrix of one vector starts a register.
///
/// Measured on libslang 2026.12.
pub static SLANG_CBUFFER: RuleSet = RuleSet {
    name: "slang-cbuffer",
    summary: "D3D constant buffers in Slang: arrays and structs start a 16-byte register",
    sources: Sources {
        vectors: "libslang 2026.12, measured: a vector has the alignment of its scalar",
        matrices: "libslang 2026.12, measured: as an array of vectors",
        arrays: "libslang 2026.12, measured: elements at multiples of 16, no padding after the last",
        structs: "libslang 2026.12, measured: aligned to at least 16, no tail padding",
        placement: "libslang 2026.12, measured: the next multiple of the alignment; whatever would straddle a 16-byte boundary, of any size, starts the next register",
        bitfields: "libslang 2026.12: the front end turns them into members",
        explicit: "libslang 2026.12, measured: packoffset; members without it follow the highest offset",
    },
    scalar_align: ScalarAlign::OwnSize,
    bools: Bools::FourBytes,
    pointers: PointerSize::NoBytes,
    vector_align: [1, 1, 1, 1],
    vector_size: [1, 2, 3, 4],
    vector_align_at_most: None,
    half_vectors: HalfVectors::LikeOthers,
    matrices: Matrices::Elements,
    vector_matrices: VectorMatrices::None,
    integer_matrices: IntegerMatrices::Matrices,
    array_align_at_least: Align::SIXTEEN,
    array_tail: TailPadding::Free,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::NoBytes,
    empty_members: EmptyMembers::Skipped,
    struct_align: StructAlign::Widest { at_least: Align::SIXTEEN },
    struct_tail: TailPadding::Open,
    struct_size: StructSize::Members,
    enums: Enums::Underlying,
    bitfields: Bitfields::SameSize,
    resources: Resources::NoBytes,
    descriptor_handles: DescriptorHandles::Uint2,
    member_align: MemberAlign::Applies,
    member_size: MemberSize::Applies,
    members: Placement::AlignedInRows,
    buffer_members: Placement::AlignedInRows,
    llvm_shapes: LlvmShapes::Exact,
};
