//! What there is to say about explicit offsets and other declarations, under each profile.

mod common;

use common::lay_out;

/// The diagnostics of a source text, all of them, in order.
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
fn packoffset_outside_of_a_cbuffer() {
    for profiles in [&D3D, &SPIRV] {
        check(profiles, "float c : packoffset(c0);", &["error P0401 at «packoffset(c0)»: packoffset on `c`, a global constant"]);
        let member = "error P0401 at «packoffset(c1)»: packoffset on `a`, a member of a struct";
        check(profiles, "struct S { float a : packoffset(c1); }; cbuffer C { S s; }", &[member]);
    }
}

#[test]
fn mixing() {
    let source = "cbuffer A { float a : packoffset(c0); float b; }";
    let message = "P0402 at «b»: some members of `A` have a packoffset, others do not";
    check(&["dxc", "dxc-spirv", "clang-22"], source, &[&format!("warning {message}")]);
    check(&["fxc", "documented"], source, &[&format!("error {message}")]);
    // What takes no bytes of the buffer is not mixed in.
    check(&["dxc"], "cbuffer A { float a : packoffset(c0); Texture2D t; }", &[]);
}

#[test]
fn crossing_a_register() {
    let float2 = "error P0403 at «packoffset(c0.w)»: `a` at byte 12 would cross the border of a register at byte 16";
    check(&DXC, "cbuffer A { float2 a : packoffset(c0.w); }", &[float2]);
    check(&D3D, "cbuffer A { float2 a : packoffset(c0.w); }", &[float2]);
    // DXC counts components, whatever their size.
    check(&["dxc+16"], "cbuffer A { half2 a : packoffset(c0.w); }", &[float2]);
    check(&["clang-22+16", "documented+16"], "cbuffer A { half2 a : packoffset(c0.w); }", &[]);
    // clang takes a vector of three for one of four.
    let int3 = "error P0403 at «packoffset(c1.y)»: `a` at byte 20 would cross the border of a register at byte 32";
    check(&["clang-22"], "cbuffer A { int3 a : packoffset(c1.y); }", &[int3]);
    check(&["dxc", "fxc", "documented"], "cbuffer A { int3 a : packoffset(c1.y); }", &[]);
    let double = "error P0403 at «packoffset(c0.w)»: `a` at byte 12 would cross the border of a register at byte 16";
    check(&["fxc", "documented", "clang-22"], "cbuffer A { double a : packoffset(c0.w); }", &[double]);
}

#[test]
fn components_of_aggregates() {
    let at = |what: &str| {
        format!(
            "error P0404 at «packoffset(c2.y)»: `m` is of type `{what}` and cannot begin at byte 36: structs, arrays and matrices begin a register"
        )
    };
    for what in ["S", "float1x2", "float2x2"] {
        check(&DXC, &format!("struct S {{ float a; }}; cbuffer A {{ {what} m : packoffset(c2.y); }}"), &[&at(what)]);
    }
    check(&D3D, "cbuffer A { int m[2] : packoffset(c2.y); }", &[&at("int[2]")]);
    check(&D3D, "struct S { float a; }; cbuffer A { S a : packoffset(c2.x); int b[2] : packoffset(c3.r); }", &[]);
}

#[test]
fn capital_registers() {
    let source = "cbuffer A { float a : packoffset(C1.y); float b : packoffset(c2); }";
    let capital = |profile: &str| format!("error P0210 at «packoffset(C1.y)»: {profile} knows no register class `C`");
    check(&["dxc", "dxc-spirv", "fxc"], source, &[]);
    check(&["clang-22"], source, &[&capital("clang-22")]);
    check(&["clang-22-spirv"], source, &[&capital("clang-22-spirv")]);
}

