//! The text of repairs, and the repaired sources.

use padstone_read::Options;
use padstone_read::layout::{self, Profile};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_repair::{InputFile, Repair, Side, repair};

fn options(language: Language) -> Options {
    Options { language, ..Options::default() }
}

fn profile(name: &str) -> &'static Profile {
    layout::find(name).unwrap_or_else(|| panic!("no rules {name}"))
}

/// Repairs one source under several rules.
fn under(language: Language, text: &str, rules: &str) -> Repair {
    let readings = [InputFile { path: "scene".into(), options: options(language) }];
    let sides: Vec<Side> = rules.split(',').map(|name| Side { reading: 0, profile: profile(name), selected: None }).collect();
    repair(&readings, &sides, &MemoryLoader::new([("scene", text)]))
}

/// The added and removed lines.
fn changes(repair: &Repair) -> Vec<String> {
    let patch = repair.patch();
    let lines = patch.lines().filter(|line| line.starts_with(['+', '-']) && !line.starts_with("+++") && !line.starts_with("---"));
    lines.map(str::to_owned).collect()
}

fn check(language: Language, text: &str, rules: &str, expected: &[&str]) {
    let repair = under(language, text, rules);
    assert!(repair.unrepaired.is_empty(), "{rules}\n{text}\n{:?}", repair.unrepaired);
    assert_eq!(changes(&repair), expected, "{rules}\n{text}");
    // A repaired source needs no repair.
    let repaired_layouts = under(language, &repair.changed[0].after, rules);
    assert!(repaired_layouts.repaired.is_empty() && repaired_layouts.unrepaired.is_empty(), "{}", repair.changed[0].after);
}

#[test]
fn repairs_use_padding_annotations_order_and_types() {
    check(Language::Hlsl, "cbuffer Scene {\n    float time;\n    float3 eye;\n};\n", "dxc,std140", &["+    float _pad0;"]);
    check(
        Language::Hlsl,
        "struct S {\n    float3 a;\n    float2 b;\n};\nConstantBuffer<S> scene;\n",
        "dxc,dxc-spirv-scalar",
        &["-    float2 b;", "+    [[vk::offset(16)]] float2 b;"],
    );
    check(
        Language::Hlsl,
        "struct S {\n    float time; // now\n    // where\n    float3 eye;\n};\nConstantBuffer<S> scene;\n",
        "dxc,dxc-spirv-scalar,std140",
        &["+    float _pad0; float _pad1; float _pad2;"],
    );
    check(
        Language::Wgsl,
        "struct S {\n    time: f32,\n    eye: vec3f,\n    fog: f32\n}\n@group(0) @binding(0) var<storage> s: S;\n",
        "wgsl,scalar",
        &["-    eye: vec3f,", "+    @align(16) eye: vec3f,"],
    );
    check(
        Language::Wgsl,
        "struct S { weights: array<f32, 4>, fog: f32 }\n@group(0) @binding(0) var<storage> s: S;\n",
        "wgsl,std140",
        &["-struct S { weights: array<f32, 4>, fog: f32 }", "+struct S { weights: array<vec4<f32>, 4>, fog: f32 }"],
    );
    // The stride of the elements differs until the last member has padding too.
    check(
        Language::Hlsl,
        "struct S {\n    float3 a;\n    float3 b;\n};\nStructuredBuffer<S> s;\n",
        "dxc,std430",
        &["+    float _pad0;", "+    float _pad1;"],
    );
    check(
        Language::Glsl,
        "#version 450\nlayout(binding = 0) uniform U {\n    float time;\n    vec3 eye;\n};\nvoid main() {}\n",
        "glslang,scalar",
        &["-    vec3 eye;", "+    layout(offset = 16) vec3 eye;"],
    );
}

#[test]
fn an_array_of_structs_needs_several_edits() {
    let text = "struct Light { float3 position; float3 colour; };\ncbuffer Scene {\n    Light lights[2];\n    float fog;\n};\n";
    check(
        Language::Hlsl,
        text,
        "dxc,std140,scalar",
        &[
            "-struct Light { float3 position; float3 colour; };",
            "+struct Light { float3 position; [[vk::offset(16)]] float3 colour; float _pad0; };",
        ],
    );
}

