//! padstone rejects the declarations that clang 22 rejects, and accepts the others: declarations with each token left out in turn.

use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, layout};
use padstone_testing::seeds;

use crate::clang::{Clang, TARGETS};

/// Declarations that both accept.
const ACCEPTED: [&str; 22] = [
    "cbuffer A : register(b3) { float3 x; float w[4]; float2x3 m; }",
    "cbuffer A { float4 a : packoffset(c3); float b : packoffset(c0.y); }",
    // No token of the body alone: clang checks bodies.
    "float packoffset(float packoffset){return packoffset;} static float q = packoffset(1);",
    "cbuffer C { float packoffset : packoffset(c1); float b : packoffset(c2.y); }",
    "typedef float packoffset; struct S { packoffset a; }; cbuffer C { S s; packoffset b; }",
    "struct S { float3 at; uint kind : 4; float get(float by); }; cbuffer A { S s[2]; float after; }",
    "template<typename T, int N> struct Ring { T items[N]; }; cbuffer A { Ring<float3, 2> ring; }",
    "template<typename T> struct B { T t; }; template<typename T> struct D : B<T> { float x; }; cbuffer A { D<float> d; }",
    "template<typename T> struct S { T t; }; template<> struct S<float> { float4 t; }; cbuffer A { S<float> s; S<uint> u; }",
    "static const uint count = 2 * 3; cbuffer A { float w[count + 1]; }",
    "namespace N { struct Q { float3 p; }; cbuffer A { Q q; } } cbuffer B { N::Q t; }",
    "float a; namespace N { float a; }",
    "struct a { float x; }; cbuffer A { float a; }",
    "extern float b; float b;",
    "enum class Mode : uint { Off, On = 3, Both }; cbuffer A { Mode mode; float after; }",
    "typedef float4 Row; cbuffer A { Row rows[3]; }",
    "float4 first; float second : register(c9);",
    "cbuffer A { vector<float, 3> v; matrix<float, 2, 3> m; }",
    "cbuffer A { float4x4 ; float b; }",
    "template<typename T, int> struct R { T t; }; cbuffer A { R<float, 2> r; }",
    "enum E { a }; template<typename T, E e> struct R { T t; }; cbuffer A { R<float, a> r; }",
    "enum { A, B }; struct S { enum { C }; float x; }; cbuffer Q { struct N { float x; }; N n; }",
];

/// Declarations that both reject.
const REJECTED: [&str; 26] = [
    "cbuffer A { float a; } cbuffer B { float3 a; }",
    "cbuffer A { float a; } float a;",
    "static float s; cbuffer A { float s; }",
    "static float s : packoffset(c1);",
    "float s : packoffset(c1);",
    "groupshared float s : packoffset(c1);",
    "struct S { float a : packoffset(c1); };",
    "void f(float a : packoffset(c1)) { }",
    "template<typename T> struct S { T t; }; cbuffer C { S<float> c; }; template<> struct S<float> { float4 t; };",
    "template<typename T> struct L { Late l; T t; }; struct Late { float a; }; cbuffer C { L<float> c; };",
    "cbuffer A { float a : packoffset(c0); float b : packoffset(c0); float c : packoffset(c0); }",
    "cbuffer A { float3 a; world; uint b; }",
    "cbuffer A { float4 a <\n float b; }",
    "float f() MYMACRO { return 1; }",
    "float f() return 1; }",
    "cbuffer A { float w 4]; float b; }",
    "cbuffer A { float4 a : packoffset(c0.y); }",
    "struct S { float a; float a; };",
    "struct { float x; };",
    "static struct { float x; };",
    "template<> struct { float4 t; };",
    "template<typename T> struct { float4 t; } x;",
    "template<typename T, N> struct R { T t; };",
    "template<T> struct R { float t; };",
    "template<typename T e> struct R { T t; };",
    "cbuffer A { float a : AT(0 x); float b; }",
];