#[test]
fn misaligned_packoffsets() {
    let double = "warning P0408 at «a»: `a`, a `double`, must not lie at byte 4; byte 8 would do";
    check(&["dxc", "dxc-spirv", "dxc-spirv-scalar"], "cbuffer A { double a : packoffset(c0.y); }", &[double]);
    check(&["clang-22"], "cbuffer A { double a : packoffset(c0.y); }", &[&double.replace("warning", "error")]);
    // Vulkan wants double3 at a multiple of 32 under std140; D3D does not.
    let double3 = "warning P0408 at «b»: `b`, a `double3`, must not lie at byte 16; byte 32 would do";
    check(&["dxc-spirv-gl"], "cbuffer A { float a : packoffset(c0); double3 b : packoffset(c1); }", &[double3]);
    check(&["dxc", "dxc-spirv", "dxc-spirv-dx"], "cbuffer A { float a : packoffset(c0); double3 b : packoffset(c1); }", &[]);
    // min16 types begin no row where they are told to lie.
    check(&["dxc"], "cbuffer A { float a : packoffset(c0); min16float b : packoffset(c0.y); }", &[]);
}

#[test]
fn overlaps_that_compilers_reject() {
    let same = "error P0405 at «packoffset(c0.y)»: `b` at byte 4 lies over `a` in bytes 4 to 7";
    check(&DXC, "cbuffer A { float4 a : packoffset(c0); float b : packoffset(c0.y); }", &[same]);
    check(&D3D, "cbuffer A { float4 a : packoffset(c0); float b : packoffset(c0.y); }", &[same]);
    // The later declaration is at fault, wherever it lies.
    let earlier = "error P0405 at «packoffset(c0)»: `b` at byte 0 lies over `a` in bytes 4 to 7";
    check(&["dxc"], "cbuffer A { float a : packoffset(c0.y); float4 b : packoffset(c0); }", &[earlier]);
}

#[test]
fn overlaps_that_compilers_miss() {
    let matrix = "cbuffer A { float3x3 a : packoffset(c0); float b : packoffset(c2.y); }";
    check(&["dxc"], matrix, &["warning P0506 at «b»: `b` and `a` lie over one another in bytes 36 to 39"]);
    check(&["fxc", "documented"], matrix, &["error P0405 at «packoffset(c2.y)»: `b` at byte 36 lies over `a` in bytes 36 to 39"]);
    check(&["clang-22"], matrix, &[]);
    let array = "cbuffer A { float a[3] : packoffset(c0); float b : packoffset(c1); }";
    check(&["dxc"], array, &["warning P0506 at «b»: `b` and `a` lie over one another in bytes 16 to 19"]);
    check(&["clang-22"], array, &["error P0405 at «packoffset(c1)»: `b` at byte 16 lies over `a` in bytes 16 to 19"]);
    let laid = lay_out("dxc", array);
    let overlaps: Vec<_> =
        laid.buffers().flat_map(|layout| &layout.overlaps).map(|range| (range.start.bytes(), range.end.bytes())).collect();
    assert_eq!(overlaps, [(16, 20)]);
    // Behind an element of an array there is room.
    let between = "cbuffer A { float a[3] : packoffset(c0); float b : packoffset(c1.y); float c : packoffset(c1.z); }";
    check(&["dxc"], between, &[]);
    let laid = lay_out("dxc", between);
    assert!(laid.buffers().all(|layout| layout.overlaps.is_empty()));
    let beside = "cbuffer A { float a[3] : packoffset(c0); float2 b : packoffset(c1.y); float c : packoffset(c1.z); }";
    check(&["dxc"], beside, &["error P0405 at «packoffset(c1.z)»: `c` at byte 24 lies over `b` in bytes 24 to 27"]);
    // DXC makes no check where some members have no packoffset.
    let mixed = "cbuffer A { float4 a : packoffset(c0); float b : packoffset(c0.y); float c; }";
    let warnings = [
        "warning P0402 at «c»: some members of `A` have a packoffset, others do not",
        "warning P0506 at «b»: `b` and `a` lie over one another in bytes 4 to 7",
    ];
    check(&["dxc"], mixed, &warnings);
}

