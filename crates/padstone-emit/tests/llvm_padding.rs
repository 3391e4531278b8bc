//! `--form padding`: types, globals and metadata in clang 22's form, with padstone's offsets.

use padstone_emit::llvm::{LlvmOptions, Target, write, write_index_map};

/// The module of a source, for a target.
fn emit(source: &str, profile: &str, options: &LlvmOptions) -> String {
    let (module, layouts) = crate::read::read(source, profile);
    let mut out = Vec::new();
    let diagnostics = write(&mut out, &module, &layouts, options).expect("a Vec takes everything");
    assert_eq!(diagnostics.iter().count(), 0, "{source}\n{diagnostics:#?}");
    String::from_utf8(out).expect("LLVM text is ASCII")
}

/// Compares the type definitions of a module; `Pad(n)` represents `target("dx.Padding", n)`.
#[track_caller]
fn check_for(target: Target, profile: &str, source: &str, expected: &[&str]) {
    let text = emit(source, profile, &LlvmOptions { target, ..LlvmOptions::default() });
    let found: Vec<String> = text
        .lines()
        .filter(|line| line.contains(" = type "))
        .map(|line| line.replace("target(\"dx.Padding\", ", "Pad(").replace("target(\"spirv.Padding\", ", "Pad(").replace(" = type", " ="))
        .collect();
    assert_eq!(found, expected, "{profile}: {source}");
}

#[track_caller]
fn check(profile: &str, source: &str, expected: &[&str]) {
    check_for(Target::Dx, profile, source, expected);
}

#[test]
fn examples_of_the_padding_proposal_are_written() {
    check(
        "dxc",
        "cbuffer cb0 : register(b0) { int x : packoffset(c0.y); float y : packoffset(c1.z); }",
        &["%__cblayout_cb0 = <{ Pad(4), i32, Pad(16), float }>"],
    );
    check("dxc", "cbuffer cb0 { int x : packoffset(c0.y); float y : packoffset(c0.x); }", &["%__cblayout_cb0 = <{ float, i32 }>"]);
    check(
        "dxc",
        "struct S { int v; }; cbuffer cb1 : register(b0) { int i; S s; int j; }",
        &["%__cblayout_cb1 = <{ i32, Pad(12), %S, i32 }>", "%S = <{ i32 }>", "%struct.S = <{ i32 }>"],
    );
    check(
        "dxc",
        "// 16\ncbuffer cb2 : register(b0) { float a1[3]; double3 a2[2]; uint4 a3[2]; float16_t a4[2][2]; }",
        &["%__cblayout_cb2 = <{ <{ [2 x <{ float, Pad(12) }>], float }>, Pad(12), \
         <{ [1 x <{ <3 x double>, Pad(8) }>], <3 x double> }>, Pad(8), [2 x <4 x i32>], \
         <{ [1 x <{ <{ [1 x <{ half, Pad(14) }>], half }>, Pad(14) }>], <{ [1 x <{ half, Pad(14) }>], half }> }> }>"],
    );
}

#[test]
fn packoffset_sorts_the_members() {
    check(
        "dxc",
        "cbuffer CB { float a : packoffset(c2); float b : packoffset(c4); float2 c : packoffset(c2.z); }",
        &["%__cblayout_CB = <{ Pad(32), float, Pad(4), <2 x float>, Pad(16), float }>"],
    );
    check("dxc", "cbuffer C { float f; float g : packoffset(c0.z); }", &["%__cblayout_C = <{ Pad(8), float, float }>"]);
}

/// DXC counts 24 bytes for `m`, whose two vectors take 28: the padding after a struct counts from the end of its LLVM type.
#[test]
fn matrices_in_arrays_of_arrays_take_the_bytes_of_their_vectors() {
    check_for(
        Target::Spirv,
        "dxc-spirv",
        "struct S { row_major float2x3 m[1][1]; }; cbuffer B { S a; S b; float c; }",
        &[
            "%__cblayout_B = <{ %S, Pad(4), %S, Pad(4), float }>",
            "%S = <{ [1 x [1 x <{ [1 x <{ [3 x float], Pad(4) }>], [3 x float] }>]] }>",
            "%struct.S = <{ [1 x [1 x <{ [1 x <{ [3 x float], Pad(4) }>], [3 x float] }>]] }>",
        ],
    );
}

