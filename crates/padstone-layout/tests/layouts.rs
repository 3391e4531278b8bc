//! Layouts derived from the sources of the rule sets. DXC's own results are compared elsewhere.

use crate::common::lay_out;
use padstone_layout::{BytePiece, find, pieces, profiles, rule_sets};
use padstone_model::Offset;

/// `path@offset:size` of every member and `= size` of every buffer.
fn check(profile: &str, source: &str, expected: &str) {
    assert_eq!(lay_out(profile, source).places(), expected, "under {profile}: {source}");
}

#[test]
fn every_rule_set_is_a_profile_too() {
    for rules in rule_sets() {
        let profile = find(rules.name).unwrap_or_else(|| panic!("unknown profile {}", rules.name));
        assert!(std::ptr::eq(profile.cbuffer.rules, *rules) && std::ptr::eq(profile.structured.rules, *rules));
    }
    for profile in profiles() {
        assert!(std::ptr::eq(find(profile.name).expect("a profile"), *profile), "{} is hidden by another name", profile.name);
    }
    assert!(find("std150").is_none());
}

#[test]
fn one_buffer_has_a_layout_under_every_rule_set() {
    let source = "struct S { float a; float3 b; }; cbuffer C { float x; float2 y; float3 z; S s; float w[2]; float v; }";
    let rows = |offsets: &str| {
        let mut numbers = offsets.split_whitespace();
        let mut next = || numbers.next().expect("a number");
        let names = ["x", "y", "z", "s", "s.a", "s.b", "w", "v"];
        let members: String = names.iter().map(|name| format!("{name}@{} ", next())).collect();
        format!("{members}= {}", next())
    };
    for (rules, expected) in [
        ("dx-cbuffer", "0:4 4:8 16:12 32:16 32:4 36:12 48:20 68:4 72"),
        ("dx-structured", "0:4 4:8 12:12 24:16 24:4 28:12 40:8 48:4 52"),
        ("std140", "0:4 8:8 16:12 32:32 32:4 48:12 64:32 96:4 112"),
        ("std430", "0:4 8:8 16:12 32:32 32:4 48:12 64:8 72:4 80"),
        ("scalar", "0:4 4:8 12:12 24:16 24:4 28:12 40:8 48:4 52"),
        ("vk-relaxed-std140", "0:4 4:8 16:12 32:16 32:4 36:12 48:32 80:4 96"),
        ("vk-relaxed-std430", "0:4 4:8 16:12 32:16 32:4 36:12 48:8 56:4 64"),
        ("vk-dx-cbuffer", "0:4 4:8 16:12 32:16 32:4 36:12 48:20 68:4 72"),
        ("vk-dx-structured", "0:4 4:8 12:12 24:16 24:4 28:12 40:8 48:4 52"),
        ("clang-22-cbuffer", "0:4 8:8 16:12 32:16 32:4 36:12 48:20 68:4 72"),
        // Structs have the size of the LLVM type, in which float3 has 16 bytes.
        ("clang-22-spirv-cbuffer", "0:4 8:8 16:12 32:32 32:4 48:12 64:20 84:4 88"),
        ("clang-22-structured", "0:4 4:8 12:16 28:20 28:4 32:16 48:8 56:4 60"),
        ("documented-cbuffer", "0:4 4:8 16:12 32:16 32:4 36:12 48:20 68:4 72"),
        ("fxc-cbuffer", "0:4 4:8 16:12 32:16 32:4 36:12 48:20 68:4 72"),
        ("documented-structured", "0:4 4:8 12:12 24:16 24:4 28:12 40:8 48:4 52"),
    ] {
        check(rules, source, &rows(expected));
    }
}