#[test]
fn offsets_out_of_order() {
    let source = "cbuffer A { float x : packoffset(c2.y); float y : packoffset(c1.x); }";
    check(&D3D, source, &[]);
    check(&SPIRV, source, &["error P0406 at «packoffset(c1.x)»: `y` at byte 16 lies before byte 40, where the member before it ends"]);
    // The padding at the end of an array is D3D's to give away, not Vulkan's.
    let tail = "cbuffer A { float a[3] : packoffset(c0); float b : packoffset(c2.y); }";
    let error = "error P0406 at «packoffset(c2.y)»: `b` at byte 36 lies before byte 48, where the member before it ends";
    check(&["dxc-spirv", "dxc-spirv-gl"], tail, &[error]);
    check(&["dxc", "dxc-spirv-dx"], tail, &[]);
}

#[test]
fn several_packoffsets() {
    let source = "cbuffer A { float a : packoffset(c0.y) : packoffset(c0.z); }";
    check(&["dxc"], source, &["warning P0407 at «packoffset(c0.y)»: `a` has two packoffsets; dxc puts it at byte 8"]);
    check(&["dxc-spirv"], source, &["warning P0407 at «packoffset(c0.z)»: `a` has two packoffsets; dxc-spirv puts it at byte 4"]);
    check(&["clang-22"], source, &["warning P0407 at «packoffset(c0.z)»: `a` has two packoffsets; clang-22 puts it at byte 4"]);
}

#[test]
fn offsets_far_out() {
    check(&["dxc"], "cbuffer A { float a : packoffset(c4095.w); }", &[]);
    let over = "error P0504 at «A»: `A` takes 65540 bytes, D3D allows 65536";
    check(&["dxc", "fxc", "documented"], "cbuffer A { float a : packoffset(c4096); }", &[over]);
    check(&["dxc"], "tbuffer A { float a : packoffset(c4096); }", &[&over.replace("error", "warning")]);
    check(&["clang-22"], "cbuffer A { float a : packoffset(c4096); }", &[&over.replace("error", "warning")]);
    check(&SPIRV, "cbuffer A { float a : packoffset(c4096); }", &[]);
    let wraps =
        "error P0409 at «packoffset(c4294967295)»: `a` would lie at byte 68719476720, beyond 32 bits; compilers wrap that to 4294967280";
    let size = "error P0504 at «A»: `A` takes 68719476724 bytes, D3D allows 65536";
    check(&["dxc"], "cbuffer A { float a : packoffset(c4294967295); }", &[wraps, size]);
    check(&["dxc-spirv"], "cbuffer A { float a : packoffset(c4294967295); }", &[wraps]);
}

#[test]
fn registers_of_global_constants() {
    check(&["dxc"], "float a : register(c3); int b : register(c1);", &[]);
    let class = "error P0413 at «register(t0)»: `a` is a constant, and this register is of a class that holds none";
    check(&["dxc", "dxc-spirv"], "float a : register(t0);", &[class]);
    check(
        &["dxc"],
        "float a : register(c0, space1);",
        &["error P0414 at «register(c0, space1)»: a space in the register of the global constant `a`"],
    );
    check(&SPIRV, "float a : register(c0, space1);", &[]);
    let legacy = "warning P0415 at «register(b3)»: `a` is placed at byte 48: on a constant, this register means c3";
    check(&["dxc"], "bool a : register(b3);", &[legacy]);
    let places = "warning P0416 at «register(t2)»: this register places the constants of `r` as well, at byte 32";
    check(&["dxc"], "struct R { float4 k; Texture2D t; }; R r : register(t2);", &[places]);
    let twice = "float4 a[2] : register(c0); float b : register(c1);";
    check(&["dxc"], twice, &["warning P0506 at «b»: `b` and `a` lie over one another in bytes 16 to 19"]);
    check(&SPIRV, twice, &["error P0410 at «register(c1)»: `b` at byte 16 lies over `a` by 4 bytes"]);
    // clang moves it.
    check(&["clang-22"], twice, &[]);
}