#[test]
fn names_match_clang() {
    check(
        "dxc",
        "struct E {}; struct S { float a; E e; }; cbuffer C { S s; } cbuffer C { float b; }",
        &[
            "%__cblayout_C = <{ %__cblayout_S }>",
            "%__cblayout_S = <{ float, Pad(12) }>",
            "%__cblayout_C_1 = <{ float }>",
            "%struct.S = <{ float }>",
        ],
    );
    check("dxc", "struct E {}; cbuffer C { E e; } cbuffer C { float b; }", &["%__cblayout_C_1 = <{ float }>"]);
    check(
        "dxc",
        "namespace N { struct Q { float3 p; }; } cbuffer C { N::Q q; struct { float x; } u; struct { float y; } v; }",
        &[
            "%__cblayout_C = <{ %\"N::Q\", Pad(4), %anon, Pad(12), %anon.0 }>",
            "%\"N::Q\" = <{ <3 x float> }>",
            "%anon = <{ float }>",
            "%anon.0 = <{ float }>",
            "%\"struct.N::Q\" = <{ <3 x float> }>",
        ],
    );
}

/// clang keeps structs in arrays as they are; elsewhere, it copies those of which members or bases have no bytes (clang 22.1.8, measured).
#[test]
fn elements_with_empty_bases_keep_their_names_in_clang() {
    let structs = "struct E {}; struct P : E { float2 b; }; struct S { float x; }; struct Q { P p; S s; }; struct W { P a[2]; }; ";
    let named = |source: &str, expected: &[&str]| {
        let source = format!("{structs}{source}");
        let text = emit(&source, "clang-22", &LlvmOptions::default()).replace("target(\"dx.Padding\", ", "Pad(");
        let found: Vec<&str> = text.lines().filter(|line| line.contains(" = type ") && !line.starts_with("%struct.")).collect();
        assert_eq!(found, expected, "{source}");
    };
    let [p, copy] = ["%P = type <{ <2 x float> }>", "%__cblayout_P = type <{ <2 x float> }>"];
    named("cbuffer C { P r[2]; float z; }", &["%__cblayout_C = type <{ <{ [1 x <{ %P, Pad(8) }>], %P }>, float }>", p]);
    named("cbuffer C { P a; P b[2]; }", &["%__cblayout_C = type <{ %__cblayout_P, Pad(8), <{ [1 x <{ %P, Pad(8) }>], %P }> }>", copy, p]);
    let w = "%W = type <{ <{ [1 x <{ %P, Pad(8) }>], %P }> }>";
    named("cbuffer C { W w; }", &["%__cblayout_C = type <{ %W }>", w, p]);
    let [q, inner] = ["%Q = type <{ %P, Pad(8), %S }>", "%S = type <{ float }>"];
    named("cbuffer C { Q q[1]; S s; }", &["%__cblayout_C = type <{ [1 x %Q], Pad(12), %S }>", q, p, inner]);
    let q = "%__cblayout_Q = type <{ %__cblayout_P, Pad(8), %S }>";
    named("cbuffer C { Q q; }", &["%__cblayout_C = type <{ %__cblayout_Q }>", q, copy, inner]);
}

