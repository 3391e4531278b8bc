//! Diagnostics about explicit bindings: their codes with their lines.

use padstone_read::bind::{self, Request, binding_rules::DOCUMENTED};
use padstone_read::cfamily::SlangUnit;
use padstone_read::diag::Severity;
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};

use crate::slang::reflect::options;

/// Compares the diagnostics of files, each as `CODE:LINE` with `!` after an error, with the expected ones.
fn check(files: &[&str], target: &str, flags: &str, expected: &str) {
    check_by(files, target, flags, false, expected);
}

/// The same under the policy `documented`, each file a translation unit.
fn check_documented(files: &[&str], target: &str, expected: &str) {
    check_by(files, target, "", true, expected);
}

fn check_by(files: &[&str], target: &str, flags: &str, documented: bool, expected: &str) {
    let flags: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
    let (mut slang, mut request) = options(target, &flags);
    if documented {
        let target = DOCUMENTED.target(target).expect("a target of the documentation");
        request = Request { target, rules: DOCUMENTED, options: bind::Options::default(), profile: None };
        slang.units = vec![SlangUnit { files: 1, is_hlsl: false }; files.len()];
        slang.unsized_constants = DOCUMENTED.allows_unsized_constants();
    }
    let names = ["a.slang", "b.slang"];
    let loader = MemoryLoader::new(names.into_iter().zip(files.iter().copied()));
    let options = Options { language: Language::Slang, slang, ..Options::default() };
    let unit = Unit::load_program(&names[..files.len()], &loader, &options);
    let layout = unit.program(&request);
    let reported = unit.diagnostics.iter().chain(layout.diagnostics.iter()).map(|found| {
        let line = found.span.map_or(0, |span| unit.sources.locate(span.start).line);
        format!("{}:{line}{}", found.code.id, if found.severity == Severity::Error { "!" } else { "" })
    });
    assert_eq!(reported.collect::<Vec<_>>().join(" "), expected, "{files:?} for {target} with {flags:?}");
}

#[test]
fn unbounded_arrays_are_reported_once() {
    // Each instance needs two others, endlessly: the limit is exceeded, as the next line reports.
    let branching = "struct S<let N : int> { S<N * 2> a; S<N * 2 + 1> b; }\nConstantBuffer<S<1>> c;\nConstantBuffer<S<3>> d;";
    check(&[branching], "spirv", "", "P0203:1!");
}

#[test]
fn overlapping_bindings_are_reported() {
    let source = "Texture2D a : register(t0);\nTexture2D b : register(t0);";
    check(&[source], "hlsl", "", "P0612:2");
    // On Vulkan, the numbers become bindings for all classes.
    let classes = "Texture2D a : register(t0);\nSamplerState b : register(s0);";
    check(&[classes], "hlsl", "", "");
    check(&[classes], "spirv", "", "P0615:1 P0615:2 P0612:2");
    check(
        &[
            "[allow(\"overlapping-bindings\")] [[vk::binding(1)]] Texture2D a;\n[allow(\"overlapping-bindings\")] [[vk::binding(1)]] Texture2D b;",
        ],
        "spirv",
        "",
        "",
    );
    check(&["Texture2D a : register(t0) : register(t1);"], "hlsl", "", "P0613:1!");
}

#[test]
fn attributes_on_entry_point_parameters_are_ignored() {
    // E38010 of libslang, measured for each.
    let parameters = "[[vk::push_constant]] uniform float4 a,\nuniform Texture2D b : register(t3),\n[[vk::binding(1)]] uniform Texture2D c,\n\
                      uniform float4 d : packoffset(c1),\n[[vk::push_constant]] float4 e,\n[[vk::location(3)]] uniform float4 f";
    let program = format!("[shader(\"compute\")] [numthreads(1, 1, 1)] void main(\n{parameters}) {{}}");
    // The reader finds the packoffset first.
    check(&[&program], "spirv", "", "P0621:5 P0621:2 P0621:3 P0621:4 P0621:6");
    check(&[&program], "hlsl", "", "P0621:5 P0621:2 P0621:3 P0621:4 P0621:6");
    // Stage inputs too.
    let inputs = "[shader(\"fragment\")] void main(\n[[vk::push_constant]] float4 p : COLOR,\n[[vk::binding(1)]] float4 q : NORMAL,\n\
                  float r : TEXCOORD : register(c1),\nfloat4 s : SV_Position) {}";
    check(&[inputs], "spirv", "", "P0621:2 P0621:3 P0621:4");
}