#[test]
fn registers_elsewhere() {
    check(
        &["dxc", "dxc-spirv"],
        "cbuffer C { float4 b : register(c3); }",
        &["warning P0411 at «register(c3)»: register on `b` does not move it"],
    );
    let source = "struct S { float a : register(c1); }; cbuffer C { S s; }";
    check(&["dxc"], source, &["error P0412 at «register(c1)»: register on `a`, a member of a struct"]);
    check(&["dxc-spirv"], source, &["warning P0412 at «register(c1)»: register on `a`, a member of a struct"]);
}

#[test]
fn vk_offset() {
    let structure = "struct S { float a; [[vk::offset(8)]] float b; }; ConstantBuffer<S> X;";
    check(&["dxc-spirv"], structure, &[]);
    check(&["dxc"], structure, &["warning P0417 at «vk::offset(8)»: vk::offset(8) on `b` does nothing under dxc"]);
    let constant = "error P0418 at «vk::offset(40)»: vk::offset on `b`, which is a member of a buffer, not of a struct";
    check(&SPIRV, "cbuffer C { float a; [[vk::offset(40)]] float b; }", &[constant]);
    let misaligned =
        "warning P0419 at «vk::offset(6)»: `c`, a `float`, must not lie at byte 6 of a struct; byte 8 would do for vk-relaxed-std140";
    check(&["dxc-spirv"], "struct V { float a; [[vk::offset(6)]] float c; }; ConstantBuffer<V> X;", &[misaligned]);
    let elements = "struct O { [[vk::offset(16)]] float4 a; [[vk::offset(0)]] float b; }; StructuredBuffer<O> X;";
    check(&["dxc-spirv"], elements, &["warning P0518 at «X»: elements of `X` overlap: each is 32 bytes, stride 16"]);
    let back = "warning P0506 at «c»: `c` and `a` lie over one another in bytes 0 to 3";
    check(&["dxc-spirv"], "struct V { float a; [[vk::offset(0)]] float c; }; ConstantBuffer<V> X;", &[back]);
}

#[test]
fn what_dxc_has_no_layout_for() {
    let matrix = "error P0508 at «m»: `C` holds a column-major `int2x3`, which DXC cannot lay out for SPIR-V";
    let source = "struct S { float a; int2x3 m; }; cbuffer C { S s; } cbuffer D { float d; }";
    check(&SPIRV, source, &[matrix]);
    assert_eq!(lay_out("dxc-spirv", source).places(), "d@0:4 = 4", "the other buffer is laid out");
    check(&["dxc", "std140"], source, &[]);
    check(&["dxc-spirv"], "cbuffer C { row_major int2x3 m; int3x1 n; }", &[]);
    let packed = "error P0509 at «b»: `C` holds a `int8_t4_packed`, which DXC cannot lay out for SPIR-V";
    check(&["dxc-spirv"], "cbuffer C { float a; int8_t4_packed b; }", &[packed]);
    let element = "error P0505 at «sb»: an element of `sb` takes 2052 bytes, D3D allows 2048";
    check(&["dxc"], "struct S { float4 a[128]; float b; }; StructuredBuffer<S> sb;", &[element]);
}

