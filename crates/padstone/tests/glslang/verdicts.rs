//! padstone rejects the declarations that glslang rejects, and accepts the others: declarations with one token left out, duplicated, or
//! swapped with the next.

use padstone_read::cfamily::TargetEnv;
use padstone_testing::{Glslang, Target, mutations, ours};

/// Declarations that both accept, with spaces between all tokens.
const ACCEPTED: [&str; 28] = [
    "layout ( std140 , binding = 0 ) uniform A { vec3 x ; float w [ 4 ] ; mat2x3 m ; } a ;",
    "layout ( std430 , binding = 1 ) readonly buffer B { uint n ; vec4 v [ ] ; } b ;",
    "struct S { vec3 at ; uint kind ; } ; layout ( binding = 0 ) uniform A { S s [ 2 ] ; float after ; } ;",
    "const uint count = 2 * 3 ; layout ( binding = 0 ) uniform A { float w [ count + 1 ] ; } ;",
    "layout ( binding = 0 , row_major ) uniform A { layout ( column_major ) mat4 m ; layout ( offset = 64 , align = 16 ) vec4 v ; } ;",
    "layout ( push_constant ) uniform P { vec4 color ; layout ( offset = 32 ) float f ; } p ;",
    "layout ( set = 1 , binding = 2 ) uniform sampler2D t [ 3 ] ;",
    "layout ( binding = 3 , rgba8 ) uniform writeonly image2D im ;",
    "layout ( location = 1 ) in vec4 i ; layout ( location = 2 ) flat in ivec2 j ; layout ( location = 0 ) out vec4 o ;",
    "layout ( constant_id = 3 ) const int N = 4 ; layout ( binding = 0 ) uniform A { vec4 v [ N ] ; } ;",
    "layout ( binding = 0 ) uniform texture2D t ; layout ( binding = 1 ) uniform sampler s ;",
    "layout ( location = 0 ) in V { vec3 n ; flat int k ; } v ;",
    "precision highp float ; layout ( binding = 0 ) uniform A { highp vec4 a ; lowp float b ; } ;",
    "layout ( std140 ) uniform ; layout ( binding = 4 ) uniform Q { float x , y [ 2 ] ; vec2 z ; } q [ 2 ] ;",
    "struct T { float a , b ; vec2 c [ 2 ] [ 3 ] ; } t ;",
    "layout ( input_attachment_index = 0 , binding = 5 ) uniform subpassInput si ;",
    "layout ( location = 3 , component = 2 ) in float c ; layout ( location = 3 ) in vec2 d ;",
    "layout ( binding = 0 ) coherent volatile buffer C { restrict uint k ; layout ( offset = 8 ) double d ; } c ;",
    "layout ( early_fragment_tests ) in ;",
    "layout ( location = 0 , index = 1 ) out vec4 second ;",
    "layout ( depth_less ) out float gl_FragDepth ;",
    "layout ( origin_upper_left ) in vec4 gl_FragCoord ;",
    "float sum ( in float a , const in vec2 b , out int c [ 2 ] ) ; void none ( void ) ;",
    "struct V { vec2 a ; float b ; } ; const V v = V ( vec2 ( 1 , 2 ) , 3 ) ;",
    "const float w [ 2 ] = float [ 2 ] ( 1 , 2 ) ;",
    "float sum ( highp float a , mediump int b ) ; float sum ( highp float a , mediump int b ) ; float sum ( int a ) ;",
    "layout ( binding = 0 ) uniform highp sampler2D h ; struct W { lowp uvec2 a ; mediump mat2 b ; } ;",
    "in float gl_ClipDistance [ 4 ] ;",
];

