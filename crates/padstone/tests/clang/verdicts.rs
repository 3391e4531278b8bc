//! padstone rejects the declarations that clang 22 rejects, and accepts the others: declarations with a word left out, doubled or exchanged.

use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, cfamily, layout};
use padstone_testing::{mutations, sampled};

use crate::clang::{Clang, TARGETS};

/// Declarations that both accept.
const ACCEPTED: [&str; 38] = [
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
    "enum class E { A = 2, B = A + 1 }; static const E e=E::B; cbuffer C { float x[(int)E::A], y[int(e)]; }",
    "enum E : uint { A = 0, B = A - 1 }; enum F { D = 4294967296 }; cbuffer C { E e; F f; }",
    "template<typename T, int N> struct R { T t[N]; }; template<typename T> struct R<T, 1> { T t; }; cbuffer C { R<float, 1> r; R<float, 2> q; }",
    "template<typename A, typename B> struct is { static const int v = 2; }; template<typename A> struct is<A, A> { static const int v = 3; }; cbuffer C { float x[is<float, float>::v], y[is<float, int>::v]; }",
    "template<typename T> struct V { static const int n = 3; float x[V::n]; V next(V o) {return o;} }; cbuffer C { V<float> v; }",
    "template<typename T> struct S { T t; }; template struct S<float>; cbuffer C { S<float[3]> s; }",
    "static_assert(sizeof(float) == 4, \"size\"); struct S { float a; _Static_assert(1 < 2); float b; }; cbuffer C { S s; }",
    "cbuffer C { float3 a = vector<float, 3>(1,2,3); float b = (1 + 2) * -3; }",
    "float f(); float f(int a); using T = float3; using T = float3; struct S { float x; }; float S;",
    "template <int A, bool B = true> struct S { float t[A]; }; cbuffer C { S<2> s; }",
    "struct a { float x; }; cbuffer A { float a; struct a b; }",
    "struct a { float x; }; static float a; struct S { float a; struct a b; }; cbuffer A { struct a c; S s; }",
    "const float b; extern const float c; cbuffer C { const float d = 1; extern const float e; }",
    "struct S { float a = 1; }; struct Q { const S s; }; cbuffer C { const S a; Q q; }",
    "struct S { float a; }; float a : register(c1); S b : register(c2); S c : register(u3); cbuffer C { S d : register(c1); }",
    "cbuffer C { static float a : packoffset(c1); float b : packoffset(c0); }",
];