#[test]
fn faults_of_dxc() {
    let row = "warning P0512 at «m»: `m` lies at byte 4, but the code that DXC generates reads it from byte 0";
    check(&["dxc"], "cbuffer C { float a; float2x1 m; }", &[row]);
    check(&["fxc", "dxc-spirv"], "cbuffer C { float a; float2x1 m; }", &[]);
    check(&["dxc"], "cbuffer C { float4 a; float2x1 m; }", &[]);
    let of_struct = "warning P0512 at «m»: `m` lies at byte 4 of `S`, but the code that DXC generates reads it from byte 0";
    let source = "struct S { float a; float3x1 m; }; cbuffer C { S s; S t; } StructuredBuffer<S> sb;";
    check(&["dxc"], source, &[of_struct]);
    let wide = "warning P0513 at «m»: the code that DXC generates reads parts of `m` from other places than where they lie";
    check(&["dxc"], "cbuffer C { double2x2 m; }", &[wide]);
    check(&["dxc"], "cbuffer C { double3x3 m; }", &[]);
    check(&["dxc"], "cbuffer C { double3x3 m[2]; }", &[wide]);
    let half = "warning P0514 at «m»: the code that DXC generates reads parts of `m` of `S` from other places than where they lie";
    check(&["dxc+16"], "struct S { half2x2 m; }; StructuredBuffer<S> sb;", &[half]);
    check(&["dxc"], "struct S { half2x2 m; }; StructuredBuffer<S> sb;", &[]);
    let stride = "warning P0510 at «m»: `m` is an array of arrays of matrices, to which DXC gives no MatrixStride";
    check(&SPIRV, "cbuffer C { float3x3 m[2][3]; }", &[stride]);
    let resource = "warning P0511 at «t»: `t` is a `Texture2D<float4>` inside a struct of a buffer";
    check(&["dxc-spirv"], "struct S { float a; Texture2D<float4> t; }; cbuffer C { S s; }", &[resource]);
    let endless = "warning P0515 at «e»: DXC does not come to an end on `e`, an array of structs without bytes in a constant buffer";
    check(&DXC[..4], "struct E {}; struct S { float a; E e[2]; }; cbuffer C { S s; }", &[endless]);
    check(&DXC[..1], "struct E {}; struct S { float a; E e[2]; }; StructuredBuffer<S> s;", &[]);
    let miscounted = "warning P0516 at «m»: DXC's reflection takes `m`, a `float16_t3x1[3]`, for 1 matrices 16 bytes apart";
    check(&["dxc+16"], "cbuffer C { half3x1 m[3]; }", &[miscounted]);
}

#[test]
fn reads_beyond_the_buffer() {
    let buffer = "cbuffer C { double1x3 m; float b; }";
    let read = |expression: &str| {
        let source = format!("{buffer} float f() {{ return (float)({expression}); }}");
        let found = lay_out("dxc", &source).diagnostics().into_iter();
        found.filter(|found| found.contains("P0519")).collect::<Vec<_>>()
    };
    let beyond = |expression: &str| {
        vec![format!("error P0519 at «{expression}»: `_m02` of `m` is read from byte 64, beyond the end of the buffer at byte 44")]
    };
    for expression in ["m._m02", "m._13", "m._m00_m02", "m[0][2]", "m[0].z", "m[0]", "m"] {
        assert_eq!(read(expression), beyond(expression));
    }
    // What is not known is not guessed.
    for expression in ["m._m00", "m._12", "m[0][1]", "m[0].xy", "m[1]", "m[b]._m02", "b", "s.m._m02", "m._what"] {
        assert_eq!(read(expression), [""; 0], "{expression}");
    }
    assert_eq!(lay_out("fxc", &format!("{buffer} double f() {{ return m._m02; }}")).diagnostics(), [""; 0]);
}

#[test]
fn reads_of_members_elements_and_arrays_of_buffers() {
    let source = "struct B { float a; double1x3 m[2]; }; struct S : B { float b; };
        cbuffer C { S s; } ConstantBuffer<S> X[4]; double1x3 g;
        double f() { return s.m[1]._m02 + X[3].m[0]._m02 + X[3].m[1]._m01 + g._m02; }";
    let errors =
        |source: &str| lay_out("dxc", source).diagnostics().into_iter().filter(|found| found.starts_with("error")).collect::<Vec<_>>();
    assert_eq!(
        errors(source),
        [
            "error P0519 at «s.m[1]._m02»: `_m02` of `m` is read from byte 128, beyond the end of the buffer at byte 108",
            "error P0519 at «g._m02»: `_m02` of `g` is read from byte 64, beyond the end of the buffer at byte 40",
        ]
    );
    // A double2 across two registers.
    let crossing = "cbuffer C { double2 a : packoffset(c0.z); double b : packoffset(c2); }";
    let crash = "error P0520 at «a.y»: DXC crashes on code that reads `a` across the border of a register";
    assert_eq!(errors(&format!("{crossing} double f() {{ return a.x + a.y; }}")), [crash]);
    assert_eq!(errors(&format!("{crossing} double f() {{ return a.x + b; }}")), [""; 0]);
    assert_eq!(errors("cbuffer C { double3 a; } double f() { return a.z; }"), [""; 0]);
}

