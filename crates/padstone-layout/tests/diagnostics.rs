//! Diagnostics about explicit offsets and other declarations, under each profile.

use crate::common::{lay_out, lay_out_any};

/// All diagnostics of a source text, in order.
fn check(profiles: &[&str], source: &str, expected: &[&str]) {
    for profile in profiles {
        let found = lay_out(profile, source).diagnostics();
        assert_eq!(found, expected, "under {profile}: {source}");
    }
}

const SPIRV: [&str; 4] = ["dxc-spirv", "dxc-spirv-dx", "dxc-spirv-gl", "dxc-spirv-scalar"];
const D3D: [&str; 4] = ["dxc", "fxc", "clang-22", "documented"];
const DXC: [&str; 5] = ["dxc", "dxc-spirv", "dxc-spirv-dx", "dxc-spirv-gl", "dxc-spirv-scalar"];

#[test]
fn packoffset_outside_a_cbuffer_is_reported() {
    for profiles in [&D3D, &SPIRV] {
        check(profiles, "float c : packoffset(c0);", &["error P0401 at «packoffset(c0)»: packoffset on `c`, a global constant"]);
        let member = "error P0401 at «packoffset(c1)»: packoffset on `a`, a member of a struct";
        check(profiles, "struct S { float a : packoffset(c1); }; cbuffer C { S s; }", &[member]);
    }
}

#[test]
fn mixed_packoffsets_are_reported() {
    let source = "cbuffer A { float a : packoffset(c0); float b; }";
    let message = "P0402 at «b»: some members of `A` have a packoffset, others have none";
    check(&["dxc", "dxc-spirv", "clang-22"], source, &[&format!("warning {message}")]);
    check(&["fxc", "documented"], source, &[&format!("error {message}")]);
    // A resource, which has no bytes in the buffer, does not count as a member without packoffset.
    check(&["dxc"], "cbuffer A { float a : packoffset(c0); Texture2D t; }", &[]);
}

#[test]
fn straddled_registers_are_reported() {
    let float2 = "error P0403 at «packoffset(c0.w)»: `a` at offset 12 would straddle the 16-byte boundary at 16";
    check(&DXC, "cbuffer A { float2 a : packoffset(c0.w); }", &[float2]);
    check(&D3D, "cbuffer A { float2 a : packoffset(c0.w); }", &[float2]);
    // DXC counts components of any size.
    let half2 = "error P0403 at «packoffset(c0.w)»: `a` at offset 12 does not fit: DXC counts every component as 4 bytes";
    check(&["dxc+16"], "cbuffer A { half2 a : packoffset(c0.w); }", &[half2]);
    check(&["clang-22+16", "documented+16"], "cbuffer A { half2 a : packoffset(c0.w); }", &[]);
    // clang treats a vector of three as one of four.
    let int3 = "error P0403 at «packoffset(c1.y)»: `a` at offset 20 does not fit: \
                clang 22 counts a 3-component vector as 4 components (LLVM issue 124696)";
    check(&["clang-22"], "cbuffer A { int3 a : packoffset(c1.y); }", &[int3]);
    check(&["dxc", "fxc", "documented"], "cbuffer A { int3 a : packoffset(c1.y); }", &[]);
    let double = "error P0403 at «packoffset(c0.w)»: `a` at offset 12 would straddle the 16-byte boundary at 16";
    check(&["fxc", "documented", "clang-22"], "cbuffer A { double a : packoffset(c0.w); }", &[double]);
}

#[test]
fn components_of_aggregates_are_reported() {
    let position = |text: &str| {
        format!(
            "error P0404 at «packoffset(c2.y)»: `m` cannot start at offset 36: a struct, array, or matrix (`{text}`) starts a 16-byte register"
        )
    };
    for text in ["S", "float1x2", "float2x2"] {
        check(&DXC, &format!("struct S {{ float a; }}; cbuffer A {{ {text} m : packoffset(c2.y); }}"), &[&position(text)]);
    }
    check(&D3D, "cbuffer A { int m[2] : packoffset(c2.y); }", &[&position("int[2]")]);
    check(&D3D, "struct S { float a; }; cbuffer A { S a : packoffset(c2.x); int b[2] : packoffset(c3.r); }", &[]);
}

#[test]
fn capital_register_letters_are_accepted() {
    let source = "cbuffer A { float a : packoffset(C1.y); float b : packoffset(c2); }";
    let capital = |profile: &str| format!("error P0210 at «packoffset(C1.y)»: {profile} does not accept the register class `C`");
    check(&["dxc", "dxc-spirv", "fxc"], source, &[]);
    check(&["clang-22"], source, &[&capital("clang-22")]);
    check(&["clang-22-spirv"], source, &[&capital("clang-22-spirv")]);
}

#[test]
fn misaligned_packoffsets_are_reported() {
    let double = "warning P0408 at «a»: `a`, a `double`, should not be at offset 4; 8 would work";
    check(&["dxc", "dxc-spirv", "dxc-spirv-scalar"], "cbuffer A { double a : packoffset(c0.y); }", &[double]);
    check(&["clang-22"], "cbuffer A { double a : packoffset(c0.y); }", &[&double.replace("warning", "error")]);
    // Vulkan requires double3 at a multiple of 32 under std140; D3D does not.
    let double3 = "warning P0408 at «b»: `b`, a `double3`, should not be at offset 16; 32 would work";
    check(&["dxc-spirv-gl"], "cbuffer A { float a : packoffset(c0); double3 b : packoffset(c1); }", &[double3]);
    check(&["dxc", "dxc-spirv", "dxc-spirv-dx"], "cbuffer A { float a : packoffset(c0); double3 b : packoffset(c1); }", &[]);
    // An explicitly placed min16 type starts no register.
    check(&["dxc"], "cbuffer A { float a : packoffset(c0); min16float b : packoffset(c0.y); }", &[]);
}

