//! The GLSL front end: source in, a listing of blocks and other declarations out. The expected listings were
//! compared with the decorations in glslang 12's SPIR-V for the same shaders.

use padstone_cfamily::{GlslOptions, TargetEnv};
use padstone_model::Stage;

use crate::common::read;

/// A shader for Vulkan, of version 4.60; the first line is the `#version`.
#[track_caller]
fn check(source: &str, expected: &str) {
    check_with(&GlslOptions::default(), &format!("#version 460\n{source}"), expected);
}

/// Compares the listing of a shader with the expected lines.
#[track_caller]
fn check_with(options: &GlslOptions, source: &str, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(read(source, options, &[]).trim_end(), expected.join("\n"));
}

#[test]
fn blocks_of_all_kinds_are_read() {
    check(
        "layout(binding = 0) uniform A { float a; };
         layout(std140, set = 1, binding = 2) uniform B { vec3 a; } b;
         layout(std430, set = 1, binding = 3) readonly buffer C { uint n; vec2 items[]; } c[4];
         layout(binding = 4) writeonly buffer D { int d; } ds[2][3];
         layout(push_constant) uniform P { mat4 m; } p;
         layout(local_size_x = 64) in;
         void main() { }",
        "uniform A -:0 { float a; }
         uniform std140 B 1:2 { vec3 a; }
         storage std430 C[4] 1:3 read { uint n; vec2[] items; }
         storage D[2][3] -:4 write { int d; }
         pushconstant P { mat4 m; }",
    );
}

#[test]
fn scalars_of_all_sizes_are_read() {
    check(
        "#extension GL_EXT_shader_explicit_arithmetic_types : require
         layout(binding = 0) buffer B { bool a; bvec3 b; ivec2 c; uvec4 d; double e; dvec3 f; dmat4x2 g; int64_t h; u64vec2 i;
           uint8_t j; i8vec4 k; uint16_t l; i16vec3 m; float16_t n; f16vec2 o; f16mat2x4 p; mat2x2 q; int32_t r; f64vec2 s; };",
        "storage B -:0 readwrite { bool a; bvec3 b; ivec2 c; uvec4 d; double e; dvec3 f; dmat4x2 g; int64_t h; u64vec2 i; uint8_t j; \
         i8vec4 k; uint16_t l; i16vec3 m; float16_t n; f16vec2 o; f16mat2x4 p; mat2 q; int r; dvec2 s; }",
    );
}

#[test]
fn members_in_both_spellings_are_read() {
    check(
        "struct S { float a, b; float[2] c, d[3]; };
         layout(binding = 0) buffer B { S s, t[2]; vec2[4] u[3]; float[] v; };",
        "struct S { float a; float b; float[2] c; float[3][2] d; }
         storage B -:0 readwrite { S s; S[2] t; vec2[3][4] u; float[] v; }",
    );
}

#[test]
fn offsets_and_alignments_are_read() {
    check(
        "const int N = 4;
         layout(std140, binding = 0, align = 16) uniform U { float a; layout(offset = N * 8) vec2 b; layout(align = 64, offset = 64) float c; };
         layout(std430) layout(binding = 1) buffer B { layout(offset = 4) layout(offset = 8) float d, e; };",
        "uniform std140 U -:0 { float a align16; vec2 b @32 align16; float c @64 align64; }
         storage std430 B -:1 readwrite { float d @8; float e @8; }",
    );
}

#[test]
fn glslang_ignores_alignments_in_blocks_without_a_packing() {
    check(
        "layout(std430) buffer;
         layout(binding = 0) buffer B { float a; layout(align = 32) float b; };
         layout(push_constant) uniform P { layout(align = 32) float c; };",
        "storage std430 B -:0 readwrite { float a; float b; }
         pushconstant P { float c align32; }
         3:57 warning P0926 glslang ignores `align` here: the block itself does not specify a packing",
    );
}