/// clang omits members that are structs of bit-fields of width 0, but stores these in arrays and in base classes (clang 22.1.8, measured).
#[test]
fn structs_of_zero_width_bit_fields_match_clang() {
    let structs = "struct Z { int : 0; }; struct Y { int : 0; int : 0; }; struct P : Z { float b; }; struct Q { float x; P p; };\n";
    let check = |source: &str, expected: &[&str]| {
        let text = emit(&format!("{structs}{source}"), "clang-22", &LlvmOptions::default()).replace("target(\"dx.Padding\", ", "Pad(");
        let found: Vec<&str> = text.lines().filter(|line| line.contains(" = type ") && !line.starts_with("%struct.")).collect();
        assert_eq!(found, expected, "{source}");
    };
    check("cbuffer C { float a; Z z; Y y; float c; }", &["%__cblayout_C = type <{ float, float }>"]);
    check("Z z; float c;", &["%\"__cblayout_$Globals\" = type <{ float }>"]);
    let elements = "%__cblayout_C = type <{ <{ [1 x <{ %Z, Pad(12) }>], %Z }>, float }>";
    check("cbuffer C { Z z[2]; float c; }", &[elements, "%Z = type <{ i32 }>"]);
    let [base, copy] = ["%P = type <{ i32, float }>", "%__cblayout_P = type <{ i32, float }>"];
    check("cbuffer C { P p; }", &["%__cblayout_C = type <{ %__cblayout_P }>", copy]);
    check("cbuffer C { P p[1]; }", &["%__cblayout_C = type <{ [1 x %P] }>", base]);
    let outer = "%__cblayout_Q = type <{ float, Pad(12), %__cblayout_P }>";
    check("cbuffer C { Q q; }", &["%__cblayout_C = type <{ %__cblayout_Q }>", outer, copy]);
    let outer = "%Q = type <{ float, Pad(12), %P }>";
    check("cbuffer C { Q q[1]; }", &["%__cblayout_C = type <{ [1 x %Q] }>", outer, base]);
}

#[test]
fn types_appear_in_llvm_order() {
    let source = "struct Q { float a; }; cbuffer C { struct { Q q; } x; struct { float b; } y; Q z[3][1]; }";
    check(
        "clang-22",
        source,
        &[
            "%__cblayout_C = <{ %anon, Pad(12), %anon.0, Pad(12), <{ [2 x <{ [1 x %Q], Pad(12) }>], [1 x %Q] }> }>",
            "%anon = <{ %Q }>",
            "%Q = <{ float }>",
            "%anon.0 = <{ float }>",
            "%struct.Q = <{ float }>",
        ],
    );
}

#[test]
fn members_of_a_base_class_are_members() {
    check(
        "dxc",
        "struct B { float3 a; }; struct D : B { float b; float2 c; }; cbuffer C { float x; D d; float y; }",
        &[
            "%__cblayout_C = <{ float, Pad(12), %D, float }>",
            "%D = <{ <3 x float>, float, <2 x float> }>",
            "%struct.B = <{ <3 x float> }>",
            "%struct.D = <{ <3 x float>, float, <2 x float> }>",
        ],
    );
}

#[test]
fn matrices_are_vectors_except_under_clang_22() {
    let source = "cbuffer C { float2x3 a; float b; float3x1 n; row_major float2x3 r; }";
    check(
        "dxc",
        source,
        &["%__cblayout_C = <{ <{ [2 x <{ <2 x float>, Pad(8) }>], <2 x float> }>, float, Pad(4), <3 x float>, Pad(4), \
         <{ [1 x <{ <3 x float>, Pad(4) }>], <3 x float> }> }>"],
    );
    check("clang-22", "cbuffer C { float2x3 a; float b; float3x1 n; }", &["%__cblayout_C = <{ [6 x float], float, Pad(4), [3 x float] }>"]);
}

#[test]
fn half_matrices_count_four_bytes_per_element() {
    check(
        "dxc",
        "// 16\ncbuffer C { half2x3 m; half a; }",
        &["%__cblayout_C = <{ <{ [2 x <{ <2 x half>, Pad(12) }>], <2 x half> }>, Pad(4), half }>"],
    );
}

#[test]
fn a_buffer_has_its_allocation_size() {
    check(
        "dxc",
        "// 16\nstruct S { half2x2 m; }; ConstantBuffer<S> one; cbuffer C { S s; half2x2 m; }",
        &[
            "%S = <{ <{ [1 x <{ <2 x half>, Pad(12) }>], <2 x half> }>, Pad(4) }>",
            "%__cblayout_C = <{ %S.0, Pad(12), <{ [1 x <{ <2 x half>, Pad(12) }>], <2 x half> }>, Pad(4) }>",
            "%S.0 = <{ <{ [1 x <{ <2 x half>, Pad(12) }>], <2 x half> }> }>",
            "%struct.S = <{ [2 x <2 x half>] }>",
        ],
    );
}