#[test]
fn documented_sizes_of_constant_buffers_may_be_unbounded() {
    let buffers = "struct T { float a; float4 rest[]; };\nConstantBuffer<T> a;\nParameterBlock<T> b;\ncbuffer C { float x;\nfloat y[]; }";
    for target in ["hlsl", "spirv"] {
        check(&[buffers], target, "", "P1109:1! P1109:5!");
        check_documented(&[buffers], target, "");
    }
    // The elements of a structured buffer, and those of an array, must have a size.
    check_documented(
        &["struct T { float a; float4 rest[]; };\nStructuredBuffer<T> a;\nConstantBuffer<T[2]> b;"],
        "hlsl",
        "P1109:2! P1109:3!",
    );
}

#[test]
fn documented_bindings_of_entry_point_parameters_are_used() {
    let parameters = "uniform Texture2D b : register(t3),\n[[vk::binding(1)]] uniform Texture2D c,\n\
                      [[vk::push_constant]] uniform float4 a,\n[[vk::binding(4)]] uniform float4 d";
    let program = format!("[shader(\"compute\")] [numthreads(1, 1, 1)] void main(\n{parameters}) {{}}");
    // Ordinary data takes no binding.
    check_documented(&[&program], "hlsl", "P0621:4 P0621:5");
    // The buffer of `a` and `d` and the texture `b` take two consecutive bindings, which are free from 2 on.
    check_documented(&[&program], "spirv", "P0621:4 P0621:5 P0628:1");
    // Whatever the source binds, others avoid.
    let displaced = "Texture2D t;\n[numthreads(1, 1, 1)] void main(uniform Texture2D e : register(t0)) {}";
    check_documented(&[displaced], "hlsl", "P0628:1");
    let both = "[numthreads(1, 1, 1)] void a(\nuniform Texture2D e : register(t0)) {}\n\
                [numthreads(1, 1, 1)] void b(\nuniform Texture2D f : register(t0)) {}";
    check_documented(&[both], "hlsl", "P0612:4!");
}

#[test]
fn packings_of_cbuffers_are_ignored() {
    check(&["layout(std430) cbuffer C { float a[3]; float b; }\nlayout(scalar) cbuffer D { float3 d; }"], "spirv", "", "P1181:1 P1181:2");
    check(
        &["struct T { float a[3]; }\nConstantBuffer<T, Std430DataLayout> t;\nlayout(binding = 1) cbuffer C { float a; }"],
        "spirv",
        "",
        "",
    );
}

#[test]
fn uniforms_of_two_stages_share_the_push_constants() {
    // Both blocks have `Offset 0` in libslang's SPIR-V.
    let stages = "[shader(\"vertex\")] float4 vs(uniform float4 a) : SV_Position { return a; }\n\
                  [shader(\"fragment\")] float4 fs(uniform float3 b) : SV_Target { return b.xyzz; }";
    check(&[stages], "spirv", "", "P0632:2");
    check(&[stages], "hlsl", "", "");
    check(&[stages], "wgsl", "", "");
    let alone = "[shader(\"compute\")] [numthreads(1, 1, 1)] void a(uniform float4 a) {}\n\
                 [shader(\"compute\")] [numthreads(1, 1, 1)] void b(uniform float3 b) {}\n\
                 [shader(\"fragment\")] float4 fs(uniform float3 b) : SV_Target { return b.xyzz; }";
    check(&[alone], "spirv", "", "");
}

#[test]
fn unbounded_bytes_share_the_space_of_following_parameters() {
    // libslang's HLSL has both at `t0, space2`.
    let program = "struct Mix { Texture2D a; float4 c; };\nuniform Mix pp[];\nTexture2D z[];";
    check(&[program], "hlsl", "", "P0612:3");
    // Without ordinary data, each has separate spaces.
    let separate_spaces = "struct Two { Texture2D a; SamplerState s; };\nTwo pp[];\nTexture2D z[];";
    check(&[separate_spaces], "hlsl", "", "");
}

#[test]
fn documented_rejects_overlaps_that_the_target_rejects() {
    let source = "[[vk::binding(0)]] Texture2D a : register(t0);\n[[vk::binding(0)]] Texture2D b : register(t0);";
    check_documented(&[source], "hlsl", "P0612:2!");
    check_documented(&[source], "spirv", "P0612:2");
}