#[test]
fn default_layouts_apply_from_their_position() {
    check(
        "layout(row_major) uniform; layout(std140, row_major) buffer;
         layout(binding = 0) uniform U { mat3x2 a; layout(column_major) mat3x2 b; } u;
         layout(binding = 1) buffer B { mat3x2 a; float[2] b; } b;
         layout(push_constant) uniform P { mat3x2 a; } p;
         layout(column_major) uniform;
         layout(binding = 2) uniform V { mat3x2 a; } v;",
        "uniform U -:0 { row mat3x2 a; mat3x2 b; }
         storage std140 B -:1 readwrite { row mat3x2 a; float[2] b; }
         pushconstant P { row mat3x2 a; }
         uniform V -:2 { mat3x2 a; }",
    );
}

#[test]
fn majorness_applies_to_nested_structs() {
    check(
        "struct Plain { float f; }; struct In { mat2x3 m; Plain p; }; struct Out { In i[2]; float x; };
         layout(binding = 0, row_major) uniform U { Out a; layout(column_major) Out b; Plain c; In d; };",
        "struct Plain { float f; }
         struct In { mat2x3 m; Plain p; }
         struct Out { In[2] i; float x; }
         struct In turned { row mat2x3 m; Plain p; }
         struct Out turned { row In[2] i; float x; }
         uniform U -:0 { row Out a; Out b; Plain c; row In d; }",
    );
}

#[test]
fn sizes_are_constant_expressions() {
    check(
        "const int A = 3; const uint B = 2u; const float F = 2.9; const bool T = true;
         const ivec3 V = ivec3(4, 5, 6); const int L[] = { 7, 8, 9 }; const mat3x2 M = mat3x2(1);
         struct S { int n; ivec2 m; }; const S K = S(4, ivec2(2, 3));
         layout(local_size_x = 8, local_size_y = 4) in;
         layout(binding = 0) buffer X {
           float a[A * int(B) - 1], b[A == 3 ? 2 : 1 / 0], c[0x10 >> 2], d[010], e[int(F)], f[V.y], g[V.zyx.x], h[L[1]], i[L.length()];
           float j[K.m.y], k[max(A, 4)], l[int(sqrt(16.0))], m[min(B, 7u)], n[abs(-5)], o[clamp(9, 1, 6)], p[M.length()], q[M[0].length()];
           float r[T ^^ false ? 3 : 4], s[~0 & 7], t[-7 / 2 + 10], u[-7 % 3 + 10], v[int[](1, 2, 3)[2]], w[gl_MaxDrawBuffers];
           float x[gl_WorkGroupSize.x * gl_WorkGroupSize.y], y[all(lessThan(ivec2(1), ivec2(2))) ? 5 : 6], z[int(mod(7.5, 4.0))];
         };",
        "struct S { int n; ivec2 m; }
         storage X -:0 readwrite { float[5] a; float[2] b; float[4] c; float[8] d; float[2] e; float[5] f; float[6] g; float[8] h; float[3] i; \
         float[3] j; float[4] k; float[4] l; float[2] m; float[5] n; float[6] o; float[3] p; float[2] q; float[3] r; float[7] s; float[7] t; \
         float[9] u; float[3] v; float[32] w; float[32] x; float[5] y; float[3] z; }",
    );
}

#[test]
fn specialization_constants_have_their_default() {
    check(
        "layout(constant_id = 3) const int N = 5;
         layout(binding = 0) buffer B { float a[N]; float b[N + 1]; float c; };
         layout(binding = 1) uniform U { float a; } u[N + 1];",
        "storage B -:0 readwrite { float[5] a; float[1] b; float c; }
         uniform U[6] -:1 { float a; }
         3:60 warning P0927 the array size depends on a specialization constant: glslang allocates one element",
    );
}

