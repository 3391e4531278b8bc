//! `vk-relaxed-std140`: DXC's default for constant buffers in SPIR-V.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// Constant buffers in DXC's SPIR-V without options: std140, with vectors placed by Vulkan's relaxed block layout.
///
/// Measured on DXC 1.9 at 9a3e225d: the decorations of some 1,400 random buffers; DXC's SPIR-V.rst, "Memory layout".
pub static VK_RELAXED_STD140: RuleSet = RuleSet {
    name: "vk-relaxed-std140",
    summary: "std140 with vectors aligned to their scalar, unless they would straddle a 16-byte boundary",
    sources: Sources {
        vectors: "OpenGL 4.6, 7.6.2.2, rules 1 to 3: N, 2N, 4N, 4N",
        matrices: "OpenGL 4.6, 7.6.2.2, rules 5 and 7: as an array of vectors",
        arrays: "OpenGL 4.6, 7.6.2.2, rule 4: elements rounded up to the alignment of a vec4",
        structs: "OpenGL 4.6, 7.6.2.2, rule 9: the largest member alignment, rounded up to that of a vec4",
        placement: "Vulkan 1.4, 15.8.4, relaxed block layout: a vector may be at a multiple of its component size unless it straddles improperly",
        bitfields: "DXC 1.9 -spirv, measured: neighbors share an allocation unit if they have the same type",
        explicit: "DXC 1.9 -spirv, measured: vk::offset, packoffset and register(c) in this order; an offset before the end of the preceding member is an error",
    },
    scalar_align: ScalarAlign::OwnSize,
    bools: Bools::FourBytes,
    pointers: PointerSize::EightBytes,
    vector_align: [1, 2, 4, 4],
    vector_size: [1, 2, 3, 4],
    vector_align_at_most: None,
    half_vectors: HalfVectors::LikeOthers,
    matrices: Matrices::Vectors { align_at_least: Align::SIXTEEN },
    // HLSL only: SPIR-V has no matrices of one row or column.
    vector_matrices: VectorMatrices::OneRowOrColumn,
    integer_matrices: IntegerMatrices::Arrays,
    array_align_at_least: Align::SIXTEEN,
    array_tail: TailPadding::Padded,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::Aligned,
    empty_members: EmptyMembers::Placed,
    struct_align: StructAlign::Widest { at_least: Align::SIXTEEN },
    struct_tail: TailPadding::Padded,
    struct_size: StructSize::Recounted,
    // For Vulkan only: GLSL has no enumerations, bit-fields, empty structs or resources in blocks.
    enums: Enums::FourBytes,
    bitfields: Bitfields::SameType,
    resources: Resources::Class,
    descriptor_handles: DescriptorHandles::Uint2,
    member_align: MemberAlign::Applies,
    member_size: MemberSize::Applies,
    members: Placement::Relaxed,
    buffer_members: Placement::Relaxed,
    llvm_shapes: LlvmShapes::Exact,
};
