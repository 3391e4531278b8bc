//! `--form layout`: the examples of the proposal for layout types, with errata corrected.

use padstone_emit::llvm::{LlvmOptions, Target, TypeForm, write};

/// Compares the named types and the layout types of a source.
#[track_caller]
fn check(profile: &str, options: LlvmOptions, source: &str, expected: &[&str]) {
    let (module, layouts) = crate::read::read(source, profile);
    let mut out = Vec::new();
    let diagnostics =
        write(&mut out, &module, &layouts, &LlvmOptions { form: TypeForm::Layout, ..options }).expect("a Vec takes everything");
    assert_eq!(diagnostics.iter().count(), 0, "{source}\n{diagnostics:#?}");
    let text = String::from_utf8(out).expect("LLVM text is ASCII");
    let is_layout_type = |line: &&str| line.starts_with("%__hlsl_") || line.starts_with('@');
    let found: Vec<&str> = text.lines().filter(is_layout_type).collect();
    assert_eq!(found, expected, "{profile}: {source}");
}

const DX: LlvmOptions = LlvmOptions { form: TypeForm::Layout, target: Target::Dx, cbuf_arrays: false, copies: false, accessors: false };

#[test]
fn standard_layouts_are_written() {
    check(
        "dxc",
        DX,
        "struct simple1 { float x; float y; };",
        &["%__hlsl_simple1 = type { float, float }", "@layout.simple1 = external global target(\"dx.Layout\", %__hlsl_simple1, 8, 0, 4)"],
    );
    check(
        "dxc",
        DX,
        "struct simple1 { float x; float y; }; struct simple2 { float3 x; float y; }; struct nested { simple2 s2; simple1 s1; };",
        &[
            "%__hlsl_simple1 = type { float, float }",
            "%__hlsl_simple2 = type { <3 x float>, float }",
            "%__hlsl_nested = type { target(\"dx.Layout\", %__hlsl_simple2, 16, 0, 12), target(\"dx.Layout\", %__hlsl_simple1, 8, 0, 4) }",
            "@layout.simple1 = external global target(\"dx.Layout\", %__hlsl_simple1, 8, 0, 4)",
            "@layout.simple2 = external global target(\"dx.Layout\", %__hlsl_simple2, 16, 0, 12)",
            "@layout.nested = external global target(\"dx.Layout\", %__hlsl_nested, 24, 0, 16)",
        ],
    );
}

/// DXC for SPIR-V stores a matrix of one row or column like a vector.
#[test]
fn matrices_stored_like_vectors_keep_their_scalars() {
    check(
        "dxc-spirv",
        LlvmOptions { target: Target::Spirv, ..DX },
        "cbuffer C { float1x3 a; row_major float3x1 b[2]; float c; }",
        &[
            "@C.cb = external global target(\"spirv.VulkanBuffer\", target(\"spirv.Layout\", { [3 x target(\"spirv.Layout\", { <1 x float> }, 4, 0)], [2 x [3 x target(\"spirv.Layout\", { <1 x float> }, 4, 0)]], float }, 52, 0, 16, 48), 2, 0)",
        ],
    );
}

