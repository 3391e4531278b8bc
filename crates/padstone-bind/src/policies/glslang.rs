use padstone_diag::Severity;

use crate::{
    ArraySlots, AutoSpace, CountOfOne, Dimensions, ExplicitSource, GlobalsPlace, Missing, Model, Policy, Sharing, StructMembers,
    TextureBufferTurn, Turn, Unused,
};

/// glslang for Vulkan (`-V`): bindings are what the source says. Measured on glslang 12.0.
pub static GLSLANG: Policy = Policy {
    name: "glslang",
    model: Model::Vulkan,
    // A block that `main` does not reach keeps its decorations.
    unused: Unused::Numbers,
    // GLSL for Vulkan has no loose constants, no resources in blocks and no texture buffers.
    globals: GlobalsPlace::FirstConstant,
    inner_resources: Turn::BeforeBuffer,
    texture_buffers: TextureBufferTurn::Declared,
    // `layout(binding = 0) uniform A {…} a[4];`: one binding of four descriptors.
    arrays: ArraySlots::One,
    // `uniform A {…} a[2][3]`: OpTypeArray of OpTypeArray.
    dimensions: Dimensions::Each,
    struct_members: StructMembers::Together,
    // GL_KHR_vulkan_glsl: the set is 0 where none is written.
    explicit: &[ExplicitSource::ExplicitBinding],
    // "uniform/buffer blocks require layout(binding=X)".
    missing: Missing::Nothing,
    counters: false,
    auto_space: AutoSpace::Implicit,
    count_of_one: CountOfOne::Written,
    // Blocks of one kind may share a binding. So may others: neither glslang nor spirv-val looks, but no descriptor set
    // layout has two types at one binding (VkDescriptorSetLayoutBinding).
    sharing: Sharing::SameDescriptor,
    overlap: Severity::Warning,
    space_on_struct: None,
};