/// Declarations that both reject.
const REJECTED: [&str; 157] = [
    "struct T { float a; } static cbuffer C { float t; }",
    "struct T { float a; } inline cbuffer C { float t; }",
    "struct T { float a; } export cbuffer C { float t; }",
    "cbuffer H { float4 export; float q; }",
    "struct S { float export; float q; }; StructuredBuffer<S> s;",
    "typedef float4 V4; cbuffer H { V4 inline; float q; }",
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
    "enum E { A, A };",
    "enum class E { A, A };",
    "enum E { A }; enum F { A };",
    "enum E { A }; float A;",
    "float A; enum E { A };",
    "enum E { A }; typedef float A;",
    "enum E { A }; void A() {}",
    "enum E { A }; enum E { B };",
    "struct E { float x; }; enum E { A };",
    "typedef float T; typedef float2 T;",
    "using T = float2; using T = float3;",
    "struct T { float x; }; typedef float T;",
    "typedef float T; struct T { float x; };",
    "typedef float T; float T;",
    "cbuffer C { float T; } typedef float T;",
    "typedef float T; void T() {}",
    "float T; void T() {}",
    "namespace T { float y; } float T;",
    "struct T { float x; }; namespace T { float y; }",
    "template<typename X> struct T { X x; }; float T;",
    "template<typename X> struct T { X x; }; enum T { A };",
    "template<typename X> using T = X[2]; template<typename X> using T = X[3];",
    "template<typename X> struct S { X x; }; template<> struct S<float> { float2 t; }; template<> struct S<float> { float4 t; };",
    "template<typename X> struct S { X x; }; template<> struct S<float, int> { float4 t; };",
    "template<typename X> struct S { float X; }; cbuffer C { S<float> s; }",
    "struct S { typedef float T; typedef float2 T; };",
    "struct S { float T; typedef float T; };",
    "struct S { enum { A }; float A; };",
    "struct S { float a; float a() { return 1; } };",
    "struct S { static const int a = 1; float a; };",
    "template<typename T = > struct S { T t; };",
    "template<vector T> struct S { float t; };",
    "template<typename T,> struct S { T t; };",
    "template<int N M> struct S { float t; };",
    "template<int N = > struct S { float t[N]; };",
    "template<int N = 3, typename T> struct S { T t[N]; };",
    "template<typename T = 3> struct S { T t; };",
    "template<typename T = Missing> struct S { T t; };",
    "template<typename T, typename T> struct S { T t; };",
    "template<typename float> struct S { float t; };",
    "template<static int N> struct S { float t[N]; };",
    "template<float3 F> struct S { float t; };",
    "template<typename T> enum E { A };",
    "template<typename T> using U = ;",
    "template<bool B> struct S { float t; }; cbuffer C { S<5> s; }",
    "template<uint N> struct S { float t; }; cbuffer C { S<-1> s; }",
    "template<int N> struct S { float t; }; cbuffer C { S<float> s; }",
    "enum class E { A }; template<int e> struct S { float t; }; cbuffer C { S<E::A> s; }",
    "enum class E { A }; template<E e> struct S { float t; }; cbuffer C { S<0> s; }",
    "enum E : int { A = 2147483648 };",
    "enum E : uint { A = 4294967295, B };",
    "enum class E : uint { A = -1 };",
    "enum E : bool { A = 2 };",
    "enum E : float { A };",
    "enum class { A };",
    "enum E { for };",
    "enum E { float };",
    "enum class E { A = 2 }; cbuffer C { float x[E::A]; }",
    "enum class E { A = 2 }; cbuffer C { float x[E::A + 1]; }",
    "enum class E { A = 2 }; static const int N = E::A;",
    "static_assert(1 > 2, \"x\");",
    "static_assert(true, \"x\") float b;",
    "static_assert(1 +, \"x\");",
    "static_assert(true, );",
    "struct S { float a; static_assert(false); };",
    "template<typename T> struct S { static_assert(sizeof(T) == 4); T t; }; cbuffer C { S<double> s; }",
    "cbuffer C { float a = (1 + ; float b; }",
    "cbuffer C { float a = 3 4 5; float b; }",
    "float a = 1 ? 2;",
    "float a = float;",
    "static float a = max(1,, 2);",
    "float2 a = { 1 2 };",
    "cbuffer C { float if; }",
    "struct for { float x; };",
    "typedef float if;",
    "struct A : Missing { float x; };",
    "struct A : A { float x; };",
    "cbuffer C { typedef float T; T x; }",
    "cbuffer C { static_assert(true); float x; }",
    "cbuffer C { row_major float2x3 m; }",
    "uniform float x;",
    "cbuffer C { min16float x; }",
    // Of a cbuffer, all errors of its members.
    "cbuffer C { float4 a : packoffset(c0.y); float z : packoffset(c9.q); }",
    // Annotations in templates that nothing instantiates.
    "template<typename T> struct S { T a : packoffset(c1); };",
    "template<typename T> struct S { T f(T k : packoffset(c1)) { return k; } };",
    "template<typename T> struct S { T f() { T k : packoffset(c1); return k; } };",
    "template<typename T> struct S { static T a : packoffset(c1); };",
    "template<typename T> struct S { struct Q { T a : packoffset(c2); }; };",
    "template<typename T> struct S { T a; }; template<> struct S<float> { float b : packoffset(c1); };",
    "template<typename T> struct S { T a : register(c2); };",
    "template<typename T> struct S { T f(T s) { T q : register(c3); return s; } };",
    // Registers of other variables than global constants, resources and buffers.
    "float f(float k : register(c1)) { return k; }",
    "float f(RWBuffer<float> k : register(u1)) { return 1; }",
    "float f() : register(c1) { return 1; }",
    "template<typename T> T f(T s : register(c2)) { return s; }",
    "void g() { float x : register(c3); }",
    "groupshared float s : register(c4);",
    "static float s : register(c5);",
    "static RWBuffer<float> s : register(u5);",
    "struct R { static float s : register(c2); };",
    "struct R { RWBuffer<float> s : register(u2); };",
    "cbuffer C { static float a : register(c1); float b; }",
    "cbuffer C { groupshared float a : register(c1); float b; }",
    "cbuffer C { float a : register(c1); }",
    "cbuffer C { float a : packoffset(c0) : register(c1); }",
    "cbuffer C { float2x2 a : register(b1); }",
    "struct S { float a; }; cbuffer C { S a : register(i1); }",
    "float a : register(b1);",
    "int a : register(i1);",
    "float2x2 a : register(c1);",
    "enum E { A }; E a : register(c1);",
    // Constants without a value.
    "cbuffer C { const float b; }",
    "cbuffer C { float a; float3 const b[2] : packoffset(c1), c = 1; }",
    "struct S { float a; }; cbuffer C { const S b; }",
    "struct S { const float a; }; cbuffer C { S s[2]; }",
    "struct S { const float a; }; struct Q : S { float b; }; cbuffer C { Q q; }",
    "template<typename T> struct S { const T a; }; cbuffer C { S<float> s; }",
    "static const float b;",
    "groupshared const float b;",
    "namespace N { const float b; }",
    // The name of a variable or function hides that of a type.
    "struct a { float x; }; cbuffer A { float a; a b; }",
    "struct a { float x; }; cbuffer A { float a; a; }",
    "struct a { float x; }; struct S { float a; a b; }; cbuffer A { S s; }",
    "struct a { float x; }; float a(); cbuffer A { a b; }",
    "enum a { X }; cbuffer A { float a; a b; }",
];

