//! `scalar`: scalar block layout of Vulkan.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// Vulkan's scalar block layout: everything has the alignment of its scalar. DXC's `-fvk-use-scalar-layout`.
///
/// Measured on DXC 1.9 at 9a3e225d: the decorations of some 1,400 random buffers. Structs are rounded up to their
/// alignment, as in C (DXC issue 7894).
pub static SCALAR: RuleSet = RuleSet {
    name: "scalar",
    summary: "Vulkan's scalar block layout: everything aligned to its scalar, structs as in C",
    sources: Sources {
        vectors: "Vulkan 1.4, 15.8.4: scalar alignment is that of a component",
        matrices: "Vulkan 1.4, 15.8.4: as an array of vectors",
        arrays: "Vulkan 1.4, 15.8.4: scalar alignment of the element",
        structs: "Vulkan 1.4, 15.8.4: the largest member alignment; DXC rounds the size up to it",
        placement: "Vulkan 1.4, 15.8.4: the next multiple of the scalar alignment",
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
    array_tail: TailPadding::OfLanguage,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::NoBytes,
    empty_members: EmptyMembers::Placed,
    struct_align: StructAlign::Widest { at_least: Align::ONE },
    struct_tail: TailPadding::OfLanguage,
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
