//! `.length()` of arrays is the constant that it is in glslang.

use padstone_read::cfamily::TargetEnv;
use padstone_testing::{Glslang, differences, ours};

const MESH: &str = "#extension GL_EXT_mesh_shader : require
layout(local_size_x = 1) in; layout(triangles, max_vertices = 5, max_primitives = 3) out;
layout(location = 0) out vec4 a[]; layout(location = 1) perprimitiveEXT out vec4 b[][2]; layout(location = 3) out C { vec4 x; } c[];
out gl_MeshPerVertexEXT { float gl_ClipDistance[2]; } gl_MeshVerticesEXT[]; out uvec3 gl_PrimitiveTriangleIndicesEXT[];";
const SPECIALIZED: &str = "layout(constant_id = 0) const float f = 2.5; layout(constant_id = 1) const int i = 2;";
const GEOMETRY: &str = "layout(triangles_adjacency) in; layout(points, max_vertices = 1) out;";

/// Declarations by stage; `LENGTH` is an expression for the size of an array, or of several.
const SHADERS: &[(&str, &str, &str)] = &[
    ("frag", "float a[3];", "a.length()"),
    ("frag", "float a[3][5];", "a.length() * 10 + a[1].length()"),
    ("frag", "float a[]; float a[3];", "a.length()"),
    ("frag", "vec3 v; mat4x2 m;", "v.length() * 100 + m.length() * 10 + m[0].length() + v.xy.length()"),
    ("frag", "struct S { float f[7]; vec2 g[2]; }; S s[2];", "s.length() * 100 + s[1].f.length() * 10 + s[0].g[0].length()"),
    ("frag", "layout(binding = 1) uniform A { float w[4]; vec3 q; } a[5];", "a.length() + a[0].w.length() * 10"),
    ("frag", "layout(binding = 1) uniform A { float w[4]; mat3 m; };", "w.length() + m.length() * 10"),
    ("frag", "layout(binding = 1) buffer A { float w[4]; float rest[]; } a;", "a.w.length()"),
    ("frag", "layout(binding = 1) uniform sampler2D t[6];", "t.length()"),
    ("frag", "layout(location = 0) in vec4 t[6];", "t.length()"),
    ("frag", "in float gl_ClipDistance[3];", "gl_ClipDistance.length()"),
    ("frag", "layout(constant_id = 0) const int N = 4; float a[N][3];", "a[0].length()"),
    (
        "frag",
        "layout(constant_id = 0) const int N = 4; layout(binding = 1) uniform A { float w[7]; vec3 v; } a;",
        "a.w.length() * 10 + a.v.length()",
    ),
    ("frag", "layout(constant_id = 0) const int N = 4; layout(binding = 1) uniform A { float w[N]; } a;", "a.w.length()"),
    ("frag", "layout(constant_id = 0) const int N = 4; layout(binding = 1) uniform A { float w[N + 1]; } a;", "a.w.length()"),
    (
        "frag",
        "layout(constant_id = 0) const int N = 4; layout(binding = 1) uniform A { float w[N][2]; };",
        "w.length() * 10 + w[1].length()",
    ),
    (
        "frag",
        "layout(constant_id = 0) const int N = 4; layout(binding = 1) uniform A { float w[N][2]; } a[3];",
        "a[0].w[1].length() + a.length()",
    ),
    ("frag", "layout(constant_id = 0) const int N = 4; struct S { float f[N]; float g[6]; }; S s[2];", "s[1].g.length()"),
    ("frag", "layout(constant_id = 0) const int N = 4; struct S { float f[N]; float g[6]; }; S s[2];", "s[1].f.length()"),
    ("comp", "shared float a[9];", "a.length()"),
    ("geom", GEOMETRY, "gl_in.length()"),
    ("mesh", MESH, "a.length() * 100 + b.length() * 10 + b[0].length() + c.length()"),
    ("mesh", MESH, "gl_MeshVerticesEXT.length() + gl_PrimitiveTriangleIndicesEXT.length()"),
    ("mesh", MESH, "gl_MeshVerticesEXT[0].gl_ClipDistance.length()"),
    ("mesh", MESH, "gl_MeshPrimitivesEXT.length()"),
    (
        "geom",
        "layout(lines) in; layout(points, max_vertices = 1) out; layout(location = 0) in vec4 a[][2];",
        "a.length() * 10 + a[0].length()",
    ),
    ("tesc", "layout(vertices = 3) out; layout(location = 0) out vec4 a[];", "gl_out.length() * 100 + a.length() * 10 + gl_in.length()"),
    ("tese", "layout(quads) in; layout(location = 0) in B { vec4 a; } b[];", "b.length()"),
    // Sizes computed from specialization constants.
    ("frag", SPECIALIZED, "int(f)"),
    ("frag", SPECIALIZED, "uint(f * 2.0)"),
    ("frag", SPECIALIZED, "f > 2.0 ? 2 : 3"),
    ("frag", SPECIALIZED, "int(bool(f))"),
    ("frag", SPECIALIZED, "int(max(f, 1.0))"),
    ("frag", SPECIALIZED, "int(float(i))"),
    ("frag", SPECIALIZED, "max(i, 1)"),
    ("frag", SPECIALIZED, "int(uint(i))"),
    ("frag", SPECIALIZED, "int(bool(i)) + 1"),
    ("frag", SPECIALIZED, "int[](i, 3)[0]"),
    ("frag", SPECIALIZED, "i == 2 ? 4 : 5"),
    ("frag", SPECIALIZED, "abs(i)"),
    ("frag", SPECIALIZED, "-i + 5"),
    // What is not constant.
    ("frag", "layout(binding = 1) buffer A { float rest[]; } a;", "a.rest.length()"),
    ("frag", "float a[];", "a.length()"),
    ("frag", "float a;", "a.length()"),
    ("frag", "float a[3];", "a.size()"),
    ("frag", "float a[3];", "a.length"),
    ("frag", "float a[3];", "a.length(1)"),
    ("frag", "float a[3];", "a[0"),
    ("frag", "float a[3][2]; int i;", "a[i + 1].length()"),
    ("frag", "float a[3][2];", "a[7].length()"),
    ("frag", "float a[3][2];", "a[-1].length()"),
    ("frag", "float a[3][2];", "a[q].length()"),
    ("frag", "float a[3][2];", "a[1.5].length()"),
    ("frag", "mat3 m;", "m[5].length()"),
    ("frag", "struct S { float f[7]; }; S s[2];", "s.f.length()"),
    ("frag", "vec4 v;", "int(v.x)"),
    ("frag", "", "gl_ClipDistance.length()"),
    ("geom", "layout(location = 0) in vec4 a[]; layout(triangles) in; layout(points, max_vertices = 1) out;", "b.length()"),
    ("tesc", "layout(location = 0) out vec4 a[];", "a.length()"),
];

