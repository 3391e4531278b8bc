use padstone_diag::Severity;

use crate::{
    ArraySlots, AutoSpace, CountOfOne, Dimensions, ExplicitSource, GlobalsPlace, Missing, Model, Policy, Sharing, StructMembers,
    TextureBufferTurn, Turn, Unused,
};

/// GLSL for OpenGL, where there is one set and each kind of object has bindings of its own.
pub static OPENGL: Policy = Policy {
    name: "opengl",
    model: Model::OpenGl,
    unused: Unused::Numbers,
    globals: GlobalsPlace::FirstConstant,
    inner_resources: Turn::BeforeBuffer,
    texture_buffers: TextureBufferTurn::Declared,
    // OpenGL Shading Language 4.60, 4.4.5: element i has binding + i; what is listed is the first and how many there are.
    arrays: ArraySlots::One,
    dimensions: Dimensions::Each,
    struct_members: StructMembers::Together,
    explicit: &[ExplicitSource::ExplicitBinding],
    // OpenGL 4.6, 7.6.3: the program chooses, by glUniformBlockBinding and glShaderStorageBlockBinding.
    missing: Missing::Nothing,
    counters: false,
    auto_space: AutoSpace::Implicit,
    count_of_one: CountOfOne::Written,
    // OpenGL 4.6, 7.6.3: blocks with one binding point read one buffer.
    sharing: Sharing::Everybody,
    overlap: Severity::Warning,
    space_on_struct: None,
};