#[test]
fn a_vector_whose_tail_is_used_is_an_array_for_spirv() {
    let source = "cbuffer C { float3 a; float b; float3 c; float4 d; float3 e[2]; }";
    check_for(
        Target::Spirv,
        "dxc",
        source,
        &["%__cblayout_C = <{ [3 x float], float, <3 x float>, <4 x float>, <{ [1 x <{ [3 x float], Pad(4) }>], [3 x float] }> }>"],
    );
    check_for(
        Target::Spirv,
        "dxc",
        "struct S { float3 a; }; cbuffer C { S s; float b; S t[2]; }",
        &["%__cblayout_C = <{ %S, float, <{ [1 x <{ %S, Pad(4) }>], %S }> }>", "%S = <{ [3 x float] }>", "%struct.S = <{ [3 x float] }>"],
    );
    check_for(Target::Spirv, "clang-22-spirv", "cbuffer C { float3 a; float b; }", &["%__cblayout_C = <{ <3 x float>, float }>"]);
}

#[test]
fn structs_have_their_standard_layout() {
    check("dxc", "struct S { float a; double b; float c; };", &["%struct.S = <{ float, Pad(4), double, float, Pad(4) }>"]);
    check("dxc", "struct S { uint a : 4; uint b : 8; uint c : 24; float d; };", &["%struct.S = <{ i32, i32, float }>"]);
}

#[test]
fn globals_and_metadata_match_clang() {
    let source = "float g; cbuffer C : register(b3) { float3 a : packoffset(c1); float b : packoffset(c0); }";
    let text = emit(source, "dxc", &LlvmOptions::default());
    let from_globals = text.find("\n@").map_or("", |position| &text[position + 1..]);
    assert_eq!(
        from_globals,
        "\
@C.cb = global target(\"dx.CBuffer\", %__cblayout_C) poison
@b = external hidden addrspace(2) global float, align 4
@a = external hidden addrspace(2) global <3 x float>, align 4
@\"$Globals.cb\" = global target(\"dx.CBuffer\", %\"__cblayout_$Globals\") poison
@g = external hidden addrspace(2) global float, align 4

!hlsl.cbs = !{!0, !1}
!padstone.constants = !{!2, !3}

!0 = !{ptr @C.cb, ptr addrspace(2) @b, ptr addrspace(2) @a}
!1 = !{ptr @\"$Globals.cb\", ptr addrspace(2) @g}
!2 = !{ptr @C.cb, !4, !5}
!3 = !{ptr @\"$Globals.cb\", !6}
!4 = !{!\"a\", !\"float3\", i64 16, i32 0, i32 2}
!5 = !{!\"b\", !\"float\", i64 0, i32 1, i32 0}
!6 = !{!\"g\", !\"float\", i64 0, i32 0, i32 0}
"
    );
}

#[test]
fn the_index_map_marks_padding() {
    let (module, layouts) = crate::read::read("cbuffer C { float3 a : packoffset(c1); float b : packoffset(c0); }", "dxc");
    let mut out = Vec::new();
    write_index_map(&mut out, &module, &layouts, &LlvmOptions::default()).expect("a Vec takes everything");
    let found: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
    let expected = serde_json::json!({ "version": 1, "types": [{
        "type": "__cblayout_C", "source": "C", "rules": "dx-cbuffer", "size": 28,
        "constants": [
            { "name": "a", "type": "float3", "index": 0, "offset": 16, "field": 2 },
            { "name": "b", "type": "float", "index": 1, "offset": 0, "field": 0 },
        ],
        "fields": [
            { "index": 0, "offset": 0, "size": 4, "constant": "b" },
            { "index": 1, "offset": 4, "size": 12, "padding": true },
            { "index": 2, "offset": 16, "size": 12, "constant": "a" },
        ],
    }] });
    assert_eq!(found, expected);
}

#[test]
fn members_that_share_bytes_have_no_type() {
    let (module, layouts) = crate::read::read("float a[3] : register(c0); float b : register(c1); float4 c : register(c7);", "dxc");
    let mut out = Vec::new();
    let diagnostics = write(&mut out, &module, &layouts, &LlvmOptions::default()).expect("a Vec takes everything");
    let found: Vec<_> = diagnostics.iter().map(|found| (found.code.id, found.message.as_str())).collect();
    assert_eq!(found, [("P0702", "`$Globals` has no LLVM type: `a` and `b` share bytes")]);
    assert!(!String::from_utf8_lossy(&out).contains("__cblayout"));
}
