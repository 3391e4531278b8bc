//! `naga`: WGSL, as naga lays it out.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// WGSL as naga 30.0.1 lays it out, and with it wgpu: the alignment of a nested struct does not include `@align` of its members
/// (gfx-rs/wgpu issue 4377).
///
/// Measured on naga 30.0.1 for some 260 modules.
pub static NAGA_RULES: RuleSet = RuleSet {
    name: "naga",
    summary: "WGSL as naga and wgpu lay it out: member @align does not align a nested struct",
    sources: Sources {
        vectors: "naga 30.0.1, measured: N, 2N, 4N, 4N, as in WGSL",
        matrices: "naga 30.0.1, measured: the alignment of a column, the size of an array of columns, as in WGSL",
        arrays: "naga 30.0.1, measured: the stride is the element's size, rounded up to its alignment without @align (wgpu issue 4377)",
        structs: "naga 30.0.1, measured: the largest member alignment without @align (wgpu issue 4377), the size rounded up with it",
        placement: "naga 30.0.1, measured: the next multiple of the member's alignment",
        bitfields: "naga has none; as in C",
        explicit: "naga 30.0.1, measured: @align and @size apply to the member, not to the alignment of its struct",
    },
    scalar_align: ScalarAlign::OwnSize,
    bools: Bools::FourBytes,
    pointers: PointerSize::EightBytes,
    vector_align: [1, 2, 4, 4],
    vector_size: [1, 2, 3, 4],
    vector_align_at_most: None,
    half_vectors: HalfVectors::LikeOthers,
    matrices: Matrices::Vectors { align_at_least: Align::ONE },
    // Only for other languages: naga has no matrices with one row or column, and none of integers.
    vector_matrices: VectorMatrices::OneRowOrColumn,
    integer_matrices: IntegerMatrices::Arrays,
    array_align_at_least: Align::ONE,
    array_tail: TailPadding::Padded,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::NoBytes,
    empty_members: EmptyMembers::Placed,
    struct_align: StructAlign::Widest { at_least: Align::ONE },
    struct_tail: TailPadding::Padded,
    struct_size: StructSize::Members,
    // Only for other languages: naga has no enumerations or bit-fields, and no resources in structs. It stores a bool in
    // one byte, but no buffer may contain one.
    enums: Enums::Underlying,
    bitfields: Bitfields::SameSize,
    resources: Resources::NoBytes,
    descriptor_handles: DescriptorHandles::Uint2,
    member_align: MemberAlign::AlignsMembersOnly,
    member_size: MemberSize::Applies,
    members: Placement::Aligned,
    buffer_members: Placement::Aligned,
    llvm_shapes: LlvmShapes::Exact,
};