#[test]
fn implicitly_sized_arrays_get_their_size_from_their_uses() {
    check(
        "const int K = 2;
         layout(binding = 0) buffer A { float a[]; float b[][2]; vec4 c; };
         layout(binding = 1) uniform B { vec2 a[]; } u[];
         layout(binding = 2) buffer C { float a[]; } v;
         float f(float a) { float b[3]; return a[9] + b[8]; }
         void main() { a[K + 1] = b[4][1] + u[2].a[5].x; v.a[gl_LocalInvocationIndex] = v.a.length(); }",
        "storage A -:0 readwrite { float[4] a; float[5][2] b; vec4 c; }
         uniform B[3] -:1 { vec2[6] a; }
         storage C -:2 readwrite { float[] a; }
         3:47 warning P0920 glslang places the members after `a` as if it had one element, but it has 4
         3:58 warning P0920 glslang places the members after `b` as if it had one element, but it has 5",
    );
}

/// The sizes of glslang 12 (measured).
#[test]
fn uses_of_implicitly_sized_arrays_are_resolved_by_scopes() {
    for (functions, body, sizes) in [
        // Parameters and locals hide arrays and instances.
        ("vec4 f(L u) { return u.x[7]; }", "o = u.x[2] + f(l);", [1, 3]),
        ("vec4 f(vec4 a[9]) { return a[8]; }", "o = a[2];", [3, 1]),
        ("", "{ vec4 a[9]; a[8] = o; } o = a[4];", [5, 1]),
        ("vec4 f() { vec4 b, a[9]; a[8] = o; return a[8]; }", "o = a[4] + f();", [5, 1]),
        ("", "for (int a = 0, u = 1; a < 2; a++) o += vec4(u); o = a[3] + u.x[1];", [4, 2]),
        ("", "vec4[8] a; o = a[7]; { L u; o = u.x[5]; }", [1, 1]),
        ("", "if (o.x < 1.0 && o.y > 2.0) { vec4 a[3]; o = a[2]; } else o = a[1];", [2, 1]),
        // A variable is visible after its initializer.
        ("", "{ vec4 a = a[6]; o = a; } { vec4 u = u.x[3]; o = u; }", [7, 4]),
        // Parentheses.
        ("", "o = (u).x[6] + (u.x)[2] + ((a))[4] + (a[5]);", [6, 7]),
        // Constants have the value of their scope.
        ("", "const int K = 5; o = u.x[K];", [1, 6]),
        ("", "{ const int K = 5, M = K + 1; o = u.x[M]; } o += a[K];", [4, 7]),
        ("", "const int K = K + 1; const int T[2] = int[2](K, 7); o = u.x[T[0]] + a[T[1]];", [8, 5]),
        ("", "const highp int M = int(2.5); vec4 b[6]; o = a[b.length() - 1] + u.x[M];", [6, 3]),
        ("", "const L c = L(vec4[8](o, o, o, o, o, o, o, o)); o = a[c.x.length() - 3];", [6, 1]),
        // Initializers outside functions.
        ("vec4 first = a[3]; vec4 f(vec4 a); vec4 second = u.x[2];", "o = vec4(0);", [4, 3]),
        ("#define AT(i) a[i]\n#define IN u.x", "o = AT(4) + IN[2];", [5, 3]),
    ] {
        let source = format!(
            "layout(binding = 0) uniform A {{ vec4 a[]; }};\nlayout(binding = 1) uniform B {{ vec4 x[]; }} u;\nlayout(location = 0) out vec4 o;\n\
             struct L {{ vec4 x[8]; }} l;\nconst int K = 3;\n{functions}\nvoid main() {{ {body} }}"
        );
        let expected =
            format!("struct L {{ vec4[8] x; }}\nuniform A -:0 {{ vec4[{}] a; }}\nuniform B -:1 {{ vec4[{}] x; }}", sizes[0], sizes[1]);
        check(&source, &expected);
    }
}

#[test]
fn implicitly_sized_arrays_require_constant_indices() {
    check(
        "layout(binding = 0) buffer A { float a[]; vec4 c; };
         layout(binding = 1) uniform B { vec2 b; } u[];
         void main() { int i = 1; a[i] = 1; a.length(); u[i].b; }",
        "storage A -:0 readwrite { ? a; vec4 c; }
         uniform B[] -:1 { vec2 b; }
         4:36 P0920 only constants can index an implicitly sized array
         4:47 P0920 only constants can index an implicitly sized array
         4:58 P0903 variable indices into runtime-sized arrays of resources are not available without extension `GL_EXT_nonuniform_qualifier`",
    );
}

