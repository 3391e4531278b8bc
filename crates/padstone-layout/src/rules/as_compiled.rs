//! `as-compiled`: no rules. A compiled file contains the offset of everything.

use padstone_model::Align;

use super::{
    Bitfields, Bools, DescriptorHandles, EmptyElements, EmptyMembers, Enums, HalfVectors, IntegerMatrices, LlvmShapes, Matrices,
    MemberAlign, MemberSize, Placement, PointerSize, Resources, RuleSet, ScalarAlign, Sources, StructAlign, StructSize, TailPadding,
    UnsizedArrays, VectorMatrices,
};

/// The placeholder for a rule set, for layouts that are read rather than computed ([`crate::StatedLayout`]). It is not in
/// [`super::rule_sets`]. Scalars are aligned to their size, without padding, because the file contains nothing else.
pub static AS_COMPILED_RULES: RuleSet = RuleSet {
    name: "as-compiled",
    summary: "none: offsets as the compiled file specifies them",
    sources: Sources {
        vectors: "SPIR-V 1.6: OpTypeVector",
        matrices: "SPIR-V 1.6, decoration MatrixStride",
        arrays: "SPIR-V 1.6, decoration ArrayStride",
        structs: "SPIR-V 1.6, decoration Offset, of the last member",
        placement: "SPIR-V 1.6, decoration Offset",
        bitfields: "SPIR-V has none",
        explicit: "SPIR-V 1.6, decoration Offset",
    },
    scalar_align: ScalarAlign::OwnSize,
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
    array_tail: TailPadding::Open,
    unsized_arrays: UnsizedArrays::OfProfile,
    empty_elements: EmptyElements::NoBytes,
    empty_members: EmptyMembers::Placed,
    struct_align: StructAlign::Widest { at_least: Align::ONE },
    struct_tail: TailPadding::Open,
    struct_size: StructSize::Members,
    enums: Enums::Underlying,
    bitfields: Bitfields::Separate,
    resources: Resources::NoBytes,
    descriptor_handles: DescriptorHandles::Uint2,
    member_align: MemberAlign::Applies,
    member_size: MemberSize::Applies,
    members: Placement::Aligned,
    buffer_members: Placement::Aligned,
    llvm_shapes: LlvmShapes::Exact,
};