#[test]
fn overlaps_that_compilers_reject_are_errors() {
    let same = "error P0405 at «packoffset(c0.y)»: `b` at offset 4 overlaps `a` in bytes 4..8";
    check(&DXC, "cbuffer A { float4 a : packoffset(c0); float b : packoffset(c0.y); }", &[same]);
    check(&["clang-22", "documented"], "cbuffer A { float4 a : packoffset(c0); float b : packoffset(c0.y); }", &[same]);
    // The later declaration is reported, whatever its offset.
    let earlier = "error P0405 at «packoffset(c0)»: `b` at offset 0 overlaps `a` in bytes 4..8";
    check(&["dxc"], "cbuffer A { float a : packoffset(c0.y); float4 b : packoffset(c0); }", &[earlier]);
}

/// clang 22.1.8, measured: 25 types, each with a `float` at each of 36 components after it.
#[test]
fn clang_checks_for_overlaps_with_sizes_of_its_own() {
    let bases = |at: &str| {
        format!("struct B {{ float4 q; }}; struct D : B {{ float y; }}; cbuffer C {{ D d : packoffset(c0); float z : packoffset({at}); }}")
    };
    check(&["clang-22", "clang-22-spirv"], &bases("c0"), &["error P0405 at «packoffset(c0)»: `z` at offset 0 overlaps `d` in bytes 0..4"]);
    let moved = "warning P0422 at «packoffset(c0.y)»: `z` is at offset 20, not at its packoffset, 4";
    check(&["clang-22", "clang-22-spirv"], &bases("c0.y"), &[moved]);
    check(&["clang-22"], &bases("c1.y"), &[]);
    check(&["dxc"], &bases("c0.y"), &["error P0405 at «packoffset(c0.y)»: `z` at offset 4 overlaps `d` in bytes 4..8"]);
    // Its cbuffers align a float2 to 8 bytes, the check does not.
    let vector = "struct D { float f; float2 g; }; cbuffer C { D d : packoffset(c0); float z : packoffset(c0.w); }";
    let read = "warning P0542 at «g»: `g` is at offset 8 in `D`; clang-generated code reads offset 4";
    let moved = "warning P0422 at «packoffset(c0.w)»: `z` is at offset 16, not at its packoffset, 12";
    check(&["clang-22"], vector, &[moved, read]);
}

#[test]
fn packoffsets_of_constants_and_empty_structs_are_errors() {
    let global = "namespace N { float a : packoffset(c1.z); }";
    let outside = "error P0401 at «packoffset(c1.z)»: packoffset on `N::a`, a global constant";
    check(&["dxc", "clang-22"], global, &[outside]);
    check(&["clang-22-spirv"], global, &[&outside.replace("N::", "")]);
    // A member without bytes is checked too, although clang ignores its offset.
    let empty = "struct E {}; cbuffer B { E v : packoffset(c2.y); float q : packoffset(c0); }";
    let component =
        "error P0404 at «packoffset(c2.y)»: `v` cannot start at offset 36: a struct, array, or matrix (`E`) starts a 16-byte register";
    check(&["dxc", "fxc", "clang-22", "clang-22-spirv"], empty, &[component]);
}

#[test]
fn members_that_start_in_the_preceding_one_are_moved() {
    let helps = |source: &str| -> Vec<String> {
        let (laid, _) = lay_out_any("dxc-spirv", source);
        let order = laid.layouts.diagnostics.iter().filter(|found| found.code == &padstone_diag::codes::PACKOFFSET_ORDER);
        order.flat_map(|found| found.helps.clone()).collect()
    };
    let tail = "cbuffer C { float a : packoffset(c0); float b[3] : packoffset(c1); double d : packoffset(c3.z); }";
    assert_eq!(helps(tail), ["use offset 64, c4, or a higher one"]);
    let swapped = "cbuffer C { float a : packoffset(c5); float b : packoffset(c2); }";
    assert_eq!(helps(swapped), ["declare the members in the order of their offsets: no offset changes"]);
    let mixed = "cbuffer C { float a : packoffset(c5); float b : packoffset(c2); float c; }";
    assert_eq!(helps(mixed), ["give every member a packoffset, and declare them in the order of their offsets"]);
}