/// Declarations that both reject.
const REJECTED: [&str; 97] = [
    "#define F(...) float a\nF(1);",
    "#define F(a, ...) float a\nF(x, 1);",
    "#define F(a...) float a\nF(x);",
    "#define CAT(a, b) a##b\nlayout ( binding = 0 ) uniform A { float x[CAT(1, 2)]; } ;",
    "#define CAT(a, b) a##b\nlayout ( binding = 0 ) uniform A { float CAT(, x); } ;",
    "#define CAT(a, b) a##b\nlayout ( binding = 0 ) uniform A { float CAT(x, ); } ;",
    "layout ( location = 0 ) in int a ;",
    "layout ( location = 0 ) in uvec2 a [ 2 ] ;",
    "layout ( location = 0 ) in double a ;",
    "struct S { float x ; int a ; } ; layout ( location = 0 ) in S s ;",
    "layout ( location = 0 ) smooth in int a ;",
    "layout ( location = 0 ) centroid in int a ;",
    "layout ( location = 0 ) flat in B { int a ; } b ;",
    "layout ( location = 0 ) in bool a ;",
    "layout ( binding = 1 ) vec4 a ;",
    "layout ( location = 1 ) vec4 a ;",
    "layout ( location = 1 ) const vec4 a = vec4 ( 0 ) ;",
    "layout ( component = 1 ) vec2 a ;",
    "layout ( binding = 0 ) uniform sampler2D [ 3 ] ;",
    "float [ 3 ] ;",
    "layout ( early_fragment_tests ) ;",
    "layout ( early_fragment_tests ) uniform ;",
    "layout ( early_fragment_tests ) float f ( ) ;",
    "layout ( location = 0 , early_fragment_tests ) in vec4 a ;",
    "layout ( binding = 0 ) uniform A { layout ( early_fragment_tests ) vec4 a ; } ;",
    "layout ( origin_upper_left ) ;",
    "layout ( location = 0 , index = 2 ) out vec4 a ;",
    "layout ( location = 0 , index = 1 ) in vec4 a ;",
    "layout ( index = 1 , binding = 0 ) uniform A { vec4 b ; } ;",
    "layout ( index = 1 ) out ;",
    "layout ( component = 1 ) in ;",
    "float gl_FragDepth ;",
    "in float gl_FragDepth ;",
    "out vec4 gl_FragDepth ;",
    "flat in vec4 gl_FragCoord ;",
    "layout ( depth_less ) out gl_FragDepth ;",
    "layout ( location = 0 , depth_less ) out float z ;",
    "layout ( binding = 0 , depth_less ) uniform sampler2D a ;",
    "layout ( location = 0 ) out vec4 gl_FragColor ;",
    "const int gl_n = 1 ;",
    "layout ( location = 0 , rgba8 ) in vec4 a ;",
    "layout ( binding = 0 , input_attachment_index = 1 ) uniform sampler2D s ;",
    "layout ( location = 0 , xfb_offset = 0 ) out vec4 a ;",
    "void f ( uniform int a ) ;",
    "void f ( layout ( location = 0 ) int a ) ;",
    "void f ( flat int a ) ;",
    "void f ( invariant int a ) ;",
    "void f ( const out int a ) ;",
    "void f ( const in in int a ) ;",
    "void f ( in out in int a ) ;",
    "precise precise vec4 a ;",
    "layout ( location = 0 ) invariant invariant out vec4 a ;",
    "void f ( out sampler2D s ) ;",
    "void f ( void a ) ;",
    "void f ( int a [ ] ) ;",
    "void f ( int a = 1 ) ;",
    "void f ( int a , ) ;",
    "void f ( int a ] ;",
    "void f ( Q a ) ;",
    "void f ( int gl_a ) ;",
    "void f ( int a , int a ) { }",
    "struct V { vec2 a ; } ; const V v = V ( 1 , 2 ) ;",
    "const float w [ 2 ] = float [ ] ( 1 , 2 , 3 ) ;",
    "layout ( post_depth_coverage ) in ;",
    "layout ( blend_support_multiply ) out ;",
    "layout ( pixel_interlock_ordered ) in ;",
    "layout ( bindless_sampler ) uniform ;",
    "layout ( override_coverage ) out int gl_SampleMask [ 1 ] ;",
    "layout ( location = 0 ) pervertexEXT in float x [ ] ;",
    "layout ( binding = 0 ) devicecoherent buffer B { float a ; } ;",
    "layout ( binding = 0 ) buffer B { nonprivate float a ; } ;",
    "float f ( float a ) ; int f ( float a ) ;",
    "void f ( in float a ) ; void f ( out float a ) ;",
    "void f ( const float a ) ; void f ( float a ) ;",
    "void f ( mediump float a ) ; void f ( float a ) ;",
    "void f ( float a ) { } void f ( float b ) { }",
    "float [ 2 ] f ( ) ; float [ 3 ] f ( ) ;",
    "highp void f ( ) ;",
    "void f ( highp bool a ) ;",
    "highp double x ;",
    "struct S { highp bool a ; } ;",
    "struct T { int a ; } ; highp T t ;",
    "lowp void ;",
    "layout ( binding = 0 ) uniform A { highp bvec2 b ; } ;",
    "void f ( atomic_uint a ) ;",
    "struct S { atomic_uint a ; } ;",
    "atomic_uint f ( ) ;",
    "subroutine float T ( float x ) ;",
    "void f ( subroutine int x ) ;",
    "out int gl_SampleMask [ 1 ] ;",
    "flat in int gl_Layer ;",
    "in float gl_ClipDistance [ 9 ] ;",
    "float gl_ClipDistance [ 2 ] ;",
    "in float gl_CullDistance ;",
    "in vec2 gl_ClipDistance [ 2 ] ;",
    "vec4 gl_FrontColor ;",
    "flat in float gl_ClipDistance [ 2 ] ;",
];

