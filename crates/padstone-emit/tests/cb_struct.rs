//! `cb-struct`: the struct that a constant buffer is translated into.

use padstone_emit::cb_struct::write;

#[track_caller]
fn check(source: &str, expected: &str) {
    let (module, layouts) = crate::read::read(source, "dxc");
    let mut out = Vec::new();
    let diagnostics = write(&mut out, &module, &layouts).expect("a Vec takes everything");
    assert_eq!(diagnostics.iter().count(), 0, "{source}\n{diagnostics:#?}");
    assert_eq!(String::from_utf8(out).expect("text"), expected, "{source}");
}

#[test]
fn buffers_without_packoffset_are_written() {
    check(
        "cbuffer A { float a; float b; }",
        "\
struct ALayout {
  float a; // c0.x
  float b; // c0.y
} cbuffer_A;
// constant  register      offset        size  field
// a         c0.x               0           4  cbuffer_A.a
// b         c0.y               4           4  cbuffer_A.b
",
    );
}

#[test]
fn the_example_of_the_packoffset_proposal_is_written() {
    check(
        "cbuffer CB { float a : packoffset(c2); float b : packoffset(c4); float2 c : packoffset(c2.z); }",
        "\
struct CBLayout {
  float4 padding0[2]; // c0/c1
  float a;            // c2.x
  float padding1;     // c2.y
  float2 c;           // c2.zw
  float4 padding2;    // c3
  float b;            // c4.x
} cbuffer_CB;
// constant  register      offset        size  field
// a         c2.x              32           4  cbuffer_CB.a
// b         c4.x              64           4  cbuffer_CB.b
// c         c2.zw             40           8  cbuffer_CB.c
",
    );
}

/// DXC counts the bytes after the matrix for the struct too.
#[test]
fn no_padding_follows_a_matrix_of_16_bits() {
    check(
        "// 16\nstruct S { half2x3 m; }; cbuffer A { half2x3 m; } cbuffer B { S s[2]; } cbuffer C { half2x3 n; half z; }",
        "\
struct ALayout {
  float16_t2x3 m; // c0-c2.x
} cbuffer_A;
// constant  register      offset        size  field
// m         c0-c2.x            0          36  cbuffer_A.m

struct BLayout {
  S s[2]; // c0-c5.x
} cbuffer_B;
// constant  register      offset        size  field
// s         c0-c5.x            0          84  cbuffer_B.s

struct CLayout {
  float16_t2x3 n; // c0-c2.x
  float16_t z;    // c2.z
} cbuffer_C;
// constant  register      offset        size  field
// n         c0-c2.x            0          36  cbuffer_C.n
// z         c2.z              40           2  cbuffer_C.z
",
    );
}

#[test]
fn padding_names_avoid_member_names() {
    check(
        "// 16\nstruct S { float a; }; cbuffer C { S s : packoffset(c12); int padding1[3] : packoffset(c13); half h : packoffset(c16.y); \
         struct { float m; } n : packoffset(c17); float2x2 m : packoffset(c0.x); } cbuffer C { float only; }",
        "\
struct CLayout {
  float2x2 m;            // c0/c1.xy
  float2 padding0;       // c1.zw
  float4 padding2[10];   // c2-c11
  S s;                   // c12.x
  float3 padding3;       // c12.yzw
  int padding1[3];       // c13-c15.x
  float3 padding4;       // c15.yzw
  float padding5;        // c16.x
  float16_t h;           // c16.y
  uint16_t padding6;     // c16.y
  float2 padding7;       // c16.zw
  struct { float m; } n; // c17.x
} cbuffer_C;
// constant  register       offset        size  field
// s         c12.x             192           4  cbuffer_C.s
// padding1  c13-c15.x         208          36  cbuffer_C.padding1
// h         c16.y             260           2  cbuffer_C.h
// n         c17.x             272           4  cbuffer_C.n
// m         c0/c1.xy            0          24  cbuffer_C.m

struct C_1Layout {
  float only; // c0.x
} cbuffer_C_1;
// constant  register      offset        size  field
// only      c0.x               0           4  cbuffer_C_1.only
",
    );
}

#[test]
fn constants_that_share_bytes_have_no_struct() {
    let (module, layouts) = crate::read::read("float a[3] : register(c0); float b : register(c1);", "dxc");
    let mut out = Vec::new();
    let diagnostics = write(&mut out, &module, &layouts).expect("a Vec takes everything");
    let found: Vec<_> = diagnostics.iter().map(|found| (found.code.id, found.message.as_str())).collect();
    assert_eq!(found, [("P0702", "`$Globals` has no layout struct: `a` and `b` share bytes")]);
    assert!(out.is_empty());
}

/// Under SPIR-V rules, padding after an array or a matrix belongs to it, and vectors are aligned.
#[test]
fn padding_follows_the_rules() {
    let (module, layouts) = crate::read::read("cbuffer C { float a; float3 v; float2x2 m; float e; float2 f; float3 g; };", "dxc-spirv");
    let mut out = Vec::new();
    let diagnostics = write(&mut out, &module, &layouts).expect("a Vec takes everything");
    assert_eq!(diagnostics.iter().count(), 0, "{diagnostics:#?}");
    let text = String::from_utf8(out).expect("text");
    let fields = "\
struct CLayout {
  float a;        // c0.x
  float3 v;       // c0.yzw
  float2x2 m;     // c1/c2.xy
  float e;        // c3.x
  float2 f;       // c3.yz
  float padding0; // c3.w
  float3 g;       // c4.xyz
} cbuffer_C;
";
    assert!(text.starts_with(fields), "{text}");
}

#[test]
fn constants_that_no_struct_places_are_reported() {
    let (module, layouts) = crate::read::read("cbuffer C { float2x2 m : packoffset(c0); float b : packoffset(c1.z); };", "dxc-spirv");
    let diagnostics = write(&mut Vec::new(), &module, &layouts).expect("a Vec takes everything");
    let found: Vec<_> = diagnostics.iter().map(|found| (found.code.id, found.message.as_str())).collect();
    assert_eq!(found, [("P0734", "`C` has no layout struct under vk-relaxed-std140: `b` would be at offset 32 instead of 24")]);
}