/// X4019.
#[test]
fn fxc_rejects_overlaps_of_bytes_in_use_only() {
    let source = |used: &str| {
        format!("cbuffer A {{ float4 a : packoffset(c0); float b : packoffset(c0.y); float c[3] : packoffset(c1); float d : packoffset(c2.y); }}
                 float x : register(c2); float2 y : register(c2); float4 main() : SV_Target {{ return {used}; }}")
    };
    let b = "error P0405 at «packoffset(c0.y)»: `b` at offset 4 overlaps `a` in bytes 4..8";
    let d = "error P0405 at «packoffset(c2.y)»: `d` at offset 36 overlaps `c` in bytes 36..40";
    let y = "error P0410 at «register(c2)»: `y` at offset 32 overlaps `x` in bytes 32..36";
    let warnings = ["warning P0506 at «b»: `b` and `a` overlap in bytes 4..8", "warning P0506 at «y»: `y` and `x` overlap in bytes 32..36"];
    check(&["fxc@main", "fxc-9@main"], &source("a * b * x * y.x"), &[b, y]);
    check(&["fxc@main"], &source("a * x * d"), &warnings);
    check(&["fxc@main"], &source("a * y.x * b"), &[b, warnings[1]]);
    // Without an entry point, usage is unknown.
    check(&["fxc"], &source("a * b * x * y.x"), &warnings);
    // The extent of an array includes the padding between its elements.
    check(&["fxc@main"], &source("c[0] * d"), &[d, warnings[0], warnings[1]]);
}

/// X3530 and X3591.
#[test]
fn fxc_requires_packoffsets_on_resources() {
    let message = |buffer: &str, at: &str| format!("error P0402 at «{at}»: some members of `{buffer}` have a packoffset, others have none");
    check(&["fxc"], "cbuffer A { float a : packoffset(c0); Texture2D t; }", &[&message("A", "t")]);
    check(&["fxc"], "cbuffer A { float a : packoffset(c0); Texture2D t : register(t3); }", &[]);
    check(&["fxc"], "cbuffer A { float a; Texture2D t : register(t3); }", &[&message("A", "a")]);
    check(&["dxc", "fxc"], "cbuffer A { float a; Texture2D t; }", &[]);
    check(&["dxc"], "cbuffer A { float a; Texture2D t : register(t3); }", &[]);
}

#[test]
fn overlaps_that_compilers_accept_are_warnings() {
    let matrix = "cbuffer A { float3x3 a : packoffset(c0); float b : packoffset(c2.y); }";
    check(&["dxc"], matrix, &["warning P0506 at «b»: `b` and `a` overlap in bytes 36..40"]);
    check(&["documented"], matrix, &["error P0405 at «packoffset(c2.y)»: `b` at offset 36 overlaps `a` in bytes 36..40"]);
    check(&["clang-22"], matrix, &[]);
    let array = "cbuffer A { float a[3] : packoffset(c0); float b : packoffset(c1); }";
    check(&["dxc"], array, &["warning P0506 at «b»: `b` and `a` overlap in bytes 16..20"]);
    check(&["clang-22"], array, &["error P0405 at «packoffset(c1)»: `b` at offset 16 overlaps `a` in bytes 16..20"]);
    let laid = lay_out("dxc", array);
    let overlaps: Vec<_> =
        laid.buffers().flat_map(|layout| &layout.overlaps).map(|range| (range.start.bytes(), range.end.bytes())).collect();
    assert_eq!(overlaps, [(16, 20)]);
    // Members may be in the padding after an array element.
    let between = "cbuffer A { float a[3] : packoffset(c0); float b : packoffset(c1.y); float c : packoffset(c1.z); }";
    check(&["dxc"], between, &[]);
    let laid = lay_out("dxc", between);
    assert!(laid.buffers().all(|layout| layout.overlaps.is_empty()));
    let adjacent = "cbuffer A { float a[3] : packoffset(c0); float2 b : packoffset(c1.y); float c : packoffset(c1.z); }";
    check(&["dxc"], adjacent, &["error P0405 at «packoffset(c1.z)»: `c` at offset 24 overlaps `b` in bytes 24..28"]);
    // DXC compares different offsets only (`Sema::ActOnFinishHLSLBuffer`); for SPIR-V it requires ascending offsets.
    let same = "cbuffer A { float4 a : packoffset(c0); float b : packoffset(c0); float c : packoffset(c0); }";
    check(
        &["dxc"],
        same,
        &["warning P0506 at «b»: `b` and `a` overlap in bytes 0..4", "warning P0506 at «c»: `c` and `a` overlap in bytes 0..4"],
    );
    let before =
        |name: &str| format!("error P0406 at «packoffset(c0)»: `{name}` at offset 0 starts before 16, the end of the preceding member");
    check(&["dxc-spirv"], same, &[&before("b"), &before("c").replace("16", "4")]);
    let third = same.replace("float c : packoffset(c0)", "float c : packoffset(c0.y)");
    let overlap = "error P0405 at «packoffset(c0.y)»: `c` at offset 4 overlaps `a` in bytes 4..8";
    check(&["dxc"], &third, &[overlap, "warning P0506 at «b»: `b` and `a` overlap in bytes 0..4"]);
    // DXC does not check if some members have no packoffset, resources among them.
    let texture = "cbuffer A { float4 a : packoffset(c0); float b : packoffset(c0.y); Texture2D t; }";
    check(&["dxc"], texture, &["warning P0506 at «b»: `b` and `a` overlap in bytes 4..8"]);
    check(&["clang-22"], texture, &["error P0405 at «packoffset(c0.y)»: `b` at offset 4 overlaps `a` in bytes 4..8"]);
    let mixed = "cbuffer A { float4 a : packoffset(c0); float b : packoffset(c0.y); float c; }";
    let warnings = [
        "warning P0402 at «c»: some members of `A` have a packoffset, others have none",
        "warning P0506 at «b»: `b` and `a` overlap in bytes 4..8",
    ];
    check(&["dxc"], mixed, &warnings);
}

#[test]
fn descending_offsets_are_reported() {
    let source = "cbuffer A { float x : packoffset(c2.y); float y : packoffset(c1.x); }";
    check(&D3D, source, &[]);
    check(&SPIRV, source, &["error P0406 at «packoffset(c1.x)»: `y` at offset 16 starts before 40, the end of the preceding member"]);
    // D3D allows members in the tail padding of an array, Vulkan does not.
    let tail = "cbuffer A { float a[3] : packoffset(c0); float b : packoffset(c2.y); }";
    let error = "error P0406 at «packoffset(c2.y)»: `b` at offset 36 starts before 48, the end of the preceding member";
    check(&["dxc-spirv", "dxc-spirv-gl"], tail, &[error]);
    check(&["dxc", "dxc-spirv-dx"], tail, &[]);
}

/// A certain fix removes errors and adds none: the new offset is free and, where DXC requires it, in the order of the members.
#[test]
fn certain_fixes_of_packoffsets_remove_errors() {
    let vectors = [
        ["float4 a : packoffset(c0);", "float4 a : packoffset(c2);", "float4 a[2] : packoffset(c1);"],
        ["float2 b : packoffset(c0.z);", "float2 b : packoffset(c1);", "float2 b : packoffset(c3);"],
        ["float c : packoffset(c0.w);", "float c : packoffset(c1.y);", "float c : packoffset(c4);"],
    ];
    // DXC compares fewer bytes of these than they occupy.
    let padded = [
        ["float2x2 a : packoffset(c0);", "row_major float2x3 a : packoffset(c1);", "float3x3 a : packoffset(c2);"],
        ["float b[3] : packoffset(c0);", "float2 b[2] : packoffset(c2);", "float b[2] : packoffset(c3);"],
        ["float c : packoffset(c0.x);", "float c : packoffset(c1.x);", "float3 c : packoffset(c2);"],
    ];
    let mut fixed = 0;
    for (members, places) in [vectors, padded].iter().flat_map(|members| (0..27).map(move |places| (members, places))) {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let body: String = order.map(|member| members[member][places / [9, 3, 1][member] % 3]).concat();
            let source = format!("cbuffer C {{ {body} }}");
            for profile in ["dxc", "fxc", "clang-22", "dxc-spirv", "dxc-spirv-scalar"] {
                let before = lay_out(profile, &source);
                let Some(text) = before.fixed_certainly() else { continue };
                let after = lay_out(profile, &text).diagnostics();
                let errors = |found: &[String]| found.iter().filter(|found| found.starts_with("error")).count();
                assert!(errors(&after) < errors(&before.diagnostics()), "under {profile}, {source} becomes {text}:\n{after:#?}");
                let is_moved = |name: &&str| {
                    let declared = |text: &str| text.split(';').find(|member| member.contains(&format!(" {name}"))).map(str::to_owned);
                    declared(&source) != declared(&text)
                };
                let moved = ["a", "b", "c"].into_iter().filter(is_moved).map(|name| format!("`{name}`"));
                let named = moved.filter(|name| after.iter().any(|found| found.contains(&**name)));
                assert_eq!(named.collect::<Vec<_>>(), [""; 0], "under {profile}, {source} becomes {text}:\n{after:#?}");
                fixed += 1;
            }
        }
    }
    assert!(fixed > 500, "{fixed}");
}