#[test]
fn unsized_arrays_of_uniforms_require_constant_indices() {
    check_with(
        &GlslOptions { target: TargetEnv::OpenGl, ..GlslOptions::default() },
        "#version 460
         layout(location = 0) uniform float weights[];
         layout(location = 9) uniform int i;
         layout(binding = 0) uniform sampler2D textures[];
         void main() { weights[3]; weights[i]; textures[i]; }",
        "loose float weights[] location 0
         loose int i location 9
         opaque sampler2D textures[] -:0
         5:43 P0920 only constants can index an implicitly sized array
         5:56 P0903 variable indices into runtime-sized arrays of resources are not available without extension `GL_EXT_nonuniform_qualifier`",
    );
}

#[test]
fn references_to_buffers_are_read() {
    check(
        "#extension GL_EXT_buffer_reference : require
         layout(buffer_reference) buffer Node;
         layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node { Node next; vec3 value; };
         layout(buffer_reference, scalar) buffer Other { Node nodes[2]; } other;
         layout(binding = 0) buffer B { Node root; float x; };",
        "storage std430 Node readwrite { Node next; vec3 value; }
         storage scalar Other -:0 readwrite { Node[2] nodes; }
         storage B -:0 readwrite { Node root; float x; }
         5:35 P0903 `scalar` blocks are not available without extension `GL_EXT_scalar_block_layout`
         5:75 warning P0928 an instance name also declares an ordinary buffer, at binding 0 by default",
    );
}

#[test]
fn handles_are_parameters() {
    check_with(
        &GlslOptions { stage: Some(Stage::Fragment), ..GlslOptions::default() },
        "#version 460
         layout(set = 0, binding = 1) uniform sampler2D albedo, maps[4];
         layout(binding = 2) uniform texture2D t; layout(binding = 3) uniform sampler s;
         layout(binding = 4, rgba8) uniform readonly image2D i; layout(binding = 5) writeonly uniform uimage3D j;
         layout(input_attachment_index = 0, set = 1, binding = 6) uniform subpassInput attachment;
         layout(location = 0) in vec2 uv; layout(location = 0) out vec4 colour;",
        "opaque sampler2D albedo 0:1
         opaque sampler2D maps[4] 0:1
         opaque texture2D t -:2
         opaque sampler s -:3
         opaque image2D i -:4 read
         opaque uimage3D j -:5 write
         opaque subpassInput attachment 1:6",
    );
}

#[test]
fn opengl_accepts_uniforms_outside_blocks_and_blocks_without_bindings() {
    check_with(
        &GlslOptions { target: TargetEnv::OpenGl, ..GlslOptions::default() },
        "#version 460
         uniform float a = 1.0; layout(location = 3) uniform vec4 b[2];
         struct S { sampler2D t; vec4 c; }; uniform S s;
         uniform sampler2D t; layout(binding = 0, offset = 4) uniform atomic_uint n;
         uniform U { float a1; }; layout(packed) buffer P { float b1; }; layout(std140) uniform V { float c1; };
         layout(std430) buffer; buffer W { float d1; };",
        "struct S { sampler2D t; vec4 c; }
         uniform shared U { float a1; }
         storage packed P readwrite { float b1; }
         uniform std140 V { float c1; }
         storage std430 W readwrite { float d1; }
         loose float a
         loose vec4 b[2] location 3
         loose S s
         opaque sampler2D t
         opaque atomic_uint n -:0",
    );
}

