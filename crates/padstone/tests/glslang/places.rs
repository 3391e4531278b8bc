//! `offset` and `align` that no member could have: glslang refuses some and rounds others, and padstone does the same, for every
//! combination of the lists here.

use padstone::cfamily::TargetEnv;
use padstone_testing::{Glslang, ours};

const PACKINGS: [&str; 3] = ["std140", "std430", "scalar"];

/// What is asked of the second member, and what that is. An offset has to be a multiple of the member's alignment, and an `align` has to be
/// a power of two (The OpenGL Shading Language 4.60, section 4.4.5); what lies lower than it asks for is moved up.
const MEMBERS: [(&str, &str); 34] = [
    ("offset=2", "float a"),
    ("offset=6", "float a"),
    ("offset=4", "vec2 a"),
    ("offset=8", "vec3 a"),
    ("offset=8", "vec4 a"),
    ("offset=4", "float a[2]"),
    ("offset=20", "float a[2]"),
    ("offset=8", "In a"),
    ("offset=12", "In a"),
    ("offset=16", "In a[2]"),
    ("offset=4", "double a"),
    ("offset=4", "mat2 a"),
    ("offset=8", "mat3 a"),
    ("align=3", "float a"),
    ("align=0", "float a"),
    ("align=2", "float a"),
    ("align=8", "float a"),
    ("align=2", "vec4 a"),
    ("align=16", "vec2 a"),
    ("align=32", "In a[2]"),
    ("align=-8", "float a"),
    ("align=8, align=32", "float a"),
    ("offset=4, offset=8", "float a"),
    ("offset=4, align=16", "float a"),
    ("offset=36, align=8", "float a"),
    ("offset=7, align=8", "float a"),
    ("offset=-4", "float a"),
    ("offset=2", "float16_t a"),
    ("offset=1", "float16_t a"),
    ("offset=1", "int8_t a"),
    ("offset=2", "f16vec2 a"),
    ("align=4, offset=6", "float16_t a"),
    ("align=1", "int8_t a"),
    ("offset=12, align=8", "f16vec3 a"),
];

#[test]
fn members_are_refused_or_rounded_as_by_glslang() {
    let Some(glslang) = Glslang::find("misaligned members of blocks in GLSL") else { return };
    let (mut accepted, mut refused) = (0, 0);
    for packing in PACKINGS {
        for kind in ["uniform", "buffer"] {
            for (asks, member) in MEMBERS {
                let source = format!(
                    "#version 460\n#extension GL_EXT_scalar_block_layout : require\n\
                     #extension GL_EXT_shader_explicit_arithmetic_types : require\nstruct In {{ vec2 p; float q; }};\n\
                     layout(set = 0, binding = 0, {packing}) {kind} B {{ float first; layout({asks}) {member}; float last; }} b;\n\
                     void main() {{ float x = b.last; }}\n"
                );
                let ours = ours("shader.comp", &source, "glslang", TargetEnv::Vulkan);
                match glslang.layouts("shader.comp", &source) {
                    Ok(theirs) => {
                        accepted += 1;
                        assert_eq!(ours.errors, [""; 0], "glslang takes it: {source}");
                        let found = padstone_testing::differences("glslang", &theirs, &ours.buffers());
                        assert_eq!(found, [""; 0], "{source}");
                    }
                    Err(why) => {
                        refused += 1;
                        assert!(!ours.errors.is_empty(), "glslang refuses it: {why}\n{source}");
                    }
                }
            }
        }
    }
    println!("{accepted} blocks lie as glslang has them, {refused} are refused by both");
    assert!(accepted > 60 && refused > 60, "the lists are one-sided");
}