#[test]
fn examples_of_the_proposals_have_their_offsets() {
    // 0003
    let my_buffer = "cbuffer MyBuffer { float4 a : packoffset(c0); float1 b : packoffset(c12); float1 c : packoffset(c1.y); }";
    check("documented", my_buffer, "a@0:16 b@192:4 c@20:4 = 196");
    check("documented", "cbuffer MyBuffer { float4 a; float1 b; float1 c; }", "a@0:16 b@16:4 c@20:4 = 24");
    // 0034
    let cb2 = "cbuffer cb2 { float a1[3]; double3 a2[2]; uint4 a3[2]; float16_t a4[2][2]; }";
    check("documented+16", cb2, "a1@0:36 a2@48:56 a3@112:32 a4@144:50 = 194");
    check("documented", "struct S { int v; }; cbuffer cb1 { int i; S s; int j; }", "i@0:4 s@16:4 s.v@16:4 j@20:4 = 24");
    check("documented", "struct S { float a; double b; }; StructuredBuffer<S> s;", "a@0:4 b@4:8 = 12");
    // 0016: a member without bytes moves nothing.
    let empty = "struct E {}; struct S { float a; E e; float z[0]; float b; }; cbuffer C { S s; }";
    check("documented", empty, "s@0:8 s.a@0:4 s.e@4:0 s.z@4:0 s.b@4:4 = 8");
    // "Types with explicit layouts": the members of vkoffset1 take 16 bytes.
    check("documented", "struct V { float2 a; [[vk::offset(8)]] float2 b; }; StructuredBuffer<V> v;", "a@0:8 b@8:8 = 16");
}

#[test]
fn clang_22_has_its_own_layouts() {
    for (source, expected) in [
        ("cbuffer C { float a; double4 b; }", "a@0:4 b@32:32 = 64"),
        ("cbuffer C { float4 a[2]; float2 b[2]; float2 c; }", "a@0:32 b@32:24 c@56:8 = 64"),
        ("cbuffer C { float2x3 a; float b; float2x3 c[2]; float d; }", "a@0:24 b@24:4 c@32:56 d@88:4 = 92"),
        ("cbuffer C { float x; float3x3 m; float y; float1x4 n; float z; }", "x@0:4 m@16:36 y@52:4 n@64:16 z@80:4 = 84"),
        ("struct S { uint a : 4; uint b : 8; float c; }; cbuffer C { S s; }", "s@0:12 s.a@0:4 s.b@4:4 s.c@8:4 = 12"),
        ("struct S { uint a : 4; uint b : 8; uint c : 24; float d; }; StructuredBuffer<S> s;", "a@0:5 b@0:0 c@0:0 d@5:4 = 9"),
        ("struct E {}; struct S { float a; E e; float b; }; StructuredBuffer<S> s;", "a@0:4 e@4:1 b@5:4 = 9"),
        ("struct S { float a; float3 b; float c; }; StructuredBuffer<S> s;", "a@0:4 b@4:12 c@20:4 = 24"),
        ("float x : register(c10); float y; float z : register(c1);", "x@160:4 y@164:4 z@16:4 = 168"),
        ("float4 a[2] : register(c0); float b : register(c1);", "a@0:32 b@32:4 = 36"),
    ] {
        check("clang-22", source, expected);
    }
}

#[test]
fn members_follow_explicit_offsets() {
    let mixed = "cbuffer C { float f; float g : packoffset(c0.z); }";
    check("dxc", mixed, "f@12:4 g@8:4 = 16");
    check("dxc-spirv", mixed, "f@0:4 g@8:4 = 12");
    let globals = "float x : register(c12); float y : register(c0); float2 ab; float3 cd[2]; float e;";
    check("dxc", globals, "x@192:4 y@0:4 ab@196:8 cd@208:28 e@236:4 = 240");
    check("dxc-spirv-gl", globals, "x@192:4 y@0:4 ab@200:8 cd@208:28 e@240:4 = 244");
    // After explicit offsets, the min16 state is reset.
    check("dxc", "cbuffer C { min16float a : packoffset(c0); float b; min16float c; }", "a@0:4 b@4:4 c@16:4 = 20");
}

#[test]
fn dxc_lays_out_groupshared_members() {
    let shared = "cbuffer C { float x; groupshared float3 g; float y; }";
    check("dxc", shared, "x@0:4 g@4:12 y@16:4 = 20");
    check("clang-22", shared, "x@0:4 g@4:0 y@4:4 = 8");
}

#[test]
fn empty_arrays_have_a_negative_size() {
    check("dxc", "cbuffer C { float x; float z[0]; float y; }", "x@0:4 z@16:4 y@4:4 = 8");
    check("dxc", "struct S { float z[0]; }; float x; S s;", "x@0:4 s@16:0 s.z@16:4 = 4");
    check("dxc-spirv", "cbuffer C { float x; float z[0]; float y; }", "x@0:4 z@16:0 y@16:4 = 20");
    let before_start = lay_out("dxc", "cbuffer C { float z[0]; float y; }");
    assert_eq!(before_start.places(), "");
    assert!(before_start.layouts.diagnostics.has_errors());
}

