//! `vk-dx-structured`: structured buffers under DXC's `-fvk-use-dx-layout`.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// Structured buffers and push constants in DXC's SPIR-V under `-fvk-use-dx-layout`.
///
/// Measured on DXC 1.9 at 9a3e225d: the decorations of some 1,400 random buffers.
pub static VK_DX_STRUCTURED: RuleSet = RuleSet {
    name: "vk-dx-structured",
    summary: "DXC's imitation of D3D structured buffers for Vulkan (-fvk-use-dx-layout)",
    sources: Sources {
        vectors: "DXC 1.9 -fvk-use-dx-layout, measured: a vector has the alignment of its scalar",
        matrices: "DXC 1.9 -fvk-use-dx-layout, measured: rows * columns contiguous scalars",
        arrays: "DXC 1.9 -fvk-use-dx-layout, measured: contiguous elements",
        structs: "DXC 1.9 -fvk-use-dx-layout, measured: the largest member alignment, size rounded up to it",
        placement: "DXC 1.9 -fvk-use-dx-layout, measured: the next multiple of the alignment",
        bitfields: "DXC 1.9 -spirv, measured: neighbors share an allocation unit if they have the same type",
        explicit: "DXC 1.9 -spirv, measured: vk::offset, packoffset and register(c) in this order; an offset before the end of the preceding member is an error",
    },
    scalar_align: ScalarAlign::OwnSize,
    bools: Bools::FourBytes,
    pointers: PointerSize::EightBytes,
    vector_align: [1, 1, 1, 1],
    vector_size: [1, 2, 3, 4],
    vector_align_at_most: None,
    half_vectors: HalfVectors::LikeOthers,
    matrices: Matrices::Packed,
    // HLSL only: SPIR-V has no matrices of one row or column.
    vector_matrices: VectorMatrices::OneRowOrColumn,
    integer_matrices: IntegerMatrices::Arrays,
    array_align_at_least: Align::ONE,
    array_tail: TailPadding::Padded,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::NoBytes,
    empty_members: EmptyMembers::Placed,
    struct_align: StructAlign::Widest { at_least: Align::ONE },
    struct_tail: TailPadding::Padded,
    struct_size: StructSize::Recounted,
    // For Vulkan only: GLSL has no enumerations, bit-fields, empty structs or resources in blocks.
    enums: Enums::FourBytes,
    bitfields: Bitfields::SameType,
    resources: Resources::Class,
    descriptor_handles: DescriptorHandles::Uint2,
    member_align: MemberAlign::Applies,
    member_size: MemberSize::Applies,
    members: Placement::Aligned,
    buffer_members: Placement::Aligned,
    llvm_shapes: LlvmShapes::Exact,
};