#[test]
fn bools_become_integers() {
    check(
        Language::Slang,
        "struct P { float a; bool on; vector<bool, 3> v; float d; };\nConstantBuffer<P> u;\n",
        "slang-spirv-scalar,slang-cpp",
        &["-struct P { float a; bool on; vector<bool, 3> v; float d; };", "+struct P { float a; uint on; vector<uint, 3> v; float d; };"],
    );
    check(
        Language::Glsl,
        "#version 450\nlayout(binding = 0) buffer U {\n    float a;\n    bvec3 v;\n    float d;\n};\n",
        "scalar,cpp",
        &["-    bvec3 v;", "+    uvec3 v;"],
    );
}

#[test]
fn elements_are_wrapped_if_no_wider_type_exists() {
    check(
        Language::Hlsl,
        "typedef float Real;\n\n// What is near.\nstruct S {\n    Real weights[4];\n    Real fog;\n};\nConstantBuffer<S> scene;\n",
        "dxc,scalar",
        &["+struct RealIn16 { Real value; float _pad0; float _pad1; float _pad2; };", "-    Real weights[4];", "+    RealIn16 weights[4];"],
    );
    check(
        Language::Glsl,
        "#version 450\nlayout(binding = 0) uniform U {\n    readonly double range[2][3];\n    float fog;\n};\nvoid main() {}\n",
        "glslang,scalar",
        &[
            "+struct DoubleIn16 { double value; float _pad0; float _pad1; };",
            "-    readonly double range[2][3];",
            "+    readonly DoubleIn16 range[2][3];",
        ],
    );
    check(
        Language::Slang,
        "typealias Real = float;\nstruct S {\n    Real weights[4];\n    Real fog;\n};\nConstantBuffer<S> scene;\n",
        "slang-spirv,slang-spirv-scalar",
        &["+struct RealIn16 { Real value; float _pad0; float _pad1; float _pad2; };", "-    Real weights[4];", "+    RealIn16 weights[4];"],
    );
}

/// Functions of WGSL that read a member are edited, and read the same value.
#[test]
fn wgsl_functions_read_the_edited_member() {
    let text = "alias Real = f32;\nstruct S {\n    fog: Real,\n    weights: array<array<Real, 4>, 2>,\n}\n\
                @group(0) @binding(0) var<storage, read_write> s: S;\n\
                fn sum(p: ptr<storage, S, read_write>) -> f32 { p.weights[1][0] = 2; return s.weights[0][1] + (*p).weights[1][2]; }\n";
    check(
        Language::Wgsl,
        text,
        "wgsl,std140",
        &[
            "+struct RealIn16 { @size(16) value: Real }",
            "-    weights: array<array<Real, 4>, 2>,",
            "+    @align(16) weights: array<array<RealIn16, 4>, 2>,",
            "-fn sum(p: ptr<storage, S, read_write>) -> f32 { p.weights[1][0] = 2; return s.weights[0][1] + (*p).weights[1][2]; }",
            "+fn sum(p: ptr<storage, S, read_write>) -> f32 { p.weights[1][0].value = 2; return s.weights[0][1].value + (*p).weights[1][2].value; }",
        ],
    );
    let text = "struct S { eye: array<vec2f, 3>, fog: f32 }\n@group(0) @binding(0) var<storage> s: S;\n\
                fn f() -> vec2f { return s.eye[2] * s.eye[1].y; }\n";
    check(
        Language::Wgsl,
        text,
        "wgsl,std140",
        &[
            "-struct S { eye: array<vec2f, 3>, fog: f32 }",
            "+struct S { eye: array<vec4f, 3>, fog: f32 }",
            "-fn f() -> vec2f { return s.eye[2] * s.eye[1].y; }",
            "+fn f() -> vec2f { return s.eye[2].xy * s.eye[1].y; }",
        ],
    );
}

