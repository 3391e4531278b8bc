//! padstone rejects the declarations that glslang rejects, and accepts the others: declarations with one token left out, duplicated, or
//! swapped with the next.

use padstone_read::cfamily::TargetEnv;
use padstone_testing::{Glslang, Target, ours, seeds};

/// Declarations that both accept, with spaces between all tokens.
const ACCEPTED: [&str; 18] = [
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
];

/// Declarations that both reject.
const REFUSED: [&str; 14] = [
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
];

/// Changes that glslang and padstone judge differently, for a reason.
const APART: [(&str, &str); 0] = [];

#[test]
fn declarations_are_rejected_by_both_or_by_none() {
    let Some(glslang) = Glslang::find("verdicts on GLSL compared with glslang's") else { return };
    let judge = |declarations: &str| {
        let source = format!("#version 460\n{declarations}\nvoid main() {{}}\n");
        let ours = ours("verdict.frag", &source, "glslang", TargetEnv::Vulkan);
        (glslang.accepts("verdict.frag", &source, Target::Vulkan).is_ok(), ours.errors.is_empty())
    };
    let mut wrong = Vec::new();
    for (texts, verdict) in [(&ACCEPTED[..], true), (&REFUSED[..], false)] {
        wrong.extend(texts.iter().filter(|text| judge(text) != (verdict, verdict)).map(|text| format!("{text} {:?}", judge(text))));
    }
    let mutants: Vec<String> = ACCEPTED.iter().flat_map(|text| changed(text)).collect();
    let cases = seeds(30, 2000);
    let step = (mutants.len() / (cases.end - cases.start).max(1) as usize).max(1);
    for text in mutants.iter().skip(cases.start as usize % step).step_by(step) {
        let (theirs, ours) = judge(text);
        if theirs != ours && !APART.iter().any(|(known, _)| text == known) {
            wrong.push(format!("{text}: glslang {theirs}, padstone {ours}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The texts with one change each.
fn changed(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let mut all = Vec::new();
    for (at, &word) in words.iter().enumerate() {
        let (before, after) = (&words[..at], &words[at + 1..]);
        all.push([before, after].concat().join(" "));
        all.push([before, &[word, word], after].concat().join(" "));
        if let [next, rest @ ..] = after {
            all.push([before, &[*next, word], rest].concat().join(" "));
        }
    }
    all
}