/// Changes that only one of clang and padstone rejects, with the reason.
const DIFFERENT_VERDICTS: [(&str, &str); 16] = [
    (
        "const uint count = 2 * 3; cbuffer A { float w[count + 1]; }",
        "without `static` it is a member of `$Globals`, whose value clang takes all the same",
    ),
    (
        "enum class E { A = 2, B = A + 1 }; const E e=E::B; cbuffer C { float x[(int)E::A], y[int(e)]; }",
        "like the one before: a member of `$Globals`",
    ),
    ("float packoffset(float packoffset){return static packoffset;} float q = packoffset(1);", "padstone does not check function bodies"),
    ("typedef typedef float packoffset; struct S { packoffset a; }; cbuffer C { S s; packoffset b; }", TYPEDEF),
    ("float typedef packoffset; struct S { packoffset a; }; cbuffer C { S s; packoffset b; }", TYPEDEF),
    ("typedef typedef float4 Row; cbuffer A { Row rows[3]; }", TYPEDEF),
    ("float4 typedef Row; cbuffer A { Row rows[3]; }", TYPEDEF),
    (
        "struct S { float3 at; uint : kind 4; float get(float by); }; cbuffer A { S s[2]; float after; }",
        "clang drops a member without a name in silence, and what follows its semantic",
    ),
    ("struct a { float x; }; cbuffer A { a; float }", UNNAMED),
    ("struct a { float x; }; cbuffer A { a; float struct a b; }", UNNAMED),
    ("cbuffer A { float4x4 float4x4 ; float b; }", UNNAMED),
    ("cbuffer A { float4x4 ; float float b; }", UNNAMED),
    ("cbuffer A { float4x4 ; b; float }", UNNAMED),
    ("cbuffer A { float4x4 ; float b; b; }", UNNAMED),
    ("cbuffer A { float4x4 ; b; }", UNNAMED),
    ("cbuffer A { float4x4 ; float }", UNNAMED),
];
const TYPEDEF: &str = "padstone reads `typedef` only as the first word of a declaration, and only once";
const UNNAMED: &str = "clang drops a member without a type or without a name in silence";