#[test]
fn documented_merges_parameters_of_one_name() {
    check_documented(&["Texture2D t;", "Texture2D t;"], "hlsl", "");
    check_documented(&["Texture2D t;", "Texture3D t;"], "hlsl", "P0614:1!");
    check_documented(&["Texture2D t : register(t1);", "Texture2D t : register(t2);"], "hlsl", "P0614:1!");
    // One explicit binding is enough.
    check_documented(&["Texture2D t;", "Texture2D t : register(t2);\nTexture2D u : register(t2);"], "hlsl", "P0612:2!");
    // Each unit has its own structs, which may have equal declarations.
    let block = "struct S { float3 a; Texture2D b[2]; }\nParameterBlock<S> s;";
    check_documented(&[block, block], "spirv", "");
    check_documented(&[block, "struct S { float3 a; Texture2D b[3]; }\nParameterBlock<S> s;"], "spirv", "P0614:2!");
    check_documented(&[block, "struct S { float3 x; Texture2D b[2]; }\nParameterBlock<S> s;"], "spirv", "P0614:2!");
}

#[test]
fn parameters_in_a_set_reserved_by_a_block_are_reported() {
    // A fact about libslang: block and texture both get binding 0 of set 0, silently.
    let shared = "[[vk::binding(0, 0)]] ParameterBlock<float4> c;\nTexture2D t;";
    check(&[shared], "spirv", "", "P0626:2");
    check(&["[[vk::binding(0, 1)]] ParameterBlock<float4> c;\nTexture2D t;"], "spirv", "", "");
    check(&["[[vk::binding(0, 2)]] ParameterBlock<float4> c;\n[[vk::binding(3, 2)]] Texture2D t;"], "spirv", "", "P0626:2");
    check(&["ParameterBlock<float4> c : register(space1);\nTexture2D t : register(t0, space1);"], "hlsl", "-profile sm_6_0", "P0626:2");
}

#[test]
fn classes_shifted_to_one_binding_get_a_warning() {
    let two = "Texture2D a : register(t0);\nSamplerState b : register(s1);";
    check(&[two], "spirv", "-fvk-t-shift 10 0 -fvk-s-shift 9 0", "P0627:2");
    check(&[two], "spirv", "-fvk-t-shift 10 0 -fvk-s-shift 20 0", "");
}

#[test]
fn displaced_bindings_are_reported() {
    check(&["Texture2D a;\nTexture2D b : register(t0);\nTexture2D c;"], "hlsl", "", "P0628:1");
    check(&["Texture2D a;\nTexture2D b : register(t5);\nTexture2D c;"], "hlsl", "", "");
    check(&["Texture2D a[4];\n[[vk::binding(0)]] Texture2D b;"], "spirv", "", "P0628:1");
}

#[test]
fn the_profile_selects_entry_points() {
    check(&["[numthreads(8, 1, 1)] void other() {}"], "hlsl", "-profile cs_6_0", "P0312:0!");
    check(&["[numthreads(8, 1, 1)] void other() {}"], "hlsl", "-profile sm_6_0", "");
    let overloaded = "float4 main() : SV_Target { return 0; }\nfloat4 main(float4 x : A) : SV_Target { return 0; }";
    check(&[overloaded], "hlsl", "-profile ps_5_0", "P0312:0!");
    check(&["float4 main() : SV_Target;\nfloat4 main() : SV_Target { return 0; }"], "hlsl", "-profile ps_5_0", "");
}

#[test]
fn arguments_of_arguments_are_checked() {
    for depth in [300, 200_000] {
        let nested = format!("struct G<T> {{ T t; }}\nConstantBuffer<{}int{}> c;", "G<".repeat(depth), ">".repeat(depth));
        check(&[&nested], "hlsl", "", "P0203:2!");
    }
    let nested = format!("struct G<T> {{ T t; }}\nConstantBuffer<{}int{}> c;", "G<".repeat(40), ">".repeat(40));
    check(&[&nested], "hlsl", "", "");
}

#[test]
fn impossible_bindings_are_reported() {
    let negative = "[[vk::binding(-1)]] Texture2D a;\n[[vk::binding(0, -2)]] Texture2D b;\nlayout(binding = 0x80000000) Texture2D c;";
    check(&[negative], "spirv", "", "P0205:1 P0205:2 P0205:3");
    check(&[negative], "hlsl", "", "P0205:1 P0205:2 P0205:3");
    check(&["[[vk::binding(0x7fffffff, 0)]] Texture2D a;"], "spirv", "", "");
    check(&["struct S { float4 a; }\n[[vk::binding(-1, 3)]] ParameterBlock<S> a;"], "spirv", "", "P0205:2 P0616:2!");
    check(&["cbuffer C { float a : packoffset(c0x); }"], "hlsl", "", "P0211:1");
    check(&["#if true\nTexture2D t;\n#endif"], "hlsl", "", "P0111:1");
}