#[test]
fn tails_that_vulkan_takes_for_a_part() {
    let source = "cbuffer C { row_major float2x3 m; float y; }";
    let tail = "warning P0517 at «y»: `y` at byte 28 lies behind the last vector of `m`, in what Vulkan takes for a part of it";
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
fn strides_that_vulkan_refuses() {
    let double = "warning P0518 at «m»: the elements of `m` take 128 bytes, but lie 96 bytes apart";
    check(&["dxc-spirv-dx"], "cbuffer C { double4x4 m[2]; }", &[double]);
    let empty = "warning P0518 at «e»: the elements of `e` take 0 bytes, but lie 0 bytes apart";
    check(&["dxc-spirv-scalar"], "struct E {}; cbuffer C { float a; E e[2]; }", &[empty]);
    check(&["dxc-spirv"], "struct E {}; cbuffer C { float a; E e[2]; double4x4 m[2]; }", &[]);
    let register = "warning P0420 at «register(c1)»: `a`, a `double4`, must not lie at byte 16; byte 32 would do for std140";
    check(&["dxc-spirv-gl"], "double4 a : register(c1);", &[register]);
}

#[test]
fn overlaps_without_explicit_offsets() {
    // DXC counts 16 bytes per vector where the stride is 32.
    let double = "warning P0506 at «b»: `b` and `m` lie over one another in bytes 40 to 43";
    check(&["dxc-spirv-dx"], "cbuffer C { double3x2 m; float b; }", &[double]);
    // It aligns a struct without bytes, but does not count that alignment.
    let empty = "warning P0506 at «y»: `y` and `s` lie over one another in bytes 16 to 19";
    check(&["dxc-spirv"], "struct E {}; struct S { float a; E e; float b; }; cbuffer C { S s; float y; }", &[empty]);
}

#[test]
fn overlaps_of_elements() {
    let matrices = "cbuffer C { float x; double3x3 m[3]; }";
    let structs = "struct S { double3x3 m; }; cbuffer C { S s[2]; }";
    let none = "cbuffer C { double2x2 n[2]; float4x4 o[2]; double3x3 m[1]; }";
    for (source, name, overlap) in [(matrices, "m", Some(96..120)), (structs, "s", Some(64..88)), (none, "", None)] {
        for profile in ["dxc-spirv-dx", "vk-dx-cbuffer"] {
            let laid = lay_out(profile, source);
            let overlaps = laid.buffers().flat_map(|layout| &layout.overlaps).map(|range| range.start.bytes()..range.end.bytes());
            assert_eq!(overlaps.collect::<Vec<_>>(), overlap.clone().into_iter().collect::<Vec<_>>(), "{profile}: {source}");
            let message = format!("warning P0518 at «{name}»: the elements of `{name}` take 88 bytes, but lie 64 bytes apart");
            assert_eq!(laid.diagnostics().contains(&message), !name.is_empty(), "{profile}: {source}");
        }
    }
}

#[test]
fn a_chain_that_nests_too_deep_is_reported_once() {
    let chain: String = (1..400).map(|n| format!("struct S{n} {{ S{} a; }}; ", n - 1)).collect();
    let found = |buffers: &str| lay_out("dxc", &format!("struct S0 {{ float a; }}; {chain} {buffers}")).diagnostics();
    let of_struct = "error P0502 at «S255»: `S255` nests more than 256 levels deep";
    assert_eq!(found(""), [of_struct]);
    assert_eq!(found("cbuffer C { S300 s; }"), ["error P0502 at «C»: `C` nests more than 256 levels deep", of_struct]);
}
