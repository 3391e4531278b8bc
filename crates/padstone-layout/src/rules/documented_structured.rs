//! `documented-structured`: structs as the HLSL working group documents them.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// Structs outside constant buffers as documented in the working group's proposal 0034: "HLSL structs are equivalent
/// to packed structs in C++".
pub static DOCUMENTED_STRUCTURED: RuleSet = RuleSet {
    name: "documented-structured",
    summary: "structs outside constant buffers as the HLSL proposals document them: packed",
    sources: Sources {
        vectors: "wg-hlsl 0034: packed",
        matrices: "wg-hlsl 0034: packed",
        arrays: "wg-hlsl 0034: packed",
        structs: "wg-hlsl 0034: HLSL structs are equivalent to packed structs in C++",
        placement: "wg-hlsl 0034: HLSL structs are equivalent to packed structs in C++",
        bitfields: "not in any proposal; as in DXC",
        explicit: "wg-hlsl, explicit layout types: vk::offset gives the offset of a member",
    },
    scalar_align: ScalarAlign::Byte,
    bools: Bools::FourBytes,
    pointers: PointerSize::EightBytes,
    vector_align: [1, 1, 1, 1],
    vector_size: [1, 2, 3, 4],
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