/// Inputs, outputs, patches and ray tracing data, by stage.
#[rustfmt::skip]
const BY_STAGE: &[(&str, &str)] = &[
    ("frag", "layout(location = 0, component = 4) in float a;"),
    ("frag", "layout(location = 0, component = 3) in vec2 a;"),
    ("frag", "layout(location = 0, component = 1) in vec4 a;"),
    ("frag", "layout(location = 0, component = 3) in float a;"),
    ("vert", "layout(location = 0, component = 3) in float a;"),
    ("vert", "layout(location = 0, component = 2) in vec3 a;"),
    ("vert", "layout(location = 0, component = 1) in mat2 a;"),
    ("frag", "layout(location = 0, component = 0) in mat2 a;"),
    ("frag", "layout(location = 0, component = 0) in A { vec2 x; } a;"),
    ("frag", "layout(location = 0) in A { layout(component = 1) vec2 x; } a;"),
    ("frag", "layout(location = 0) in A { layout(location = 0, component = 3) vec2 x; };"),
    ("frag", "layout(location = 0) in A { layout(location = 0, component = 1) vec2 x; };"),
    ("frag", "layout(location = 0, component = 1) in vec2 a[2];"),
    ("frag", "layout(location = 0, component = 3) in vec2 a[2];"),
    ("frag", "layout(location = 0, component = 2) out float a; layout(location = 0, component = 3) out float b;"),
    ("frag", "layout(location = 0, component = 2) out vec2 a; layout(location = 0, component = 3) out float b;"),
    ("frag", "layout(location = 0, component = 1) flat in double a;"),
    ("frag", "layout(location = 0, component = 2) flat in double a;"),
    ("frag", "layout(location = 0, component = 2) flat in dvec2 a;"),
    ("frag", "layout(location = 0, component = 0) flat in dvec2 a;"),
    ("frag", "layout(location = 0, component = 0) flat in dvec3 a;"),
    ("frag", "layout(location = 0, component = 2) flat in dvec3 a;"),
    ("frag", "layout(location = 0, component = 0) flat in int a; layout(location = 0, component = 1) in float b;"),
    ("frag", "layout(location = 0, component = 0) flat in int a; layout(location = 0, component = 1) flat in uint b;"),
    ("frag", "layout(component = 0) in float b;"),
    ("frag", "struct S { float a; }; layout(location = 0, component = 1) in S s;"),
    ("vert", "layout(location = 0) centroid in vec4 a;"),
    ("vert", "layout(location = 0) smooth in vec4 a;"),
    ("vert", "layout(location = 0) invariant in vec4 a;"),
    ("vert", "layout(location = 0) in S { vec4 a; } s;"),
    ("vert", "struct S { vec4 a; }; layout(location = 0) in S s;"),
    ("frag", "layout(location = 0) flat out int a;"),
    ("frag", "layout(location = 0) centroid out vec4 a;"),
    ("frag", "struct S { vec4 a; }; layout(location = 0) out S s;"),
    ("frag", "layout(location = 0) out mat2 s;"),
    ("frag", "layout(location = 0) out A { vec4 a; } s;"),
    ("frag", "layout(location = 0) out double a;"),
    ("frag", "layout(location = 0) out bool a;"),
    ("vert", "layout(location = 0) out int a;"),
    ("vert", "layout(location = 0) out bool a;"),
    ("vert", "layout(location = 0) out struct S { int a; float b; } s;"),
    ("tesc", "layout(vertices = 3) out; layout(location = 0) patch out vec4 a;"),
    ("tesc", "layout(vertices = 3) out; layout(location = 0) patch in vec4 a;"),
    ("tese", "layout(quads) in; layout(location = 0) patch in vec4 a; layout(location = 1) in vec4 b[];"),
    ("tese", "layout(quads) in; layout(location = 0) patch out vec4 a;"),
    ("geom", "layout(points) in; layout(points, max_vertices = 1) out; layout(location = 0, stream = 1) out vec4 a;"),
    ("geom", "layout(points) in; layout(points, max_vertices = 1) out; layout(location = 0, stream = 4) out vec4 a;"),
    ("geom", "layout(points) in; layout(triangle_strip, max_vertices = 1) out; layout(location = 0, stream = 1) out vec4 a;"),
    ("rgen", "layout(location = 0) callableDataInEXT vec4 a;"),
    ("rmiss", "layout(location = 0) rayPayloadInEXT vec4 a; hitAttributeEXT vec2 b;"),
    ("rint", "layout(location = 0) rayPayloadInEXT vec4 a;"),
    ("rint", "hitAttributeEXT vec2 b;"),
    ("rahit", "hitAttributeEXT vec2 b; layout(location = 0) rayPayloadInEXT vec4 a;"),
    ("rahit", "layout(location = 0) rayPayloadEXT vec4 a;"),
    ("rcall", "layout(location = 0) callableDataInEXT vec4 a; layout(location = 1) callableDataEXT vec4 b;"),
    ("rcall", "layout(location = 0) rayPayloadEXT vec4 a;"),
    ("vert", "layout(location = 0) patch out vec4 a;"),
    ("geom", "layout(points) in; layout(points, max_vertices = 1) out; layout(location = 0) patch in vec4 a[1];"),
    ("frag", "layout(location = 0) patch in vec4 a;"),
    ("frag", "layout(location = 0) out mat2 a[2];"),
    ("frag", "layout(location = 0) out dvec2 a;"),
    ("frag", "layout(location = 0) sample out vec4 a;"),
    ("frag", "layout(location = 0) noperspective out vec4 a;"),
    ("frag", "layout(location = 0) invariant out vec4 a;"),
    ("vert", "layout(location = 0) sample in vec4 a;"),
    ("vert", "layout(location = 0) flat in ivec4 a;"),
    ("vert", "struct S { vec4 a; }; layout(location = 0) in S s[2];"),
    ("rgen", "layout(location = 0) rayPayloadEXT vec4 a; layout(location = 1) callableDataEXT vec4 b;"),
    ("rgen", "rayPayloadEXT vec4 a;"),
    ("rchit", "layout(location = 0) rayPayloadEXT P { vec4 a; } p;"),
    ("rchit", "hitAttributeEXT vec2 a; hitAttributeEXT vec2 b;"),
    ("vert", "layout(location = 0) rayPayloadEXT vec4 a;"),
    ("rmiss", "layout(location = 0) rayPayloadEXT vec4 a; layout(location = 1) callableDataEXT vec4 c; layout(location = 2) rayPayloadInEXT vec4 d;"),
    ("rmiss", "layout(location = 1) callableDataInEXT vec4 c;"),
    ("rahit", "layout(location = 1) callableDataEXT vec4 c;"),
    ("rint", "layout(location = 1) callableDataEXT vec4 c;"),
    ("rint", "layout(location = 1) rayPayloadEXT vec4 c;"),
    ("comp", "hitAttributeEXT vec2 a;"),
    ("rcall", "hitAttributeEXT vec2 a;"),
    ("rgen", "layout(location = 0) in vec4 a;"),
];

