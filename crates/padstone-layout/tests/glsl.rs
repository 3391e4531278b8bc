//! GLSL blocks. Results of glslang are compared elsewhere.

use crate::common::{lay_out_glsl, lay_out_opengl};

/// `path@offset:size` of every member and `= size` of every buffer.
fn check(profile: &str, source: &str, expected: &str) {
    assert_eq!(lay_out_glsl(profile, source).places(), expected, "under {profile}: {source}");
}

/// All diagnostics of a source text, in order.
fn check_diagnostics(profile: &str, source: &str, expected: &[&str]) {
    assert_eq!(lay_out_glsl(profile, source).diagnostics(), expected, "under {profile}: {source}");
}

#[test]
fn blocks_are_laid_out_by_their_own_qualifiers() {
    let members = "{ float a; vec3 b; float c; float d[3]; mat3 e; mat2 f; }";
    let std140 = "a@0:4 b@16:12 c@28:4 d@32:48 e@80:48 f@128:32 = 160";
    let std430 = "a@0:4 b@16:12 c@28:4 d@32:12 e@48:48 f@96:16 = 112";
    let scalar = "a@0:4 b@4:12 c@16:4 d@20:12 e@32:36 f@68:16 = 84";
    for (kind, packing, expected) in [
        ("uniform", "", std140),
        ("buffer", "", std430),
        ("buffer", "std140, ", std140),
        ("uniform", "std430, ", std430),
        ("uniform", "scalar, ", scalar),
        ("buffer", "scalar, ", scalar),
    ] {
        check("glslang", &format!("layout({packing}binding = 0) {kind} B {members};"), expected);
    }
    check("glslang", &format!("layout(push_constant) uniform B {members};"), std430);
    // A rule set selected by name applies to all blocks.
    let source = format!("layout(std430, binding = 0) uniform B {members};");
    check("std140", &source, std140);
    check("scalar", &source, scalar);
    check("wgsl", &source, std430);
    check("dx-cbuffer", &source, "a@0:4 b@4:12 c@16:4 d@32:36 e@80:44 f@128:24 = 152");
}

#[test]
fn scalar_layout_has_no_tail_padding_in_glsl() {
    // In glslang the next member follows there; in DXC, whose structs are those of C, it does not.
    let members = "float x; S s; float y; S t[2]; float z;";
    let glsl = format!("struct S {{ double d; float f; }}; layout(scalar, binding = 0) buffer B {{ {members} }};");
    let places = "x@0:4 s@8:12 s.d@8:8 s.f@16:4 y@20:4 t@24:28 t[].d@24:8 t[].f@32:4 z@52:4 = 56";
    check("glslang", &glsl, places);
    check("scalar", &glsl, places);
    let hlsl = format!("struct S {{ double d; float f; }}; cbuffer B {{ {members} }}");
    let laid = crate::common::lay_out("scalar", &hlsl);
    assert_eq!(laid.places(), "x@0:4 s@8:16 s.d@8:8 s.f@16:4 y@24:4 t@32:32 t[].d@32:8 t[].f@40:4 z@64:4 = 72");
}

#[test]
fn offsets_and_alignments_apply() {
    let source =
        "layout(std140, binding = 0) uniform B { float a; layout(offset = 32) vec3 b; float c; layout(align = 64) float d; float e; };";
    check("glslang", source, "a@0:4 b@32:12 c@44:4 d@64:4 e@68:4 = 128");
    // The offset applies first, then it is rounded up.
    let source =
        "layout(std430, binding = 0) buffer B { float a; layout(offset = 8, align = 32) vec2 b; float c; layout(align = 2) vec4 d; };";
    check("glslang", source, "a@0:4 b@32:8 c@40:4 d@48:16 = 64");
    // Without SPIR-V, a decreasing offset is an error; glslang accepts it for SPIR-V.
    let source = "layout(binding = 0) buffer B { layout(offset = 64) float a; layout(offset = 16) vec2 b; float c; };";
    check("glslang", source, "a@64:4 b@16:8 c@24:4 = 72");
    check_diagnostics("glslang", source, &[]);
    let source = "layout(binding = 0) buffer B { vec4 a; layout(offset = 8) vec2 b; float c; };";
    check("glslang", source, "a@0:16 b@8:8 c@16:4 = 32");
    check_diagnostics("glslang", source, &["warning P0506 at «b»: `b` and `a` overlap in bytes 8..16"]);
    // Compilers for D3D do not support it.
    let source = "layout(binding = 0) buffer B { float a; layout(offset = 16) float b; };";
    check("dxc", source, "a@0:4 b@4:4 = 8");
}

#[test]
fn invalid_offsets_are_reported() {
    let source = "layout(std140, binding = 0) uniform B { float a; layout(offset = 12) vec3 b; layout(offset = 40) float c[2]; };";
    let b = "error P0530 at «offset = 12»: `b` cannot be at offset 12: std140 aligns `vec3` to 16";
    let c = "error P0530 at «offset = 40»: `c` cannot be at offset 40: std140 aligns `float[2]` to 16";
    check_diagnostics("glslang", source, &[b, c]);
    check_diagnostics("std430", source, &[&b.replace("std140", "std430")]);
    check_diagnostics("scalar", source, &[]);
}

#[test]
fn implementation_defined_layouts_are_reported() {
    let source = "layout(binding = 0) uniform B { float a; vec3 b; }; layout(packed) uniform C { float c; };
        layout(std140) uniform D { float d; };";
    let laid = lay_out_opengl("glslang", source);
    assert_eq!(laid.places(), "d@0:4 = 16", "only what is known has numbers");
    let expected = [
        "warning P0531 at «B»: the offsets in `B` are unknown: its layout is `shared`",
        "warning P0531 at «C»: the offsets in `C` are unknown: its layout is `packed`",
    ];
    assert_eq!(laid.diagnostics(), expected);
    assert_eq!(lay_out_opengl("std140", source).places(), "a@0:4 b@16:12 = 32 c@0:4 = 16 d@0:4 = 16", "what it would be");
}

#[test]
fn large_push_constants_are_reported() {
    let source = "layout(push_constant) uniform P { mat4 a; mat4 b; float c; };";
    let large = "warning P0540 at «P»: `P` is 144 bytes; Vulkan guarantees 128";
    check_diagnostics("glslang", source, &[large]);
    check_diagnostics("glslang", "layout(push_constant) uniform P { mat4 a; mat4 b; };", &[]);
    check_diagnostics("std430", source, &[]);
}

#[test]
fn runtime_sized_arrays_are_laid_out() {
    check("glslang", "layout(binding = 0) buffer B { float a; vec3 b[]; };", "a@0:4 b@16:16 = 32");
    check("glslang", "layout(scalar, binding = 0) buffer B { float a; vec3 b[]; };", "a@0:4 b@4:12 = 16");
}

#[test]
fn pointers_take_eight_bytes() {
    let source =
        "layout(buffer_reference, std430) buffer Node { float value; }; layout(binding = 0) uniform B { float a; Node next; float b; };";
    check("glslang", &format!("#extension GL_EXT_buffer_reference : require\n{source}"), "value@0:4 = 4 a@0:4 next@8:8 b@16:4 = 32");
}
