//! A known bug of glslang 12: members after an implicitly sized array overlap the array, in a module that spirv-val
//! rejects. padstone places them after the array, and warns.

use padstone_read::cfamily::TargetEnv;
use padstone_testing::{Glslang, ours};

/// The packing, the members, the shader body, and the offset of `b` in glslang and padstone.
const CASES: [(&str, &str, &str, u64, u64); 6] = [
    ("std430", "float a[]; float b;", "block.a[3] = block.b", 4, 16),
    ("std140", "float a[]; float b;", "block.a[3] = block.b", 16, 64),
    ("scalar", "float a[]; float b;", "block.a[3] = block.b", 0, 16),
    ("scalar", "float a[]; float b;", "block.b = 1.0", 0, 4),
    ("std430", "float a[][2]; float b;", "block.a[3][1] = block.b", 8, 32),
    ("std430", "vec2 a[]; vec4 b;", "block.a[1] = block.b.xy", 16, 16),
];

#[test]
fn members_after_a_runtime_sized_array_get_a_warning() {
    let Some(glslang) = Glslang::find("members after implicitly sized arrays in GLSL") else { return };
    for (packing, members, statement, theirs, expected) in CASES {
        let source = format!(
            "#version 460\n#extension GL_EXT_scalar_block_layout : require\nlayout(set = 0, binding = 0, {packing}) buffer B {{ {members} }} block;\n\
             layout(local_size_x = 1) in;\nvoid main() {{ {statement}; }}\n"
        );
        let offset_of_b = |layouts: &padstone_testing::Layouts| layouts["B"].members.get("b").map(|b| b.offset);
        let found = glslang.layouts("shader.comp", &source).unwrap_or_else(|error| panic!("{error}\n{source}"));
        assert_eq!(offset_of_b(&found), Some(theirs), "glslang: {source}");
        let answer = ours("shader.comp", &source, "glslang", TargetEnv::Vulkan);
        assert_eq!(offset_of_b(&answer.layouts), Some(expected), "{source}");
        assert_eq!(answer.warnings.len(), 1, "{:?}: {source}", answer.warnings);
        let opengl = ours("shader.comp", &source, "glslang", TargetEnv::OpenGl);
        assert_eq!(opengl.warnings, Vec::<String>::new(), "{source}");
    }
}