/// Changes that only one of glslang and padstone rejects, with the reason.
const DIFFERENT_VERDICTS: [(&str, &str); 0] = [];

#[test]
fn verdicts_on_declarations_match() {
    let Some(glslang) = Glslang::find("verdicts on GLSL compared with glslang's") else { return };
    let shader = |declarations: &&str| format!("#version 460\n{declarations}\nvoid main() {{}}\n");
    let mutants = mutations(&ACCEPTED, 60, 2000);
    let texts: Vec<&str> = ACCEPTED.iter().chain(&REJECTED).copied().chain(mutants.iter().map(String::as_str)).collect();
    let shaders: Vec<String> = texts.iter().map(shader).collect();
    let expected = |index: usize| (index < ACCEPTED.len() + REJECTED.len()).then_some(index < ACCEPTED.len());
    let mut wrong = Vec::new();
    for (index, (text, shader)) in texts.iter().zip(&shaders).enumerate() {
        let theirs = glslang.accepts("verdict.frag", shader, Target::Vulkan).is_ok();
        let ours = ours("verdict.frag", shader, "glslang", TargetEnv::Vulkan).errors.is_empty();
        let is_known = DIFFERENT_VERDICTS.iter().any(|(known, _)| text == known);
        if theirs != ours && !is_known || expected(index).is_some_and(|expected| (theirs, ours) != (expected, expected)) {
            wrong.push(format!("{text}: glslang {theirs}, padstone {ours}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// glslang has its own requirements for `main`.
#[test]
fn verdicts_on_entry_points_match() {
    let Some(glslang) = Glslang::find("verdicts on entry points compared with glslang's") else { return };
    let shaders = [
        ("void main() {}", true),
        ("void main(void) {}", true),
        ("void main(); void main() {}", true),
        ("precise void main() {}", true),
        ("int main() { return 1; }", false),
        ("void main(float a) {}", false),
        ("void main(float a) {} void main() {}", false),
        ("float main(); void main() {}", false),
        ("void main() {} void main() {}", false),
        ("highp void main() {}", false),
    ];
    let texts = shaders.map(|(text, _)| format!("#version 460\n{text}\n"));
    for ((text, expected), shader) in shaders.iter().zip(&texts) {
        let theirs = glslang.accepts("verdict.frag", shader, Target::Vulkan).is_ok();
        let ours = ours("verdict.frag", shader, "glslang", TargetEnv::Vulkan).errors.is_empty();
        assert_eq!((theirs, ours), (*expected, *expected), "{text}");
    }
}

/// The variables and blocks of a vertex, which a vertex shader redeclares.
#[test]
fn verdicts_on_redeclared_vertices_match() {
    let Some(glslang) = Glslang::find("verdicts on redeclared vertices compared with glslang's") else { return };
    let shaders = [
        ("out gl_PerVertex { vec4 gl_Position; };", true),
        ("out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[2]; };", true),
        ("invariant out float gl_ClipDistance[2];", true),
        ("layout(std140) out gl_PerVertex { vec4 gl_Position; };", true),
        ("out gl_PerVertex { vec4 gl_Position; int x; };", false),
        ("out gl_PerVertex { vec3 gl_Position; };", false),
        ("out gl_PerVertex { vec4 gl_Position[2]; };", false),
        ("out gl_PerVertex { float gl_ClipDistance; };", false),
        ("out gl_PerVertex { float gl_ClipDistance[9]; };", false),
        ("out gl_PerVertex { vec4 gl_Position; } a;", false),
        ("out gl_PerVertex { vec4 gl_Position; }; out gl_PerVertex { float gl_PointSize; };", false),
        ("in float gl_ClipDistance[2];", false),
        ("float gl_ClipDistance[2];", false),
        ("out int gl_Layer;", false),
        ("out vec4 gl_FrontColor;", false),
        ("out vec4 gl_Position;", false),
    ];
    for (text, expected) in shaders {
        let shader = format!("#version 460\n{text}\nvoid main() {{}}\n");
        let theirs = glslang.accepts("verdict.vert", &shader, Target::Vulkan).is_ok();
        let ours = ours("verdict.vert", &shader, "glslang", TargetEnv::Vulkan).errors.is_empty();
        assert_eq!((theirs, ours), (expected, expected), "{text}");
    }
}

/// The qualifiers, types and components that inputs and outputs of a stage have.
#[test]
fn verdicts_on_stages_match() {
    let Some(glslang) = Glslang::find("verdicts on inputs and outputs compared with glslang's") else { return };
    let mut wrong = Vec::new();
    for (stage, declarations) in BY_STAGE {
        let extension = if stage.starts_with('r') { "#extension GL_EXT_ray_tracing : require\n" } else { "" };
        let (file, shader) = (format!("verdict.{stage}"), format!("#version 460\n{extension}{declarations}\nvoid main() {{}}\n"));
        let theirs = glslang.accepts(&file, &shader, Target::Vulkan).is_ok();
        let ours = ours(&file, &shader, "glslang", TargetEnv::Vulkan).errors;
        if theirs != ours.is_empty() {
            wrong.push(format!("{stage}: {declarations}: glslang {theirs}, padstone {ours:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