#[test]
fn lengths_are_those_of_glslang() {
    let Some(glslang) = Glslang::find("lengths of arrays in GLSL compared with glslang's") else { return };
    for (stage, declarations, length) in SHADERS {
        for size in [format!("const int n = {length};\nlayout(binding = 0) uniform U {{ float w[n]; float z; }};"), {
            format!("layout(binding = 0) uniform U {{ float w[{length}]; float z; }};")
        }] {
            let file = format!("lengths.{stage}");
            let source = format!("#version 460\n{declarations}\n{size}\nvoid main() {{ float x = z; }}\n");
            let ours = ours(&file, &source, "glslang", TargetEnv::Vulkan);
            match glslang.layouts(&file, &source) {
                Ok(theirs) => {
                    assert_eq!(ours.errors, [""; 0], "glslang accepts it: {source}");
                    let mut buffers = ours.buffers();
                    buffers.retain(|name, _| theirs.contains_key(name));
                    let mut differing = differences("glslang", &theirs, &buffers);
                    // The module has the default count of a size that is computed from specialization constants, and offsets as for one
                    // element, which is the count in padstone (P0927).
                    let is_default = |line: &String| line.contains(" w: count is ") && line.ends_with("Some(1) here");
                    differing.retain(|line| !declarations.contains("constant_id") || !is_default(line));
                    assert_eq!(differing, [""; 0], "{source}");
                }
                Err(why) => assert!(!ours.errors.is_empty(), "glslang rejects it: {why}\n{source}"),
            }
        }
    }
}