/// Whether clang and padstone accept a text, for the target with this index.
fn judge(clang: &Clang, text: &str, target: usize) -> (bool, bool) {
    let theirs = clang.module(text, &TARGETS[target], false).is_ok();
    let spirv = TARGETS[target].profile == "clang-22-spirv";
    let hlsl = cfamily::Options { clang: true, hlsl_version: cfamily::CLANG_HLSL_VERSION, spirv, ..cfamily::Options::default() };
    let unit = Unit::read("main.hlsl", text.into(), &MemoryLoader::default(), &Options { hlsl, ..Options::default() });
    let layouts = unit.layout(layout::find(TARGETS[target].profile).expect("a profile"));
    (theirs, !unit.diagnostics.has_errors() && !layouts.diagnostics.has_errors())
}

/// Specialization constants for SPIR-V, and whether both accept them.
const SPECIALIZATION_CONSTANTS: [(&str, bool); 18] = [
    ("[[vk::constant_id(0)]] const int a = 1;", true),
    ("[[vk::constant_id(0)]] const uint a = 1;", true),
    ("[[vk::constant_id(0)]] const float a = -1;", true),
    ("[[vk::constant_id(0)]] const bool a = true;", true),
    ("[[vk::constant_id(0)]] const double a = 1.5;", true),
    ("[[vk::constant_id(0)]] const half a = 1;", true),
    ("[[vk::constant_id(0)]] const int a = (1 + 2) * 3;", true),
    ("static const int k = 3; [[vk::constant_id(0)]] const int a = k;", true),
    ("enum E { A, B }; [[vk::constant_id(0)]] const E a = B;", true),
    ("[[vk::constant_id(0)]] static const int a = 1;", true),
    ("[[vk::constant_id(0)]] const int64_t a = 1;", false),
    ("[[vk::constant_id(0)]] const uint64_t a = 1;", false),
    ("[[vk::constant_id(0)]] const int2 a = 1;", false),
    ("[[vk::constant_id(0)]] const int a[2] = {1, 2};", false),
    ("struct S { int a; }; [[vk::constant_id(0)]] const S a = {1};", false),
    ("[[vk::constant_id(0)]] const int a;", false),
    ("[[vk::constant_id(0)]] int a = 1;", false),
    ("[[vk::constant_id(0)]] const int a = 1; [[vk::constant_id(1)]] const int b = a + 1;", false),
];

#[test]
fn verdicts_on_specialization_constants_match() {
    let Some(clang) = Clang::find() else { return };
    for (text, verdict) in SPECIALIZATION_CONSTANTS {
        assert_eq!(judge(&clang, text, 1), (verdict, verdict), "{text}");
    }
}