#[test]
fn shader_records_and_acceleration_structures_are_read() {
    check_with(
        &GlslOptions { stage: Some(Stage::RayGeneration), ..GlslOptions::default() },
        "#version 460
         #extension GL_EXT_ray_tracing : require
         layout(set = 0, binding = 0) uniform accelerationStructureEXT scene; uniform accelerationStructureEXT other;
         layout(shaderRecordEXT) buffer R { vec3 colour; float weights[]; };
         layout(location = 0) rayPayloadEXT vec3 payload;",
        "shaderrecord R readwrite { vec3 colour; float[] weights; }
         opaque accelerationStructureEXT scene 0:0
         opaque accelerationStructureEXT other -:0",
    );
}

#[test]
fn declarations_without_bytes_are_skipped() {
    check(
        "precision highp float;
         invariant gl_Position; out gl_PerVertex { vec4 gl_Position; float gl_PointSize; };
         layout(location = 0) in V { vec3 normal; flat int id; } v[]; layout(location = 0) out vec4 colours[2];
         shared float cache[64]; int counter = 3; float table[] = float[](1.0, 2.0); const vec2 points[2] = { vec2(0), vec2(1) };
         float later(float x);
         struct Local { float x; } local; struct { int i; } anonymous;
         float later(float x) { struct T { float y; }; if (x > 0.0) { return 1.0; } /* } */ return -x; }
         void main() { for (int i = 0; i < 3; ++i) { counter += i; } }
         layout(binding = 0) uniform U { float a; };",
        "struct Local { float x; }
         struct  { int i; }
         uniform U -:0 { float a; }",
    );
}

#[test]
fn irrelevant_qualifiers_are_accepted() {
    check(
        "layout(std430, binding = 0) coherent volatile restrict buffer B { highp float a; readonly mediump vec3 b; writeonly lowp float c; precise float d; };
         layout(BINDING = 1, Std140) uniform U { layout(ROW_MAJOR) mat3 a2; uniform float b2; };",
        "storage std430 B -:0 readwrite { float a; vec3 b; float c; float d; }
         uniform std140 U -:1 { row mat3 a2; float b2; }",
    );
}

#[test]
fn the_preprocessor_follows_glsl() {
    let source = "#version 310 es
         #extension GL_GOOGLE_include_directive : require
         #include \"parts.glsl\"
         #if __VERSION__ == 310 && defined(GL_ES) && VULKAN == 100 && GL_EXT_shader_io_blocks
         layout(binding = 0) uniform U { TYPE a[COUNT]; };
         #else
         #error not here
         #endif";
    let options = GlslOptions { defines: vec![("COUNT".to_owned(), Some("3".to_owned()))], ..GlslOptions::default() };
    let found = read(source, &options, &[("parts.glsl", "#define TYPE mediump vec4\n")]);
    assert_eq!(found, "uniform U -:0 { vec4[3] a; }\n");
}

/// Whether `condition` is true in a compute shader of `version`.
fn condition_holds(version: &str, condition: &str) -> bool {
    let options = GlslOptions { stage: Some(Stage::Compute), ..GlslOptions::default() };
    let source = format!(
        "#version {version}\n{condition}\nlayout(binding = 0) uniform Yes {{ highp vec4 a; }};\n#else\n\
         layout(binding = 0) uniform No {{ highp vec4 a; }};\n#endif\n"
    );
    match &read(&source, &options, &[])[..] {
        "uniform Yes -:0 { vec4 a; }\n" => true,
        "uniform No -:0 { vec4 a; }\n" => false,
        found => panic!("{version}: {condition}: {found}"),
    }
}

/// Which names the conditions of glslang 16 find, measured with every version.
#[test]
fn predefined_names_are_those_of_glslang() {
    for (version, is_es) in [("310 es", true), ("320 es", true), ("430", false), ("450", false), ("460", false)] {
        for (condition, expected) in [
            ("#ifdef GL_COMPUTE_SHADER", !is_es),
            ("#if defined(GL_COMPUTE_SHADER)", !is_es),
            ("#ifdef GL_VERTEX_SHADER", false),
            ("#ifdef GL_ES", is_es),
            ("#ifdef GL_FRAGMENT_PRECISION_HIGH", true),
            ("#ifdef __VERSION__", false),
            ("#if defined(__LINE__)", false),
            ("#if defined __FILE__", false),
            ("#ifndef __VERSION__", true),
            ("#if defined(__COUNTER__) || defined(_Pragma) || defined(__has_include)", false),
            ("#if __VERSION__ >= 300 && __LINE__ == 2", true),
        ] {
            assert_eq!(condition_holds(version, condition), expected, "{version}: {condition}");
        }
    }
}