#[test]
fn several_packoffsets_of_a_member_are_reported() {
    let source = "cbuffer A { float a : packoffset(c0.y) : packoffset(c0.z); }";
    check(&["dxc"], source, &["warning P0407 at «packoffset(c0.y)»: `a` has two packoffsets; dxc puts it at offset 8"]);
    check(&["dxc-spirv"], source, &["warning P0407 at «packoffset(c0.z)»: `a` has two packoffsets; dxc-spirv puts it at offset 4"]);
    check(&["clang-22"], source, &["warning P0407 at «packoffset(c0.z)»: `a` has two packoffsets; clang-22 puts it at offset 4"]);
}

#[test]
fn offsets_beyond_the_limit_are_reported() {
    check(&["dxc"], "cbuffer A { float a : packoffset(c4095.w); }", &[]);
    let over = "error P0504 at «A»: `A` is 65540 bytes; D3D allows at most 65536";
    check(&["dxc", "fxc", "documented"], "cbuffer A { float a : packoffset(c4096); }", &[over]);
    check(&["dxc"], "tbuffer A { float a : packoffset(c4096); }", &[&over.replace("error", "warning")]);
    check(&["clang-22"], "cbuffer A { float a : packoffset(c4096); }", &[&over.replace("error", "warning")]);
    check(&SPIRV, "cbuffer A { float a : packoffset(c4096); }", &[]);
    let wraps = "error P0409 at «packoffset(c4294967295)»: `a` would be at offset 68719476720, which exceeds 32 bits; compilers wrap it to 4294967280";
    let size = "error P0504 at «A»: `A` is 4294967284 bytes; D3D allows at most 65536";
    check(&["dxc"], "cbuffer A { float a : packoffset(c4294967295); }", &[wraps, size]);
    check(&["dxc-spirv"], "cbuffer A { float a : packoffset(c4294967295); }", &[wraps]);
}

