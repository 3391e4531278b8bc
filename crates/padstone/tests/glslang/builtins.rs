//! Declarations of the language: its functions, which few shaders may declare again, and the sizes of arrays of vertices. padstone rejects what
//! glslang rejects, and nothing else.

use padstone_read::cfamily::TargetEnv;
use padstone_testing::{Glslang, Target, is_full, ours};

/// Declarations of names of functions.
const FUNCTIONS: &[&str] = &[
    "float sin(float x) { return x; }",
    "float sin(float x);",
    "int sin(float x);",
    "int sin(int x) { return x; }",
    "float sin(out float x) { return x; }",
    "float sin(const float x);",
    "vec2 sin(mediump vec2 x);",
    "vec3 sin(vec2 x);",
    "struct S { float a; }; float sin(S s);",
    "float sin(float a[2]);",
    "float sin;",
    "const int sin = 1;",
    "struct sin { float a; };",
    "struct S { float sin; };",
    "void f(float sin) { }",
    "layout(binding = 0) uniform A { float sin; };",
    "layout(binding = 0) uniform A { float a; } sin;",
    "bool any(bvec2 x);",
    "bool any(bool x);",
    "int any(bvec3 x);",
    "float ldexp(float x, int e);",
    "float ldexp(mediump float x, int e);",
    "vec3 ldexp(vec3 x, int e);",
    "float frexp(float x, out int e);",
    "float frexp(float x, int e);",
    "uint bitfieldReverse(uint x);",
    "int bitfieldReverse(uint x);",
    "float fma(float a, float b, float c);",
    "float mix(float a, float b, bool c);",
    "uvec2 mix(uvec2 a, uvec2 b, bvec2 c);",
    "ivec2 floatBitsToInt(vec2 v);",
    "float length(vec3 v);",
    "vec3 length(vec3 v);",
    "mat2x3 outerProduct(vec3 a, vec2 b);",
    "mat3x2 outerProduct(vec3 a, vec2 b);",
    "mat3x2 transpose(mat2x3 m);",
    "float determinant(mat2x3 m);",
    "mat3 inverse(out mat3 m);",
    "float dFdx(float x);",
    "int fwidthFine(float x);",
    "float interpolateAtSample(float x, int i);",
    "void barrier();",
    "int barrier();",
    "void memoryBarrierShared();",
    "int memoryBarrier();",
    "int atomicAdd(inout int a, int b);",
    "uint atomicAdd(int a, int b);",
    "int texture(int a);",
    "int texture;",
    "int imageLoad(int a);",
    "vec4 nothing(vec4 a);",
];

/// Declarations of doubles, for versions that have them.
const DOUBLES: &[&str] = &[
    "double sqrt(double x);",
    "float sqrt(double x);",
    "double sqrt(const double x);",
    "dvec2 mod(dvec2 a, double b);",
    "bvec2 equal(dvec2 a, dvec2 b);",
    "dmat2x3 outerProduct(dvec3 a, dvec2 b);",
    "dmat2 inverse(dmat2 m);",
    "double determinant(dmat3 m);",
    "double dFdx(double x);",
];

const VERSIONS: [&str; 9] = ["140", "150", "330", "400", "430", "450", "460", "310 es", "320 es"];

