//! `vk-dx-cbuffer`: constant buffers under DXC's `-fvk-use-dx-layout`.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// Constant and texture buffers in DXC's SPIR-V under `-fvk-use-dx-layout`: D3D's registers, approximated by alignments.
///
/// Measured on DXC 1.9 at 9a3e225d: the decorations of some 1,400 random buffers. Where it differs from `dx-cbuffer`,
/// Vulkan's validator usually rejects the result.
pub static VK_DX_CBUFFER: RuleSet = RuleSet {
    name: "vk-dx-cbuffer",
    summary: "DXC's imitation of D3D constant buffers for Vulkan (-fvk-use-dx-layout)",
    sources: Sources {
        vectors: "DXC 1.9 -fvk-use-dx-layout, measured: a vector has the alignment of its scalar",
        matrices: "DXC 1.9 -fvk-use-dx-layout, measured: 16 bytes per vector, the last without padding; stride 32 for 3 and 4 doubles",
        arrays: "DXC 1.9 -fvk-use-dx-layout, measured: elements aligned to 16, the last without padding",
        structs: "DXC 1.9 -fvk-use-dx-layout, measured: aligned to 16, not rounded up",
        placement: "DXC 1.9 -fvk-use-dx-layout, measured: no vector straddles a 16-byte boundary",
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
    matrices: Matrices::VulkanRegisters,
    // HLSL only: SPIR-V has no matrices of one row or column.
    vector_matrices: VectorMatrices::OneVector,
    integer_matrices: IntegerMatrices::Arrays,
    array_align_at_least: Align::SIXTEEN,
    array_tail: TailPadding::Open,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::Aligned,
    empty_members: EmptyMembers::Placed,
    struct_align: StructAlign::Widest { at_least: Align::SIXTEEN },
    struct_tail: TailPadding::Open,
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