#[test]
fn verdicts_on_declarations_match() {
    let Some(clang) = Clang::find() else { return };
    let judge = |text: &str| judge(&clang, text, 0);
    let mut wrong = Vec::new();
    for (texts, verdict) in [(&ACCEPTED[..], true), (&REJECTED[..], false)] {
        wrong.extend(sampled(texts, 4).filter(|text| judge(text) != (verdict, verdict)).map(|text| format!("{text} {:?}", judge(text))));
    }
    for text in mutations(&ACCEPTED, 15, 500) {
        let (theirs, ours) = judge(&text);
        if theirs != ours && !DIFFERENT_VERDICTS.iter().any(|(known, _)| text == *known) {
            wrong.push(format!("{text}: clang {theirs}, padstone {ours}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Shaders that `emit cb-struct --shader` transforms.
const REWRITTEN: [&str; 11] = [
    "cbuffer A { float a; float b; } float foo() { return a + b; }",
    "cbuffer CB { float a : packoffset(c2); float b : packoffset(c4); float2 c : packoffset(c2.z); }; float foo(int i) { return a + b + c[i]; }",
    "cbuffer A { float3 a; float b[3]; float4x4 m; } // a, b
     struct S { float a; float get() { return a; } }; static const float b1 = 2;
     float4 foo(S s, float3 b) { float4 m = 0; for (uint i = 0; i < 3; ++i) { m += b.x * s.a + a[i] + s.get(); } /* a */ return m; }
     float bar() { float x = b[1], a = x; return a > x ? b[0] : m[0][1]; }",
    "namespace N { cbuffer A { float a; } float f() { return a; } } float g(float4 p) { return N::f() + p.a; }",
    "cbuffer A { vector<float, 3> a; uint kind; } float f(uint k) { switch (k) { case 1: return a.x; default: kind; } vector<float, 3> a = 1; return a.y; }",
    "cbuffer A { float m; float b; }; struct D { float m; }; struct E : D { float g() { return m + b; } };
     struct K { float r(); float q() { return b; } float b; }; float K::r() { return b + ::b + m; }
     namespace N { cbuffer M { float z; } float f(float z) { return N::z + z; } } float g(float b) { return b + ::b + N::z + ::N::z; }",
    "cbuffer A { float a; struct In { float q; } inn; static const float k = 2; float sq(float x) { return x * a * k; }
     struct { float w; } un; static float st = k; } float f() { return sq(a) * inn.q * k * un.w * st; }",
    "struct P { float4 x; }; cbuffer A { P a; float gain; }\n#define TWICE(x) ((x) + (x))\nfloat f() { return TWICE(gain) * a.x.y; }",
    "cbuffer A { float a; float b; } namespace N { static const float a = 1; enum E { b }; } namespace N { float f() { return a + (int)b + ::a; } }
     enum class K { a, b }; float g(K k) { switch (k) { case K::a: return a; default: return b + N::a; } }
     struct { float b; } q; namespace P { struct B { float a; }; struct D : B { float f() { return a * b; } }; } struct B { float b; float f() { return a * b; } };",
    "struct ALayout { float x; }; static float cbuffer_A_1; cbuffer A { float a; float b; } template<typename a> a f(a x) { return x; }
     template<typename T> struct V { static const int b = 2; T a; T get(); }; template<typename T> T V<T>::get() { return a + b; }
     typedef V<float> W; float g(ALayout x) { V<float> v; v.a = a; return v.get() + f(b) + W::b + V<float>::b + x.x; }",
    "#ifndef G\n#define G\n#define NEG -\ncbuffer A { float a; float b; }\n#ifdef X\nfloat f(float a) { return a; }\n#else\nfloat f(float b) { return b; }\n#endif
     float g(float x) { for (float a = 0; a < 2; ++a) for (int i = 0; i < b; ++i) if (a > x) return a; else return b; return NEG b; }
     float h() { struct { float q; } a; a.q = b; float3 v = b; [unroll] for (int i = 0; i < 3; ++i) [branch] if (v[int(b)] > 1) break; return a.q; }\n#endif",
];

#[test]
fn shaders_with_structs_for_buffers_are_accepted() {
    let Some(clang) = Clang::find() else { return };
    for text in REWRITTEN {
        clang.accepts(text, &TARGETS[0]).unwrap_or_else(|error| panic!("{text}\n{error}"));
        let unit = Unit::read("main.hlsl", text.into(), &MemoryLoader::default(), &Options::default());
        let layouts = unit.layout(layout::find("dxc").expect("a profile"));
        let mut files = unit.sources.files().map(|(_, file)| file);
        let (file, mut out) = (files.next().expect("one was read"), Vec::new());
        let found =
            padstone_read::emit::cb_struct::write_shader(&mut out, &unit.module, &layouts, file, files).expect("a Vec takes everything");
        let rewritten = String::from_utf8(out).expect("text");
        assert!(!found.has_errors() && !rewritten.contains("cbuffer "), "{rewritten}\n{found:?}");
        clang.accepts(&rewritten, &TARGETS[0]).unwrap_or_else(|error| panic!("{rewritten}\n{error}"));
    }
}