#[test]
fn functions_of_the_language_are_redeclared_as_in_glslang() {
    let Some(glslang) = Glslang::find("redeclared functions of GLSL compared with glslang's") else { return };
    let mut wrong = Vec::new();
    let step = if is_full() { 1 } else { 29 };
    let stages = ["vert", "frag", "comp"];
    let shaders = VERSIONS.iter().flat_map(|version| stages.iter().map(move |stage| (version, stage)));
    let shaders = shaders.filter(|(version, stage)| **stage != "comp" || version.ends_with("es") || **version >= "430");
    let declared = shaders.flat_map(|(version, stage)| {
        let has_doubles = !version.ends_with("es") && *version >= "400";
        let declarations = FUNCTIONS.iter().chain(if has_doubles { DOUBLES } else { &[] });
        declarations.map(move |declaration| (version, stage, declaration))
    });
    for (version, stage, declaration) in declared.step_by(step) {
        // Blocks need a binding qualifier, which older versions lack.
        if declaration.contains("binding") && !version.ends_with("es") && *version < "430" {
            continue;
        }
        let precision = if version.ends_with("es") { "precision highp float;\n" } else { "" };
        let shader = format!("#version {version}\n{precision}{declaration}\nvoid main() {{}}\n");
        let file = format!("declared.{stage}");
        for target in [Target::Vulkan, Target::OpenGl] {
            let theirs = glslang.accepts(&file, &shader, target).is_ok();
            let ours = ours(&file, &shader, "glslang", target.env()).errors;
            if theirs != ours.is_empty() {
                wrong.push(format!("{version}, {stage}, {target:?}: {declaration} glslang {theirs}, padstone {ours:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

const GEOMETRY: &str = "layout(triangles) in; layout(points, max_vertices = 1) out;";
const CONTROL: &str = "layout(vertices = 3) out;";
const EVALUATION: &str = "layout(triangles) in;";
const MESH: &str =
    "#extension GL_EXT_mesh_shader : require\nlayout(local_size_x = 1) in; layout(triangles, max_vertices = 5, max_primitives = 3) out;";
const LARGE_MESH: &str = "#extension GL_EXT_mesh_shader : require\nlayout(local_size_x = 1) in; layout(triangles) out;";

/// Declarations by stage, and what is declared before them.
const VERTICES: &[(&str, &str, &str)] = &[
    ("geom", GEOMETRY, "in gl_PerVertex { vec4 gl_Position; } gl_in[3];"),
    ("geom", GEOMETRY, "in gl_PerVertex { vec4 gl_Position; } gl_in[4];"),
    ("geom", GEOMETRY, "in gl_PerVertex { vec4 gl_Position; } gl_in[];"),
    ("geom", GEOMETRY, "in gl_PerVertex { vec4 gl_Position; } gl_in;"),
    ("geom", GEOMETRY, "in gl_PerVertex { vec4 gl_Position; };"),
    ("geom", GEOMETRY, "out gl_PerVertex { vec4 gl_Position; };"),
    ("geom", GEOMETRY, "out gl_PerVertex { vec4 gl_Position; } gl_out;"),
    ("geom", GEOMETRY, "layout(location = 0) in vec4 a[4];"),
    ("geom", GEOMETRY, "layout(location = 0) in vec4 a[3][2];"),
    ("geom", GEOMETRY, "layout(location = 0) in vec4 a[2][3];"),
    ("geom", GEOMETRY, "layout(location = 0) in vec4 a;"),
    ("geom", GEOMETRY, "layout(location = 0) in B { vec4 a; };"),
    ("geom", GEOMETRY, "layout(location = 0) in B { vec4 a; } b;"),
    ("geom", GEOMETRY, "layout(location = 0) in B { vec4 a; } b[2];"),
    ("geom", GEOMETRY, "layout(location = 0) out vec4 a;"),
    ("geom", GEOMETRY, "layout(triangles) in;"),
    ("geom", GEOMETRY, "layout(lines) in;"),
    ("geom", GEOMETRY, "layout(triangle_strip) out;"),
    ("geom", GEOMETRY, "layout(max_vertices = 2) out;"),
    ("geom", GEOMETRY, "layout(invocations = 0) in;"),
    ("geom", GEOMETRY, "layout(invocations = 2) in; layout(invocations = 3) in;"),
    ("geom", "layout(points, triangles) in; layout(points, max_vertices = 256) out;", "layout(location = 0) in vec4 a[3];"),
    ("geom", "layout(location = 0) in vec4 a[4];", GEOMETRY),
    ("geom", "layout(points, max_vertices = 257) out;", "layout(points) in;"),
    ("geom", "layout(points) in; layout(max_vertices = 1) out;", "layout(lines) out;"),
    ("geom", "layout(triangle_strip) in;", ""),
    ("geom", "layout(quads) in;", ""),
    ("tesc", CONTROL, "out gl_PerVertex { vec4 gl_Position; } gl_out[3];"),
    ("tesc", CONTROL, "out gl_PerVertex { vec4 gl_Position; } gl_out[4];"),
    ("tesc", CONTROL, "out gl_PerVertex { vec4 gl_Position; } gl_out;"),
    ("tesc", CONTROL, "out gl_PerVertex { vec4 gl_Position; };"),
    ("tesc", CONTROL, "in gl_PerVertex { vec4 gl_Position; } gl_in[gl_MaxPatchVertices];"),
    ("tesc", CONTROL, "in gl_PerVertex { vec4 gl_Position; } gl_in[31];"),
    ("tesc", CONTROL, "in gl_PerVertex { vec4 gl_Position; } gl_in;"),
    ("tesc", CONTROL, "layout(location = 0) out vec4 a[2];"),
    ("tesc", CONTROL, "layout(location = 0) out vec4 a;"),
    ("tesc", CONTROL, "layout(location = 0) patch out vec4 a[7];"),
    ("tesc", CONTROL, "layout(location = 0) patch out B { vec4 a; } b;"),
    ("tesc", CONTROL, "layout(location = 0) out B { vec4 a; };"),
    ("tesc", CONTROL, "layout(location = 0) in vec4 a[3];"),
    ("tesc", CONTROL, "layout(vertices = 4) out;"),
    ("tesc", "layout(location = 0) out vec4 a[2];", CONTROL),
    ("tesc", "layout(vertices = 0) out;", ""),
    ("tese", EVALUATION, "layout(location = 0) in vec4 a[32];"),
    ("tese", EVALUATION, "layout(location = 0) in vec4 a[31];"),
    ("tese", EVALUATION, "layout(location = 0) patch in vec4 a;"),
    ("tese", EVALUATION, "layout(location = 0) out vec4 a;"),
    ("tese", EVALUATION, "layout(quads) in;"),
    ("tese", EVALUATION, "layout(cw) in; layout(ccw) in;"),
    ("tese", EVALUATION, "layout(equal_spacing) in; layout(fractional_even_spacing) in;"),
    ("tese", EVALUATION, "layout(points) in;"),
    ("tese", EVALUATION, "layout(triangles) out;"),
    ("tese", EVALUATION, "out gl_PerVertex { vec4 gl_Position; } gl_out;"),
    ("mesh", MESH, "layout(location = 0) out vec4 a[5];"),
    ("mesh", MESH, "layout(location = 0) out vec4 a[4];"),
    ("mesh", MESH, "layout(location = 0) out vec4 a[];"),
    ("mesh", MESH, "layout(location = 0) out vec4 a;"),
    ("mesh", MESH, "layout(location = 0) out vec4 a[5][2];"),
    ("mesh", MESH, "layout(location = 0) perprimitiveEXT out vec4 a[3];"),
    ("mesh", MESH, "layout(location = 0) perprimitiveEXT out vec4 a[5];"),
    ("mesh", MESH, "layout(location = 0) out B { vec4 a; } b[4];"),
    ("mesh", MESH, "layout(location = 0) out B { vec4 a; } b;"),
    ("mesh", MESH, "layout(location = 0) out B { vec4 a; };"),
    ("mesh", MESH, "layout(location = 0) perprimitiveEXT out B { vec4 a; } b[3];"),
    ("mesh", MESH, "layout(location = 0) perprimitiveEXT out B { vec4 a; } b[5];"),
    ("mesh", MESH, "layout(location = 0) out B { perprimitiveEXT vec4 a; } b[5];"),
    ("mesh", MESH, "out gl_MeshPerVertexEXT { vec4 gl_Position; float gl_ClipDistance[2]; } gl_MeshVerticesEXT[];"),
    ("mesh", MESH, "out gl_MeshPerVertexEXT { vec4 gl_Position; } gl_MeshVerticesEXT[5];"),
    ("mesh", MESH, "out gl_MeshPerVertexEXT { vec4 gl_Position; } gl_MeshVerticesEXT[4];"),
    ("mesh", MESH, "out gl_MeshPerVertexEXT { vec4 gl_Position; } gl_MeshVerticesEXT;"),
    ("mesh", MESH, "out gl_MeshPerVertexEXT { vec4 gl_Position; } vertices[];"),
    ("mesh", MESH, "out gl_MeshPerVertexEXT { vec4 gl_Position; };"),
    ("mesh", MESH, "in gl_MeshPerVertexEXT { vec4 gl_Position; } gl_MeshVerticesEXT[];"),
    ("mesh", MESH, "out gl_MeshPerVertexEXT { vec3 gl_Position; } gl_MeshVerticesEXT[];"),
    ("mesh", MESH, "out gl_MeshPerVertexEXT { float gl_ClipDistance; } gl_MeshVerticesEXT[];"),
    ("mesh", MESH, "out gl_MeshPerVertexEXT { vec4 gl_Position; float x; } gl_MeshVerticesEXT[];"),
    ("mesh", MESH, "out gl_MeshPerVertexEXT { int gl_Layer; } gl_MeshVerticesEXT[];"),
    (
        "mesh",
        MESH,
        "perprimitiveEXT out gl_MeshPerPrimitiveEXT { int gl_PrimitiveID; int gl_Layer; bool gl_CullPrimitiveEXT; } gl_MeshPrimitivesEXT[];",
    ),
    ("mesh", MESH, "out gl_MeshPerPrimitiveEXT { perprimitiveEXT int gl_PrimitiveID; } gl_MeshPrimitivesEXT[];"),
    ("mesh", MESH, "out gl_MeshPerPrimitiveEXT { int gl_PrimitiveID; } gl_MeshPrimitivesEXT[];"),
    ("mesh", MESH, "perprimitiveEXT out gl_MeshPerPrimitiveEXT { uint gl_PrimitiveID; } gl_MeshPrimitivesEXT[];"),
    ("mesh", MESH, "perprimitiveEXT out gl_MeshPerPrimitiveEXT { int gl_PrimitiveID; } gl_MeshPrimitivesEXT[5];"),
    ("mesh", MESH, "perprimitiveEXT out gl_MeshPerPrimitiveEXT { int gl_PrimitiveID; } primitives[];"),
    ("mesh", MESH, "out uvec3 gl_PrimitiveTriangleIndicesEXT[];"),
    ("mesh", MESH, "out uvec3 gl_PrimitiveTriangleIndicesEXT[3];"),
    ("mesh", MESH, "out uvec3 gl_PrimitiveTriangleIndicesEXT[5];"),
    ("mesh", MESH, "out uvec2 gl_PrimitiveTriangleIndicesEXT[];"),
    ("mesh", MESH, "out uvec3 gl_PrimitiveTriangleIndicesEXT;"),
    ("mesh", MESH, "out uvec2 gl_PrimitiveLineIndicesEXT[3];"),
    ("mesh", MESH, "out int gl_PrimitivePointIndicesEXT[3];"),
    ("mesh", MESH, "layout(max_vertices = 6) out;"),
    ("mesh", LARGE_MESH, "layout(max_vertices = 256, max_primitives = 256) out;"),
    ("mesh", LARGE_MESH, "layout(max_vertices = 257, max_primitives = 3) out;"),
    ("mesh", LARGE_MESH, "layout(max_vertices = 3, max_primitives = 257) out;"),
    ("vert", "", "out gl_PerVertex { vec4 gl_Position; } gl_out;"),
    ("vert", "", "in gl_PerVertex { vec4 gl_Position; } gl_in[];"),
    ("frag", "", "in gl_PerVertex { vec4 gl_Position; } gl_in[];"),
    ("frag", "", "in gl_PerVertex { vec4 gl_Position; };"),
    ("comp", "", "out gl_PerVertex { vec4 gl_Position; };"),
];

#[test]
fn arrays_of_vertices_are_rejected_by_both_or_by_none() {
    let Some(glslang) = Glslang::find("arrays of vertices in GLSL compared with glslang's") else { return };
    let mut wrong = Vec::new();
    for (stage, before, declaration) in VERTICES {
        let file = format!("vertices.{stage}");
        let shader = format!("#version 460\n{before}\n{declaration}\nvoid main() {{}}\n");
        let theirs = glslang.accepts(&file, &shader, Target::Vulkan).is_ok();
        let ours = ours(&file, &shader, "glslang", TargetEnv::Vulkan).errors;
        if theirs != ours.is_empty() {
            wrong.push(format!("{stage}: {before} {declaration} glslang {theirs}, padstone {ours:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}
