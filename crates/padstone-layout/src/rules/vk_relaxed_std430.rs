//! `vk-relaxed-std430`: DXC's default for structured buffers in SPIR-V.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// Structured buffers, texture buffers and push constants in DXC's SPIR-V without options: std430, with vectors placed
/// by Vulkan's relaxed block layout.
///
/// Measured on DXC 1.9 at 9a3e225d: the decorations of some 1,400 random buffers; DXC's SPIR-V.rst, "Memory layout".
pub static VK_RELAXED_STD430: RuleSet = RuleSet {
    name: "vk-relaxed-std430",
    summary: "std430 with vectors aligned to their scalar, unless they would straddle a 16-byte boundary",
    sources: Sources {
        vectors: "OpenGL 4.6, 7.6.2.2, rules 1 to 3: N, 2N, 4N, 4N",
        matrices: "OpenGL 4.6, 7.6.2.2, rules 5 and 7: as an array of vectors",
        arrays: "OpenGL 4.6, 7.6.2.2, on std430: rule 4 without rounding up to a vec4",
        structs: "OpenGL 4.6, 7.6.2.2, on std430: rule 9 without rounding up to a vec4",
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
    matrices: Matrices::Vectors { align_at_least: Align::ONE },
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
    members: Placement::Relaxed,
    buffer_members: Placement::Relaxed,
    llvm_shapes: LlvmShapes::Exact,
};
