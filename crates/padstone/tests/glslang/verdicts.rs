//! padstone rejects the declarations that glslang rejects, and accepts the others: declarations with one token left out, duplicated, or
//! swapped with the next.

use padstone_read::cfamily::TargetEnv;
use padstone_testing::{Glslang, mutations, ours};

/// Declarations that both accept, with spaces between all tokens.
const ACCEPTED: [&str; 25] = [
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
];

/// Declarations that both reject.
const REFUSED: [&str; 53] = [
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
];

/// Changes that glslang and padstone judge differently, for a reason.
const APART: [(&str, &str); 0] = [];

#[test]
fn declarations_are_rejected_by_both_or_by_none() {
    let Some(glslang) = Glslang::find("verdicts on GLSL compared with glslang's") else { return };
    let shader = |declarations: &&str| format!("#version 460\n{declarations}\nvoid main() {{}}\n");
    let mutants = mutations(&ACCEPTED, 60, 5000);
    let texts: Vec<&str> = ACCEPTED.iter().chain(&REFUSED).copied().chain(mutants.iter().map(String::as_str)).collect();
    let shaders: Vec<String> = texts.iter().map(shader).collect();
    let theirs = glslang.accepts_each(&shaders);
    let expected = |index: usize| (index < ACCEPTED.len() + REFUSED.len()).then_some(index < ACCEPTED.len());
    let mut wrong = Vec::new();
    for (index, ((text, shader), theirs)) in texts.iter().zip(&shaders).zip(theirs).enumerate() {
        let ours = ours("verdict.frag", shader, "glslang", TargetEnv::Vulkan).errors.is_empty();
        let is_known = APART.iter().any(|(known, _)| text == known);
        if theirs != ours && !is_known || expected(index).is_some_and(|expected| (theirs, ours) != (expected, expected)) {
            wrong.push(format!("{text}: glslang {theirs}, padstone {ours}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