#[test]
fn registers_of_global_constants_are_checked() {
    check(&["dxc"], "float a : register(c3); int b : register(c1);", &[]);
    let class = "error P0413 at «register(t0)»: `a` is a constant, which registers of class `t` cannot contain";
    check(&["dxc", "dxc-spirv"], "float a : register(t0);", &[class]);
    check(
        &["dxc"],
        "float a : register(c0, space1);",
        &["error P0414 at «register(c0, space1)»: register space on the global constant `a`"],
    );
    check(&SPIRV, "float a : register(c0, space1);", &[]);
    let legacy = "warning P0415 at «register(b3)»: `a` is at offset 48: on a constant, `b3` means c3";
    check(&["dxc"], "bool a : register(b3);", &[legacy]);
    let places = "warning P0416 at «register(t2)»: `t2` also puts the constants of `r` at offset 32";
    check(&["dxc"], "struct R { float4 k; Texture2D t; }; R r : register(t2);", &[places]);
    let twice = "float4 a[2] : register(c0); float b : register(c1);";
    check(&["dxc"], twice, &["warning P0506 at «b»: `b` and `a` overlap in bytes 16..20"]);
    check(&SPIRV, twice, &["error P0410 at «register(c1)»: `b` at offset 16 overlaps `a` in bytes 16..20"]);
    // clang moves it.
    check(&["clang-22"], twice, &[]);
}

#[test]
fn registers_without_effect_are_reported() {
    check(
        &["dxc", "dxc-spirv"],
        "cbuffer C { float4 b : register(c3); }",
        &["warning P0411 at «register(c3)»: `register` on `b` has no effect"],
    );
    let source = "struct S { float a : register(c1); }; cbuffer C { S s; }";
    check(&["dxc"], source, &["error P0412 at «register(c1)»: `register` on `a`, a member of a struct"]);
    check(&["dxc-spirv"], source, &["warning P0412 at «register(c1)»: `register` on `a`, a member of a struct"]);
}

#[test]
fn clang_rejects_registers_that_place_no_constant() {
    let clang = ["clang-22", "clang-22-spirv"];
    let class = |letter: char| {
        format!("error P0413 at «register({letter}1)»: `a` is a constant, which registers of class `{letter}` cannot contain")
    };
    for (ty, letter) in [("float", 'b'), ("bool", 'b'), ("int", 'i'), ("float4", 't'), ("float2", 'u')] {
        check(&clang, &format!("{ty} a : register({letter}1);"), &[&class(letter)]);
    }
    check(&clang, "float a[2] : register(b1);", &[&class('b')]);
    let structure = "struct S { float a; }; ";
    check(&clang, &format!("{structure}S a : register(i1);"), &[&class('i')]);
    check(&clang, &format!("{structure}S a : register(c1);"), &[]);
    let ignored = "warning P0421 at «register(u1)»: `u1` does not place `a`";
    check(&clang, &format!("{structure}S a : register(u1);"), &[ignored]);
    check(&clang, "struct R { float k; RWBuffer<float> u; }; R a : register(u1);", &[]);
    for ty in ["float2x2", "E"] {
        let found = format!("error P0413 at «register(c1)»: `a`, a `{ty}`, cannot have a register");
        check(&clang, &format!("enum E {{ X }}; {ty} a : register(c1);"), &[&found]);
    }
    let member = |severity: &str, text: &str| format!("{severity} P0411 at «{text}»: `register` on `a` has no effect");
    for text in ["register(c1)", "register(b1)", "register(i1)", "register(u1)", "register(c1, space1)"] {
        check(&clang, &format!("cbuffer C {{ float a : {text}; }}"), &[&member("error", text)]);
        check(&["dxc", "dxc-spirv"], &format!("cbuffer C {{ float a : {text}; }}"), &[&member("warning", text)]);
    }
    check(&clang, "cbuffer C { float a : register(space1); }", &[&member("warning", "register(space1)")]);
    check(&clang, &format!("{structure}cbuffer C {{ S a : register(c1); }}"), &[&member("warning", "register(c1)")]);
    check(&clang, &format!("{structure}cbuffer C {{ S a : register(i1); }}"), &[&member("error", "register(i1)")]);
    check(&clang, "cbuffer C { RWBuffer<float> a : register(u1); }", &[]);
    let in_struct = "error P0412 at «register(u1)»: `register` on `a`, a member of a struct";
    check(&clang, "struct R { RWBuffer<float> a : register(u1); };", &[in_struct]);
    check(&["dxc"], "struct R { RWBuffer<float> a : register(u1); };", &[]);
}

#[test]
fn an_unknown_member_hides_no_errors_of_the_others() {
    let check = |profiles: &[&str], source: &str, expected: &[&str]| {
        for profile in profiles {
            let (laid, found) = lay_out_any(profile, source);
            assert!(found.has_errors(), "{source}");
            assert_eq!(laid.diagnostics(), expected, "under {profile}: {source}");
        }
    };
    let crosses = "error P0403 at «packoffset(c0.y)»: `a` at offset 4 would straddle the 16-byte boundary at 16";
    let component =
        "error P0404 at «packoffset(c7.a)»: `s` cannot start at offset 124: a struct, array, or matrix (`S`) starts a 16-byte register";
    let broken = "float z : packoffset(c9.q);";
    for [first, second] in [["", broken], [broken, ""], ["Late z;", ""], ["", "float z[missing] : packoffset(c9);"]] {
        let source =
            format!("struct S {{ float a; }}; cbuffer C {{ {first} float4 a : packoffset(c0.y); S s : packoffset(c7.a); {second} }}");
        check(&D3D, &source, &[crosses, component]);
        check(&SPIRV, &source, &[crosses, component]);
    }
    // Their overlaps, and members without a packoffset.
    let overlap = "error P0405 at «packoffset(c1.y)»: `b` at offset 20 overlaps `a` in bytes 20..24";
    check(&["dxc", "clang-22"], &format!("cbuffer C {{ {broken} float2 a : packoffset(c1); float b : packoffset(c1.y); }}"), &[overlap]);
    let mixed = "warning P0402 at «b»: some members of `C` have a packoffset, others have none";
    check(&["dxc", "clang-22"], &format!("cbuffer C {{ float a : packoffset(c1); {broken} float b; }}"), &[mixed]);
    // The registers of constants.
    let member = "warning P0411 at «register(c3)»: `register` on `b` has no effect";
    check(&["dxc"], "cbuffer C { Late a; float b : register(c3); }", &[member]);
    let class = "error P0413 at «register(t0)»: `b` is a constant, which registers of class `t` cannot contain";
    check(&["dxc"], "float a[missing]; float b : register(t0);", &[class]);
}