/// Tokens whose omission only one of clang and padstone rejects, with the reason.
const DIFFERENT_VERDICTS: [(&str, &str); 3] = [
    (
        "const uint count = 2 * 3; cbuffer A { float w[count + 1]; }",
        "without `static` it is a member of `$Globals`, whose value clang takes all the same",
    ),
    ("cbuffer A { float4x4 ; b; }", "clang drops a member without a type in silence"),
    ("cbuffer A { float4x4 ; float }", "clang drops the last member, which has neither a name nor a `;`, in silence"),
];

#[test]
fn verdicts_on_declarations_match() {
    let Some(clang) = Clang::find() else { return };
    let judge = |text: &str| {
        let theirs = clang.module(text, &TARGETS[0], false).is_ok();
        let unit = Unit::read("main.hlsl", text.into(), &MemoryLoader::default(), &Options::default());
        let layouts = unit.layout(layout::find("clang-22").expect("a profile"));
        (theirs, !unit.diagnostics.has_errors() && !layouts.diagnostics.has_errors())
    };
    let mut wrong = Vec::new();
    for (texts, verdict) in [(&ACCEPTED[..], true), (&REJECTED[..], false)] {
        wrong.extend(texts.iter().filter(|text| judge(text) != (verdict, verdict)).map(|text| format!("{text} {:?}", judge(text))));
    }
    let mutants: Vec<(usize, String)> = (ACCEPTED.iter().enumerate())
        .flat_map(|(index, text)| {
            let words =
                text.split_inclusive(' ').scan(0, |position, word| Some(std::mem::replace(position, *position + word.len())..*position));
            words.map(move |word| (index, format!("{}{}", &text[..word.start], &text[word.end..])))
        })
        .collect();
    let cases = seeds(40, 1000);
    let step = (mutants.len() / (cases.end - cases.start).max(1) as usize).max(1);
    for (_, text) in mutants.iter().skip(cases.start as usize % step).step_by(step) {
        let (theirs, ours) = judge(text);
        if theirs != ours && !DIFFERENT_VERDICTS.iter().any(|(known, _)| text == known) {
            wrong.push(format!("{text}: clang {theirs}, padstone {ours}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Shaders that `emit cb-struct --shader` transforms.
const REWRITTEN: [&str; 6] = [
    "cbuffer A { float a; float b; } float foo() { return a + b; }",
    "cbuffer CB { float a : packoffset(c2); float b : packoffset(c4); float2 c : packoffset(c2.z); }; float foo(int i) { return a + b + c[i]; }",
    "cbuffer A { float3 a; float b[3]; float4x4 m; } // a, b
     struct S { float a; float get() { return a; } }; static const float b1 = 2;
     float4 foo(S s, float3 b) { float4 m = 0; for (uint i = 0; i < 3; ++i) { m += b.x * s.a + a[i] + s.get(); } /* a */ return m; }
     float bar() { float x = b[1], a = x; return a > x ? b[0] : m[0][1]; }",
    "namespace N { cbuffer A { float a; } float f() { return a; } } float g(float4 p) { return N::f() + p.a; }",
    "cbuffer A { vector<float, 3> a; uint kind; } float f(uint k) { switch (k) { case 1: return a.x; default: kind; } vector<float, 3> a = 1; return a.y; }",
    "struct P { float4 x; }; cbuffer A { P a; float gain; }\n#define TWICE(x) ((x) + (x))\nfloat f() { return TWICE(gain) * a.x.y; }",
];

#[test]
fn shaders_with_structs_for_buffers_are_accepted() {
    let Some(clang) = Clang::find() else { return };
    for text in REWRITTEN {
        clang.accepts(text, &TARGETS[0]).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let unit = Unit::read("main.hlsl", text.into(), &MemoryLoader::default(), &Options::default());
        let layouts = unit.layout(layout::find("dxc").expect("a profile"));
        let (_, file) = unit.sources.files().next().expect("one was read");
        let mut out = Vec::new();
        let found = padstone_read::emit::cb_struct::write_shader(&mut out, &unit.module, &layouts, file).expect("a Vec takes everything");
        let rewritten = String::from_utf8(out).expect("text");
        assert!(!found.has_errors() && !rewritten.contains("cbuffer "), "{rewritten}\n{found:?}");
        clang.accepts(&rewritten, &TARGETS[0]).unwrap_or_else(|error| panic!("{rewritten}\n{error}"));
    }
}