#[test]
fn repairs_match_layouts_across_languages() {
    let hlsl = "cbuffer Scene {\n    float time;\n    float3 eye;\n};\n";
    let wgsl = "struct S {\n    time: f32,\n    eye: vec3f,\n}\n@group(0) @binding(0) var<uniform> scene: S;\n";
    let files = MemoryLoader::new([("a.hlsl", hlsl), ("b.wgsl", wgsl)]);
    let readings = [("a.hlsl", Language::Hlsl), ("b.wgsl", Language::Wgsl)];
    let readings = readings.map(|(path, language)| InputFile { path: path.into(), options: options(language) });
    let sides = [(0, "dxc", "Scene"), (1, "wgsl", "scene")];
    let sides = sides.map(|(reading, rules, selected)| Side { reading, profile: profile(rules), selected: Some(selected.into()) });
    let repair = repair(&readings, &sides, &files);
    assert_eq!(changes(&repair), ["+    float _pad0;"]);
}

/// An edit of a struct does not move the members of a buffer that is not compared.
#[test]
fn other_buffers_with_the_struct_keep_their_layouts() {
    let wgsl = "struct Light { range: f32, size: vec2f, color: vec3f }\n@group(0) @binding(0) var<storage> lights: array<Light>;\n";
    let repair_of = |others: &str| {
        let hlsl = format!("struct Light {{ float range; float2 size; float3 color; }};\nStructuredBuffer<Light> lights;\n{others}");
        let files = MemoryLoader::new([("a.hlsl", hlsl.as_str()), ("b.wgsl", wgsl)]);
        let readings = [("a.hlsl", Language::Hlsl), ("b.wgsl", Language::Wgsl)];
        let readings = readings.map(|(path, language)| InputFile { path: path.into(), options: options(language) });
        let sides = [(0, "dxc", "lights"), (1, "wgsl", "lights")];
        let sides = sides.map(|(reading, rules, selected)| Side { reading, profile: profile(rules), selected: Some(selected.into()) });
        repair(&readings, &sides, &files)
    };
    assert_eq!(repair_of("").unrepaired.len(), 0);
    // Its members do not move.
    assert_eq!(repair_of("cbuffer Sky { float4 zenith; };\n").unrepaired.len(), 0);
    // `sun.size` would move from 4 to 8.
    assert!(repair_of("cbuffer Sky { Light sun; float haze; };\n").changed.is_empty());
}

/// Thousands of light edits are tried before the one that is needed: it costs more than them, but makes more progress.
#[test]
fn an_array_among_many_members_is_widened() {
    let hlsl = "cbuffer F { float4x4 view; float3 eye; float time; float2 size; float exposure;\n    float weights[6];\n    uint count;\n\
        float3 sun;\n    float3 color; int mode; }\n";
    let wgsl = "struct S { view: mat4x4f, eye: vec3f, time: f32, size: vec2f, exposure: f32,\n    weights: array<f32, 6>,\n    count: u32,\n\
        sun: vec3f,\n    color: vec3f, mode: i32 }\n@group(0) @binding(0) var<uniform> F: S;\n";
    let files = MemoryLoader::new([("a.hlsl", hlsl), ("b.wgsl", wgsl)]);
    let readings = [("a.hlsl", Language::Hlsl), ("b.wgsl", Language::Wgsl)];
    let readings = readings.map(|(path, language)| InputFile { path: path.into(), options: options(language) });
    let sides = [(0, "dxc"), (1, "wgsl")];
    let sides = sides.map(|(reading, rules)| Side { reading, profile: profile(rules), selected: Some("F".into()) });
    let repair = repair(&readings, &sides, &files);
    let changed = [
        "-    float weights[6];",
        "+    float4 weights[6];",
        "+float _pad0;",
        "-    weights: array<f32, 6>,",
        "+    weights: array<vec4<f32>, 6>,",
    ];
    assert_eq!(changes(&repair), changed);
}

