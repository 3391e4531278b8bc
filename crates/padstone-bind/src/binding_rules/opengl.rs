use padstone_layout as layout;
use padstone_model::Language;

use super::{ArrayCount, BindingRules, OverlapRule, ParameterRules, SlotAssignment, SlotRules, StepRules};
use crate::numbering::Numbering;
use crate::targets::GLSL;

/// GLSL for OpenGL, which has one set, and separate bindings for each kind of object.
pub static OPENGL: BindingRules = BindingRules {
    name: "opengl",
    summary: "GLSL for OpenGL: the bindings of the source",
    languages: &[Language::Glsl],
    targets: &[("glsl", &GLSL)],
    hlsl: None,
    from_5_1: None,
    steps: StepRules {
        collect: "OpenGL Shading Language 4.60, 4.4: all blocks and opaque variables of the source",
        measure: "OpenGL Shading Language 4.60, 4.4.5: element i of an array has the binding of the array + i",
        reserve: "OpenGL Shading Language 4.60, 4.4.5: `layout(binding)`",
        allocate: "OpenGL 4.6, 7.6.3: the program chooses the binding of a block without one",
    },
    slots: SlotRules::OfParameters(ParameterRules {
        profile: &layout::GLSLANG,
        numbering: Numbering::Program,
        // OpenGL Shading Language 4.60, 4.4.5: element i has binding + i; the first binding and the count are listed.
        array_count: ArrayCount::EachDimension,
        // OpenGL 4.6, 7.6.3: blocks with one binding point read one buffer.
        overlap_rule: OverlapRule::Always,
        // OpenGL 4.6, 7.6.3: the host program sets missing bindings with glUniformBlockBinding and glShaderStorageBlockBinding.
        assignment: SlotAssignment::ExplicitOnly,
    }),
};
