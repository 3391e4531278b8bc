//! Bindings of GLSL and WGSL, which are those of the source. The rules for shared bindings come from the specifications; glslang 12 and spirv-val
//! 2023.1 accept all of these programs.

use crate::listing::assert_listing;
use padstone_bind::{Options, bind, binding_rules};
use padstone_cfamily::{GlslOptions, TargetEnv, read_glsl};
use padstone_diag::Diagnostics;
use padstone_model::Module;
use padstone_source::{FileId, MemoryLoader, SourceMap};
use padstone_wgsl::read_wgsl;

#[track_caller]
fn check(policy: &str, source: &str, expected: &str, read: impl FnOnce(&mut SourceMap, FileId, &mut Diagnostics) -> Module) {
    let (mut sources, mut found) = (SourceMap::new(), Diagnostics::new());
    let file = sources.add_file("test", source.into()).expect("the sources are small");
    let module = read(&mut sources, file, &mut found);
    assert!(!found.has_errors(), "{source}\n{:?}", found.iter().collect::<Vec<_>>());
    let bindings = bind(&module, binding_rules::find(policy).expect("the policy exists"), &Options::default());
    assert_listing(policy, &module, &sources, &bindings, expected);
}

#[track_caller]
fn glsl(policy: &str, source: &str, expected: &str) {
    let target = if policy == "opengl" { TargetEnv::OpenGl } else { TargetEnv::Vulkan };
    let options = GlslOptions { target, ..GlslOptions::default() };
    check(policy, &format!("#version 460\n{source}"), expected, |sources, file, found| {
        read_glsl(sources, file, &MemoryLoader::default(), &options, found)
    });
}

#[track_caller]
fn wgsl(source: &str, expected: &str) {
    check("wgsl", source, expected, |sources, file, found| {
        read_wgsl(sources, file, &MemoryLoader::default(), &padstone_wgsl::Options::default(), found)
    });
}

#[test]
fn glsl_bindings_are_explicit_and_the_default_set_is_0() {
    glsl(
        "glslang",
        "layout(binding = 3) uniform A { float a; };
         layout(set = 2, binding = 3) buffer B { float b; } bs[4];
         layout(set = 2, binding = 4) uniform C { float c; } cs[2][3];
         layout(set = 1, binding = 0) uniform sampler2D maps[8];
         layout(push_constant) uniform P { float p; };",
        "A 0.3
         B 2.3 x4
         C 2.4 x6 Known(2) Known(3)
         maps 1.0 x8",
    );
}

#[test]
fn resources_of_one_descriptor_type_may_share_a_binding() {
    glsl(
        "glslang",
        "layout(binding = 0) uniform A { float a; };
         layout(binding = 0) uniform B { float b; };
         layout(binding = 1) readonly buffer C { float c; };
         layout(binding = 1) buffer D { float d; };
         layout(binding = 2) uniform texture2D t;
         layout(binding = 2) uniform sampler s;
         layout(binding = 3, rgba8) uniform image2D i;",
        "A 0.0
         B 0.0
         C 0.1
         D 0.1
         t 0.2
         s 0.2
         i 0.3",
    );
}

#[test]
fn different_descriptor_types_at_one_binding_get_a_warning() {
    glsl(
        "glslang",
        "layout(binding = 0) uniform A { float a; };
         layout(binding = 0) buffer B { float b; };
         layout(binding = 0, set = 1) uniform texture2D t;
         layout(binding = 0, set = 1, rgba8) uniform image2D i;",
        "A 0.0
         B 0.0
         t 1.0
         i 1.0
         warning binding-overlap at `binding = 0`: `B` at binding 0 overlaps `A` at binding 0, in set 0 (glslang) | use binding 1 of set 0, which is free
         warning binding-overlap at `binding = 0`: `i` at binding 0 overlaps `t` at binding 0, in set 1 (glslang) | use binding 1 of set 1, which is free",
    );
}

#[test]
fn opengl_numbers_bindings_per_kind_and_requires_none() {
    glsl(
        "opengl",
        "layout(binding = 0) uniform A { float a; };
         layout(binding = 0) buffer B { float b; };
         layout(binding = 0) uniform sampler2D t;
         uniform C { float c; };
         layout(location = 2) uniform float loose;",
        "A 0.0
         B 0.0
         t 0.0",
    );
}

#[test]
fn wgsl_bindings_are_explicit_and_list_the_access_of_storage_buffers() {
    wgsl(
        "struct S { a: f32 }
         @group(1) @binding(2) var<uniform> u: S;
         @group(1) @binding(1 + 2) var<storage> r: array<S>;
         @binding(0) @group(0) var<storage, read_write> w: S;
         @group(0) @binding(7) var t: texture_2d<f32>;
         @group(0) @binding(8) var s: sampler;
         var<immediate> i: f32;
         var<private> p: f32;",
        "u 1.2
         r 1.3 Read
         w 0.0 ReadWrite
         t 0.7
         s 0.8",
    );
}

#[test]
fn variables_of_different_shaders_may_share_a_binding() {
    wgsl(
        "@group(0) @binding(0) var<uniform> a: f32;
         @group(0) @binding(0) var<storage> b: f32;
         @compute @workgroup_size(1) fn one() { _ = a; }
         @compute @workgroup_size(1) fn two() { _ = b; }",
        "a 0.0
         b 0.0 Read",
    );
}