/// GLSL 4.60, 4.4.5: the bytes after the last element of an array, and at the end of a struct, belong to it.
#[test]
fn explicit_offsets_are_after_the_preceding_member() {
    let hlsl = "struct I { float3 a; float b; float c; };\ncbuffer F {\n    float w[3];\n    float e;\n    I i;\n    float g;\n};\n";
    let glsl = "#version 450\nstruct I { vec3 a; float b; float c; };\n\
        layout(std140, binding = 0) uniform F { float w[3]; float e; I i; float g; } f;\nvoid main() {}\n";
    let files = MemoryLoader::new([("a.hlsl", hlsl), ("b.comp", glsl)]);
    let readings = [("a.hlsl", Language::Hlsl), ("b.comp", Language::Glsl)];
    let readings = readings.map(|(path, language)| InputFile { path: path.into(), options: options(language) });
    let sides = [(0, "dxc"), (1, "glslang")];
    let sides = sides.map(|(reading, rules)| Side { reading, profile: profile(rules), selected: Some("F".into()) });
    let repair = repair(&readings, &sides, &files);
    assert_eq!(changes(&repair), ["+    float _pad0; float _pad1; float _pad2;", "+    float _pad3; float _pad4; float _pad5;"]);
}

#[test]
fn uneditable_members_have_a_reason() {
    let why = |text: &str| {
        let repair = under(Language::Hlsl, text, "dxc,std140");
        assert!(repair.changed.is_empty(), "{}", repair.patch());
        repair.unrepaired.into_iter().map(|unrepaired| unrepaired.reason).collect::<Vec<_>>()
    };
    let macros = "#define MEMBERS float time; float3 eye;\ncbuffer Scene { MEMBERS };\n";
    assert_eq!(why(macros), ["the declaration of `eye` comes from a macro or has a form that padstone cannot edit"]);
}

/// If each of thousands of members would need a separate edit, the search notices early, and uses one edit that fixes all of them.
#[test]
fn the_search_stops_at_its_limit() {
    let scene = |member: &str| {
        let members: String = (0..3_000).map(|index| format!("    {};\n", member.replace('#', &index.to_string()))).collect();
        format!("cbuffer Scene {{\n{members}}};\n")
    };
    let repair = under(Language::Hlsl, &scene("float3 m#"), "dxc,scalar");
    let [done] = &repair.repaired[..] else { panic!("{:?}", repair.unrepaired) };
    assert_eq!(done.steps[0].title, "add a packoffset to each of the 3000 members of `Scene`");
    assert!(!done.smallest);

    let repair = under(Language::Hlsl, &scene("float2x2 a#; float b#[3]"), "dxc,scalar");
    let [unrepaired] = &repair.unrepaired[..] else { panic!("{:?}", repair.repaired) };
    let tried = unrepaired.reason.split(' ').find_map(|word| word.parse::<usize>().ok());
    assert!(unrepaired.reason.contains("the search limit") && tried.is_some_and(|tried| tried < 200), "{}", unrepaired.reason);
}

/// The elements are declared with the alias, so each wrapper would need another wrapper.
#[test]
fn an_alias_of_an_array_is_not_wrapped() {
    let repair = under(Language::Hlsl, "typedef float T[4][3];\ncbuffer C { T m; };\n", "dxc,std430");
    assert!(repair.unrepaired.len() == 1 && repair.changed.is_empty(), "{}", repair.patch());
}

/// A new member would take the value of the next one in an initializer; annotations do not.
#[test]
fn initialized_structs_keep_their_members() {
    let text = "struct S {\n    float3 a;\n    float2 b;\n};\nConstantBuffer<S> scene;\nstatic const S zero = { float3(1, 2, 3), float2(4, 5) };\n";
    check(Language::Hlsl, text, "dxc,dxc-spirv-scalar", &["-    float2 b;", "+    [[vk::offset(16)]] float2 b;"]);
    let padded = "struct S {\n    float time;\n    float3 eye;\n};\ncbuffer Scene { S s; };\n";
    check(Language::Hlsl, padded, "dxc,std140", &["+    float _pad0;"]);
    let initialized = format!("{padded}static const S start = {{ 1.0, float3(2, 3, 4) }};\n");
    let repair = under(Language::Hlsl, &initialized, "dxc,std140");
    assert!(repair.changed.is_empty() && !repair.unrepaired.is_empty(), "{}", repair.patch());
}