#[test]
fn overlaps_in_padding_differ_from_others() {
    let notes = |source: &str| -> Vec<String> {
        let laid = lay_out("clang-22", source);
        laid.layouts.diagnostics.iter().flat_map(|found| found.notes.clone()).collect()
    };
    for members in [
        "double a : packoffset(c1.z); float b : packoffset(c1.w);",
        "float4 a : packoffset(c1); float2 b : packoffset(c1.z);",
        "float b : packoffset(c5.z); float3 a[2] : packoffset(c4);",
        // clang treats a matrix as a vector of all its scalars.
        "float3x3 a : packoffset(c4); float b : packoffset(c5.w);",
    ] {
        assert_eq!(notes(&format!("cbuffer C {{ {members} }}")), [""; 0], "{members}");
    }
    for members in
        ["float3 a[2] : packoffset(c4); float b : packoffset(c4.w);", "float b : packoffset(c4.w); float3 a[2] : packoffset(c4);"]
    {
        let note = "clang-22 compares whole members; `b` is in padding of `a`";
        assert_eq!(notes(&format!("cbuffer C {{ {members} }}")), [note], "{members}");
    }
}

#[test]
fn wrong_vk_offsets_are_reported() {
    let structure = "struct S { float a; [[vk::offset(8)]] float b; }; ConstantBuffer<S> X;";
    check(&["dxc-spirv"], structure, &[]);
    check(&["dxc"], structure, &["warning P0417 at «vk::offset(8)»: dxc ignores `vk::offset(8)` on `b`"]);
    let constant = "error P0418 at «vk::offset(40)»: `vk::offset` on `b`, a member of a buffer, not of a struct";
    check(&SPIRV, "cbuffer C { float a; [[vk::offset(40)]] float b; }", &[constant]);
    let misaligned =
        "warning P0419 at «vk::offset(6)»: `c`, a `float`, should not be at offset 6 of a struct; 8 would satisfy vk-relaxed-std140";
    check(&["dxc-spirv"], "struct V { float a; [[vk::offset(6)]] float c; }; ConstantBuffer<V> X;", &[misaligned]);
    // The suggested offsets are free, and differ.
    let suggested = |name: &str, ty: &str, at: u64, free: u64| {
        format!(
            "warning P0419 at «vk::offset({at})»: `{name}`, a `{ty}`, should not be at offset {at} of a struct; {free} would satisfy vk-relaxed-std140"
        )
    };
    let three = "struct V { [[vk::offset(0)]] float4 a; [[vk::offset(8)]] float4 b; [[vk::offset(12)]] float2 c; }; ConstantBuffer<V> X;";
    let (b, c) = (suggested("b", "float4", 8, 16), suggested("c", "float2", 12, 32));
    let overlaps =
        ["warning P0506 at «b»: `b` and `a` overlap in bytes 8..16", "warning P0506 at «c»: `c` and `b` overlap in bytes 12..20"];
    check(&["dxc-spirv"], three, &[overlaps[0], overlaps[1], &b, &c]);
    let elements = "struct O { [[vk::offset(16)]] float4 a; [[vk::offset(0)]] float b; }; StructuredBuffer<O> X;";
    check(&["dxc-spirv"], elements, &["warning P0518 at «X»: elements of `X` overlap: each is 32 bytes, stride 16"]);
    let back = "warning P0506 at «c»: `c` and `a` overlap in bytes 0..4";
    check(&["dxc-spirv"], "struct V { float a; [[vk::offset(0)]] float c; }; ConstantBuffer<V> X;", &[back]);
}

#[test]
fn types_without_a_layout_in_dxc_are_reported() {
    let matrix = "error P0508 at «m»: `C` contains a column-major `int2x3`, which DXC cannot lay out for SPIR-V";
    let source = "struct S { float a; int2x3 m; }; cbuffer C { S s; } cbuffer D { float d; }";
    check(&SPIRV, source, &[matrix]);
    assert_eq!(lay_out("dxc-spirv", source).places(), "d@0:4 = 4", "the other buffer is laid out");
    check(&["dxc", "std140"], source, &[]);
    check(&["dxc-spirv"], "cbuffer C { row_major int2x3 m; int3x1 n; }", &[]);
    let packed = "error P0509 at «b»: `C` contains a `int8_t4_packed`, which DXC cannot lay out for SPIR-V";
    check(&["dxc-spirv"], "cbuffer C { float a; int8_t4_packed b; }", &[packed]);
    let element = "error P0505 at «sb»: an element of `sb` is 2052 bytes; D3D allows at most 2048";
    check(&["dxc"], "struct S { float4 a[128]; float b; }; StructuredBuffer<S> sb;", &[element]);
}