#[test]
fn pieces_cover_every_byte_once() {
    let source = "struct E {}; struct B { float3 p; }; struct S : B { float a; E e; half2x3 m; uint f : 4; uint g : 30; double d; };
        cbuffer C { float x; S s; float y[3]; Texture2D t; bool3 z; } cbuffer D { float a : packoffset(c2); float b : packoffset(c0.y); }
        StructuredBuffer<S> sb; StructuredBuffer<float3> sv;";
    for profile in profiles() {
        let laid = lay_out(profile.name, source);
        let mut structs = 0;
        for set in &laid.layouts.sets {
            for (ty, _) in laid.module.types.iter().filter(|(ty, _)| laid.module.as_struct(*ty).is_some()) {
                let Ok(layout) = set.get(ty) else { continue };
                let size = layout.size;
                let mut end = Offset::ZERO;
                for piece in pieces(&laid.module, set, ty, size) {
                    let (offset, size) = match piece {
                        BytePiece::Field { offset, size, .. } => (offset, size),
                        BytePiece::Padding(padding) => (padding.offset, padding.size),
                    };
                    // DXC's SPIR-V is inconsistent about structs that contain structs without bytes.
                    assert!(offset == end || (set.rules.struct_size == padstone_layout::StructSize::Recounted && offset < end));
                    end = end.max(offset.plus(size).expect("in range"));
                }
                assert_eq!(end, Offset::from(size), "{} under {}", laid.module.type_name(ty), set.rules.name);
                structs += 1;
            }
        }
        assert!(structs > 8, "{} of them", structs);
    }
}

#[test]
fn arrays_of_matrices_with_16_bit_types_are_laid_out() {
    let check = |source: &str, expected: &str| check("dxc+16", source, expected);
    for (declaration, size, after) in [
        ("half3x1 m", 6, 12),
        ("half3x1 m[2]", 22, 28),
        ("half3x1 m[3]", 6, 44),
        ("half3x1 m[6]", 86, 92),
        ("half3x1 m[2][3]", 22, 92),
        ("half3x1 m[3][2]", 86, 92),
        ("half3x1 m[3][1]", 6, 44),
        ("row_major half3x1 m[3][2]", 274, 276),
        ("row_major half1x3 m[2][3]", 22, 92),
        ("half2x2 m[8]", 244, 248),
        ("half2x2 m[4]", 20, 120),
        ("half2x2 m[2][4]", 52, 248),
        ("half2x2 m[4][2]", 244, 248),
        ("half2x2 m[2][2][2]", 52, 248),
        ("row_major uint16_t3x4 m[4][3]", 40, 576),
        ("int16_t3x4 m[4][3]", 54, 764),
        ("int16_t4x3 m[3][4]", 40, 576),
        ("half1x1 m[4]", 50, 52),
        ("float4x1 m[3][4][3][3]", 1728, 1728),
        ("float4x1 m[3][3][3][4]", 432, 1728),
        ("float1x3 m[4][3]", 180, 564),
    ] {
        check(&format!("cbuffer C {{ {declaration}; half z; }}"), &format!("m@0:{size} z@{after}:2 = {}", after + 2));
    }
    // The reflected size of a struct ends with its last member.
    let ends = "struct S { float4 a[5]; half4x2 m[4][4][2]; Texture2D t; }; cbuffer C { S s; float z; }";
    check(ends, "s@0:200 s.a@0:80 s.m@80:120 z@1104:4 = 1108");
    let nested = "struct S { half b; half2x2 m[4]; }; struct T { float a; S s; }; cbuffer C { T t[2]; half z; }";
    check(nested, "t@0:116 t[].a@0:4 t[].s@16:36 t[].s.b@16:2 t[].s.m@32:20 z@312:2 = 314");
    let followed = "struct S { half2x2 m[4]; half b; }; cbuffer C { S s; half z; }";
    check(followed, "s@0:122 s.m@0:20 s.b@120:2 z@122:2 = 124");
}