#[test]
fn structs_have_a_separate_layout_in_cbuffers() {
    let array_struct = "struct array_struct { float x[4]; float y; };";
    let standard = "@layout.array_struct = external global target(\"dx.Layout\", %__hlsl_array_struct, 20, 0, 16)";
    check(
        "dxc",
        DX,
        &format!("{array_struct} cbuffer array_cbuf1 {{ float x[4]; float y; }}"),
        &[
            "%__hlsl_array_struct = type { [4 x float], float }",
            standard,
            "@array_cbuf1.cb = external global target(\"dx.CBuffer\", target(\"dx.Layout\", %__hlsl_array_struct, 56, 0, 52))",
        ],
    );
    check(
        "dxc",
        DX,
        &format!("{array_struct} cbuffer array_cbuf2 {{ array_struct s; }}"),
        &[
            "%__hlsl_array_struct = type { [4 x float], float }",
            standard,
            "@array_cbuf2.cb = external global target(\"dx.CBuffer\", \
         target(\"dx.Layout\", { target(\"dx.Layout\", %__hlsl_array_struct, 56, 0, 52) }, 56, 0))",
        ],
    );
    let nested2 =
        "struct simple1 { float x; float y; }; struct simple2 { float3 x; float y; }; struct nested2 { simple1 s1; simple2 s2; };";
    check(
        "dxc",
        DX,
        &format!("{nested2} cbuffer nested_cbuf {{ simple1 s1; simple2 s2; }}"),
        &[
            "%__hlsl_simple1 = type { float, float }",
            "%__hlsl_simple2 = type { <3 x float>, float }",
            "%__hlsl_nested2 = type { target(\"dx.Layout\", %__hlsl_simple1, 8, 0, 4), target(\"dx.Layout\", %__hlsl_simple2, 16, 0, 12) }",
            "@layout.simple1 = external global target(\"dx.Layout\", %__hlsl_simple1, 8, 0, 4)",
            "@layout.simple2 = external global target(\"dx.Layout\", %__hlsl_simple2, 16, 0, 12)",
            "@layout.nested2 = external global target(\"dx.Layout\", %__hlsl_nested2, 24, 0, 8)",
            "@nested_cbuf.cb = external global target(\"dx.CBuffer\", target(\"dx.Layout\", %__hlsl_nested2, 32, 0, 16))",
        ],
    );
}

/// DXC counts four bytes for each scalar of a 16-bit matrix at the end of a buffer, as the size of the buffer says.
#[test]
fn a_buffer_has_its_own_size() {
    let buffer = |ty: &str, numbers: &str| format!("external global target(\"dx.CBuffer\", target(\"dx.Layout\", {ty}, {numbers}))");
    check(
        "dxc",
        DX,
        "// 16\nstruct S { half2x3 m; }; cbuffer A { half2x3 m; } cbuffer B { S s; } ConstantBuffer<S> c; cbuffer D { S t; half h; }",
        &[
            "%__hlsl_S = type { [3 x <2 x half>] }",
            "@layout.S = external global target(\"dx.Layout\", %__hlsl_S, 12, 0)",
            &format!("@A.cb = {}", buffer("%__hlsl_S", "40, 0")),
            &format!("@B.cb = {}", buffer("{ target(\"dx.Layout\", %__hlsl_S, 36, 0) }", "40, 0")),
            &format!("@c.cb = {}", buffer("%__hlsl_S", "40, 0")),
            &format!("@D.cb = {}", buffer("{ target(\"dx.Layout\", %__hlsl_S, 36, 0), half }", "42, 0, 40")),
        ],
    );
}

#[test]
fn offsets_appear_in_declaration_order() {
    check(
        "dxc",
        DX,
        "cbuffer packoffset1 { float x : packoffset(c1.x); float y : packoffset(c2.y); };",
        &["@packoffset1.cb = external global target(\"dx.CBuffer\", target(\"dx.Layout\", { float, float }, 40, 16, 36))"],
    );
    check(
        "dxc",
        DX,
        "cbuffer packoffset1 { float x : packoffset(c2.y); float y : packoffset(c1.x); };",
        &["@packoffset1.cb = external global target(\"dx.CBuffer\", target(\"dx.Layout\", { float, float }, 40, 36, 16))"],
    );
}

#[test]
fn vk_offset_applies_to_spirv() {
    let spirv = LlvmOptions { target: Target::Spirv, ..DX };
    check(
        "dxc-spirv",
        spirv,
        "struct vkoffset1 { float2 a; [[vk::offset(8)]] float2 b; };",
        &[
            "%__hlsl_vkoffset1 = type { <2 x float>, <2 x float> }",
            "@layout.vkoffset1 = external global target(\"spirv.Layout\", %__hlsl_vkoffset1, 16, 0, 8)",
        ],
    );
    check(
        "dxc-spirv",
        spirv,
        "struct complex { float r; float i; }; struct vkoffset2 { float2 a; [[vk::offset(8)]] complex b; };",
        &[
            "%__hlsl_complex = type { float, float }",
            "%__hlsl_vkoffset2 = type { <2 x float>, target(\"spirv.Layout\", %__hlsl_complex, 8, 0, 4) }",
            "@layout.complex = external global target(\"spirv.Layout\", %__hlsl_complex, 8, 0, 4)",
            "@layout.vkoffset2 = external global target(\"spirv.Layout\", %__hlsl_vkoffset2, 16, 0, 8)",
        ],
    );
}