#[test]
fn dxc_bugs_are_reported() {
    let row = "warning P0512 at «m»: `m` is at offset 4; DXC-generated code reads offset 0";
    check(&["dxc"], "cbuffer C { float a; float2x1 m; }", &[row]);
    check(&["fxc", "dxc-spirv"], "cbuffer C { float a; float2x1 m; }", &[]);
    check(&["dxc"], "cbuffer C { float4 a; float2x1 m; }", &[]);
    let of_struct = "warning P0512 at «m»: `m` is at offset 4 of `S`; DXC-generated code reads offset 0";
    let source = "struct S { float a; float3x1 m; }; cbuffer C { S s; S t; } StructuredBuffer<S> sb;";
    check(&["dxc"], source, &[of_struct]);
    let wide = "warning P0513 at «m»: DXC-generated code reads parts of `m` at offsets other than the reflected ones";
    check(&["dxc"], "cbuffer C { double2x2 m; }", &[wide]);
    check(&["dxc"], "cbuffer C { double3x3 m; }", &[]);
    check(&["dxc"], "cbuffer C { double3x3 m[2]; }", &[wide]);
    let half = "warning P0514 at «m»: DXC-generated code reads parts of `m` of `S` at offsets other than the reflected ones";
    check(&["dxc+16"], "struct S { half2x2 m; }; StructuredBuffer<S> sb;", &[half]);
    check(&["dxc"], "struct S { half2x2 m; }; StructuredBuffer<S> sb;", &[]);
    let stride = "warning P0510 at «m»: `m` is an array of arrays of matrices, for which DXC writes no MatrixStride";
    check(&SPIRV, "cbuffer C { float3x3 m[2][3]; }", &[stride]);
    let resource = "warning P0511 at «t»: `t` is a `Texture2D<float4>` inside a struct of a buffer";
    check(&["dxc-spirv"], "struct S { float a; Texture2D<float4> t; }; cbuffer C { S s; }", &[resource]);
    let endless = "warning P0515 at «e»: DXC hangs on `e`, an array of empty structs in a constant buffer";
    check(&DXC[..4], "struct E {}; struct S { float a; E e[2]; }; cbuffer C { S s; }", &[endless]);
    check(&DXC[..1], "struct E {}; struct S { float a; E e[2]; }; StructuredBuffer<S> s;", &[]);
    let miscounted = "warning P0516 at «m»: DXC's reflection reports `m`, a `float16_t3x1[3]`, with count 1 and stride 16";
    check(&["dxc+16"], "cbuffer C { half3x1 m[3]; }", &[miscounted]);
}

#[test]
fn reads_beyond_the_buffer_are_reported() {
    let buffer = "cbuffer C { double1x3 m; float b; }";
    let read = |expression: &str| {
        let source = format!("{buffer} float f() {{ return (float)({expression}); }}");
        let found = lay_out("dxc", &source).diagnostics().into_iter();
        found.filter(|found| found.contains("P0519")).collect::<Vec<_>>()
    };
    let beyond = |expression: &str| {
        vec![format!("error P0519 at «{expression}»: DXC reads `_m02` of `m` at offset 64, past the end of the buffer at 44")]
    };
    for expression in ["m._m02", "m._13", "m._m00_m02", "m[0][2]", "m[0].z", "m[0]", "m"] {
        assert_eq!(read(expression), beyond(expression));
    }
    // Unknown values are not guessed.
    for expression in ["m._m00", "m._12", "m[0][1]", "m[0].xy", "m[1]", "m[b]._m02", "b", "s.m._m02", "m._what"] {
        assert_eq!(read(expression), [""; 0], "{expression}");
    }
    assert_eq!(lay_out("fxc", &format!("{buffer} double f() {{ return m._m02; }}")).diagnostics(), [""; 0]);
}

#[test]
fn reads_of_members_elements_and_arrays_of_buffers_are_checked() {
    let source = "struct B { float a; double1x3 m[2]; }; struct S : B { float b; };
        cbuffer C { S s; } ConstantBuffer<S> X[4]; double1x3 g;
        double f() { return s.m[1]._m02 + X[3].m[0]._m02 + X[3].m[1]._m01 + g._m02; }";
    let errors =
        |source: &str| lay_out("dxc", source).diagnostics().into_iter().filter(|found| found.starts_with("error")).collect::<Vec<_>>();
    assert_eq!(
        errors(source),
        [
            "error P0519 at «s.m[1]._m02»: DXC reads `_m02` of `m` at offset 128, past the end of the buffer at 108",
            "error P0519 at «g._m02»: DXC reads `_m02` of `g` at offset 64, past the end of the buffer at 40",
        ]
    );
    // A double2 across two registers.
    let crossing = "cbuffer C { double2 a : packoffset(c0.z); double b : packoffset(c2); }";
    let crash = "error P0520 at «a.y»: DXC crashes on code that reads `a` across a 16-byte boundary";
    assert_eq!(errors(&format!("{crossing} double f() {{ return a.x + a.y; }}")), [crash]);
    assert_eq!(errors(&format!("{crossing} double f() {{ return a.x + b; }}")), [""; 0]);
    assert_eq!(errors("cbuffer C { double3 a; } double f() { return a.z; }"), [""; 0]);
}

#[test]
fn vulkan_counts_tail_padding_as_part_of_the_type() {
    let source = "cbuffer C { row_major float2x3 m; float y; }";
    let tail = "warning P0517 at «y»: `y` at offset 28 follows the last vector of `m`, in bytes that Vulkan counts as part of it";
    check(&["dxc-spirv-dx"], source, &[tail]);
    check(&["dxc", "dxc-spirv", "dxc-spirv-gl", "dxc-spirv-scalar"], source, &[]);
    check(&["dxc-spirv-dx"], "cbuffer C { float3x2 m; float y; }", &[]);
    check(
        &["dxc-spirv-dx"],
        "struct S { row_major float2x3 m; }; cbuffer C { S s[2]; float y; }",
        &[&tail.replace("28", "60").replace("`m`", "`s`")],
    );
}

