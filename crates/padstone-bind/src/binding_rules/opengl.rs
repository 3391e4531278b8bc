use padstone_diag::Severity;
use padstone_layout as layout;
use padstone_model::{Language, ResourceKind};

use super::{ArrayCount, ArraySlots, BindingRules, OverlapRule, ParameterRules, SlotAssignment, SlotRules, StepRules};
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
        // 4.4.7: the elements of an array of atomic counters have consecutive offsets in one binding. A counter, `atomic_uint`, is four bytes of
        // a buffer.
        arrays: ArraySlots::PerElementExcept(ResourceKind::RwByteAddressBuffer),
        // OpenGL 4.6, 7.6.3: blocks with one binding point read one buffer. 7.10: with samplers of different types at one texture unit, rendering
        // is an INVALID_OPERATION. glslang 16 reports neither.
        overlap_rule: OverlapRule::SameTextureType(Severity::Warning),
        // OpenGL 4.6, 7.6.3: the host program sets missing bindings with glUniformBlockBinding and glShaderStorageBlockBinding.
        assignment: SlotAssignment::ExplicitOnly,
    }),
};