#[test]
fn elements_of_structured_buffers_have_a_handle() {
    let of_struct = "struct P { float3 a; float b[2]; }; StructuredBuffer<P> s; RWStructuredBuffer<float3> t;";
    check(
        "dxc",
        DX,
        of_struct,
        &[
            "%__hlsl_P = type { <3 x float>, [2 x float] }",
            "@layout.P = external global target(\"dx.Layout\", %__hlsl_P, 20, 0, 12)",
            "@s = external global target(\"dx.RawBuffer\", target(\"dx.Layout\", %__hlsl_P, 20, 0, 12), 0, 0)",
            "@t = external global target(\"dx.RawBuffer\", <3 x float>, 1, 0)",
        ],
    );
    // Under std430, elements of three scalars have stride 16.
    check(
        "dxc-spirv",
        LlvmOptions { target: Target::Spirv, ..DX },
        "RWStructuredBuffer<float3> t;",
        &["@t = external global target(\"spirv.VulkanBuffer\", [0 x target(\"spirv.Layout\", { <3 x float> }, 16, 0)], 12, 1)"],
    );
}

#[test]
fn the_stride_of_every_array_is_recoverable() {
    let spirv = LlvmOptions { target: Target::Spirv, ..DX };
    // The stride equals the size, so nothing is added.
    check(
        "dxc-spirv",
        spirv,
        "struct P { float2 a[3]; float2x3 m; };",
        &[
            "%__hlsl_P = type { [3 x <2 x float>], [3 x <2 x float>] }",
            "@layout.P = external global target(\"spirv.Layout\", %__hlsl_P, 48, 0, 24)",
        ],
    );
    check(
        "dxc-spirv",
        spirv,
        "struct P { float3 a[2]; float3x2 m; };",
        &[
            "%__hlsl_P = type { [2 x target(\"spirv.Layout\", { <3 x float> }, 16, 0)], [2 x target(\"spirv.Layout\", { <3 x float> }, 16, 0)] }",
            "@layout.P = external global target(\"spirv.Layout\", %__hlsl_P, 60, 0, 32)",
        ],
    );
    // In a constant buffer under packed rules, elements do not start a register.
    check(
        "natural",
        DX,
        "cbuffer C { float a[3]; float4 b[2]; }",
        &["@C.cb = external global target(\"dx.CBuffer\", target(\"dx.Layout\", { [3 x target(\"dx.Layout\", { float }, 4, 0)], \
         [2 x <4 x float>] }, 44, 0, 12))"],
    );
}

#[test]
fn matrices_of_cbuffers_are_arrays_of_their_vectors() {
    let arrays = LlvmOptions { cbuf_arrays: true, ..DX };
    check(
        "dxc",
        arrays,
        "cbuffer C { float2x3 m; row_major float2x3 r[2]; float1x4 v; }",
        &["@C.cb = external global target(\"dx.CBuffer\", target(\"dx.Layout\", { target(\"dx.CBufArray\", <2 x float>, 3), \
         target(\"dx.CBufArray\", target(\"dx.CBufArray\", <3 x float>, 2), 2), target(\"dx.CBufArray\", <1 x float>, 4) }, 164, 0, 48, 112))"],
    );
}

#[test]
fn cbuffer_arrays_can_have_a_separate_type() {
    let arrays = LlvmOptions { cbuf_arrays: true, ..DX };
    check(
        "dxc",
        arrays,
        "cbuffer C { float x[4]; float2 y[2][3]; }",
        &["@C.cb = external global target(\"dx.CBuffer\", target(\"dx.Layout\", { target(\"dx.CBufArray\", float, 4), \
         target(\"dx.CBufArray\", target(\"dx.CBufArray\", <2 x float>, 3), 2) }, 152, 0, 64))"],
    );
    check(
        "dxc",
        arrays,
        "struct S { float x[4]; };",
        &["%__hlsl_S = type { [4 x float] }", "@layout.S = external global target(\"dx.Layout\", %__hlsl_S, 16, 0)"],
    );
}