#[test]
fn usage_follows_calls_from_the_entry_point() {
    check_with(
        &GlslOptions { entry: Some("main".to_owned()), target: TargetEnv::OpenGl, ..GlslOptions::default() },
        "#version 460
         layout(std140) uniform A { float a; }; layout(std140) uniform B { float b; } bs; layout(std140) uniform C { float c; };
         layout(std140) uniform D { float d; }; uniform sampler2D s; uniform sampler2D t; uniform float loose;
         float fromC = c + 1.0;
         float helper(float d) { return bs.b + d; }
         float never() { return a; }
         void main() { float x = helper(fromC); vec4 y = texture(s, vec2(loose)); float a = 1.0; }",
        "uniform std140 A unused { float a; }
         uniform std140 B { float b; }
         uniform std140 C { float c; }
         uniform std140 D unused { float d; }
         opaque sampler2D s
         opaque sampler2D t unused
         loose float loose",
    );
}

#[test]
fn incomplete_code_does_not_affect_other_declarations() {
    check(
        "struct Broken { vec3 pos float radius; int ok; };
         layout(binding = 0) uniform A { Brokn l; float x; };
         layout(binding = 1) uniform B { float y; vec3; float z[; int w; };
         vec4 oops(
         layout(binding = 2) uniform C { float v; }
         layout(binding = 3) uniform D { float u;
         layout(binding = 4) uniform E { float t; };
         void f() { if (x) {
         layout(binding = 5) buffer F { float s; };",
        "struct Broken { vec3 pos; float radius; int ok; }
         uniform A -:0 { ? l; float x; }
         uniform B -:1 { float y; ? ; ? z; int w; }
         uniform C -:2 { float v; }
         uniform D -:3 { float u; }
         uniform E -:4 { float t; }
         storage F -:5 readwrite { float s; }
         2:25 P0201 expected `;` after the member, found `float`
         3:42 P0301 unknown type `Brokn`
         4:55 P0201 expected a member name, found `;`
         4:65 P0201 expected an expression
         4:64 P0202 unclosed delimiter
         5:19 P0202 unclosed delimiter
         6:52 P0201 expected `;` after the block, found `layout`
         7:40 P0202 unclosed delimiter
         9:19 P0202 unclosed delimiter",
    );
}

/// A set or binding that was not understood is not 0.
#[test]
fn slots_that_were_not_understood_are_unknown() {
    check(
        "layout(set = -1, binding = 2) buffer A { float a; };
         layout(set = X, binding = 3) uniform sampler2D b;
         layout(set = 1 / 0, binding = 4) uniform B { float e; };
         layout(set = 1, binding = X) uniform sampler2D c;
         layout(set = 1, binding = 5) uniform sampler2D d;",
        "storage A readwrite { float a; }
         uniform B { float e; }
         opaque sampler2D b
         opaque sampler2D c
         opaque sampler2D d 1:5
         2:14 P0910 `set` cannot be negative, found -1
         3:23 P0932 `X` is not declared
         4:25 warning P0305 integer division by 0 is undefined: glslang uses 2147483647
         4:17 P0910 `set` 2147483647 is too large: the maximum is 62
         5:36 P0932 `X` is not declared",
    );
}

#[test]
fn a_comment_continues_in_the_next_line_only_if_its_last_character_is_a_backslash() {
    let source = |end: &str| format!("layout(binding = 0) uniform A {{ float a; // C:\\{end}\n float b;\n float c; }};");
    check(&source(""), "uniform A -:0 { float a; float c; }");
    check(&source(" "), "uniform A -:0 { float a; float b; float c; }");
}