#[test]
fn strides_that_vulkan_rejects_are_reported() {
    let double = "warning P0518 at «m»: elements of `m` overlap: each is 128 bytes, stride 96";
    check(&["dxc-spirv-dx"], "cbuffer C { double4x4 m[2]; }", &[double]);
    let empty = "warning P0518 at «e»: elements of `e` overlap: each is 0 bytes, stride 0";
    check(&["dxc-spirv-scalar"], "struct E {}; cbuffer C { float a; E e[2]; }", &[empty]);
    check(&["dxc-spirv"], "struct E {}; cbuffer C { float a; E e[2]; double4x4 m[2]; }", &[]);
    let register = "warning P0420 at «register(c1)»: `a`, a `double4`, should not be at offset 16; 32 would satisfy std140";
    check(&["dxc-spirv-gl"], "double4 a : register(c1);", &[register]);
}

#[test]
fn overlaps_without_explicit_offsets_are_reported() {
    // DXC counts 16 bytes per vector where the stride is 32.
    let double = "warning P0506 at «b»: `b` and `m` overlap in bytes 40..44";
    check(&["dxc-spirv-dx"], "cbuffer C { double3x2 m; float b; }", &[double]);
    // DXC aligns an empty struct, but ignores its alignment in the enclosing struct.
    let empty = "warning P0506 at «y»: `y` and `s` overlap in bytes 16..20";
    check(&["dxc-spirv"], "struct E {}; struct S { float a; E e; float b; }; cbuffer C { S s; float y; }", &[empty]);
}

#[test]
fn overlapping_elements_are_reported() {
    let matrices = "cbuffer C { float x; double3x3 m[3]; }";
    let structs = "struct S { double3x3 m; }; cbuffer C { S s[2]; }";
    let source = "cbuffer C { double2x2 n[2]; float4x4 o[2]; double3x3 m[1]; }";
    for (source, name, overlap) in [(matrices, "m", Some(96..120)), (structs, "s", Some(64..88)), (source, "", None)] {
        for profile in ["dxc-spirv-dx", "vk-dx-cbuffer"] {
            let laid = lay_out(profile, source);
            let overlaps = laid.buffers().flat_map(|layout| &layout.overlaps).map(|range| range.start.bytes()..range.end.bytes());
            assert_eq!(overlaps.collect::<Vec<_>>(), overlap.clone().into_iter().collect::<Vec<_>>(), "{profile}: {source}");
            let message = format!("warning P0518 at «{name}»: elements of `{name}` overlap: each is 88 bytes, stride 64");
            assert_eq!(laid.diagnostics().contains(&message), !name.is_empty(), "{profile}: {source}");
        }
    }
}

#[test]
fn too_deep_nesting_is_reported_once() {
    let chain: String = (1..400).map(|n| format!("struct S{n} {{ S{} a; }}; ", n - 1)).collect();
    let found = |buffers: &str| lay_out("dxc", &format!("struct S0 {{ float a; }}; {chain} {buffers}")).diagnostics();
    let of_struct = "error P0502 at «S255»: `S255` nests more than 256 levels deep";
    assert_eq!(found(""), [of_struct]);
    assert_eq!(found("cbuffer C { S300 s; }"), ["error P0502 at «C»: `C` nests more than 256 levels deep", of_struct]);
}

/// LLVM issue 179768.
#[test]
fn members_that_clang_reads_from_padding_are_reported() {
    let source = "struct S { float c; uint4 d; float e; }; struct T { float x; S s; }; cbuffer CB { float a; S s; T t; }";
    let found = [
        "warning P0542 at «d»: `d` is at offset 16 in `S`; clang-generated code reads offset 4",
        "warning P0542 at «e»: `e` is at offset 32 in `S`; clang-generated code reads offset 16",
        "warning P0542 at «s»: `s` is at offset 16 in `T`; clang-generated code reads offset 4",
    ];
    check(&["clang-22", "clang-22-spirv"], source, &found);
    check(&["dxc", "fxc", "documented"], source, &[]);
    let laid = lay_out("clang-22", source);
    let reads = laid.reads("CB");
    assert_eq!(reads, ["s.d 32>20", "s.e 48>32", "t.s 80>68", "t.s.c 80>68", "t.s.d 96>72", "t.s.e 112>84"]);
    let unnamed = "warning P0542 at «d»: `d` is at offset 16 in an unnamed struct; clang-generated code reads offset 4";
    check(&["clang-22"], "cbuffer C { struct { float c; uint4 d; } s; }", &[unnamed]);
    // Explicit padding, and structs in structured buffers, are read from their offsets.
    check(
        &["clang-22"],
        "struct S { float c; float p[3]; uint4 d; }; StructuredBuffer<S> b; struct U { float c; uint p, q, r; uint4 d; }; cbuffer CB { U u; }",
        &[],
    );
    // Code pads a vector of three, and counts the padding as a field.
    let nothing = "warning P0542 at «b»: `b` is at offset 12 in `S`; clang-generated code reads a field that does not exist";
    check(&["clang-22"], "struct S { float3 a; float b; }; cbuffer CB { S s; }", &[nothing]);
}
