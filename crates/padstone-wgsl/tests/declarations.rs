//! The WGSL front end, in both editions: source in, a listing of the model out.

use std::fmt::Write;

use crate::common::listing;
use padstone_diag::Diagnostics;
use padstone_source::{MemoryLoader, SourceMap};
use padstone_wgsl::tree::Edition;
use padstone_wgsl::{Options, read_wgsl};

fn read(source: &str, options: &Options) -> String {
    let mut sources = SourceMap::new();
    let file = sources.add_file("test.wgsl", source.into()).unwrap();
    let mut found = Diagnostics::new();
    let module = read_wgsl(&mut sources, file, &MemoryLoader::default(), options, &mut found);
    let mut out = listing(&module);
    for found in &found {
        writeln!(out, "{} {}", found.code.id, found.message).unwrap();
    }
    out
}

#[track_caller]
fn check_with(options: &Options, source: &str, expected: &str) {
    let expected: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(read(source, options).lines().collect::<Vec<_>>(), expected, "{source}");
}

#[track_caller]
fn check(source: &str, expected: &str) {
    check_with(&Options::default(), source, expected);
}

#[track_caller]
fn check_draft(source: &str, expected: &str) {
    check_with(&Options { edition: Edition::Draft2020, ..Options::default() }, source, expected);
}

#[test]
fn types_of_members_are_read() {
    check(
        "enable f16;
         struct S { a: f32, b: vec3<i32>, c: vec2h, d: mat4x3f, e: mat2x2<f16>, f: atomic<u32>, g: array<vec4u, 3>, h: bool, i: array<f16> }",
        "struct S { a: f32; b: vec3<i32>; c: vec2<f16>; d: mat4x3<f32>; e: mat2x2<f16>; f: atomic<u32>; \
         g: array<vec4<u32>, 3>; h: bool; i: array<f16>; }",
    );
}

#[test]
fn attributes_of_members_are_read() {
    check(
        "const N = 8; struct S { @align(N * 2) a: f32, @size(32) @align(16u) b: vec3f, @size(1 << 4) c: u32 }",
        "struct S { a: f32 align 16; b: vec3<f32> size 32 align 16; c: u32 size 16; }",
    );
}

#[test]
fn a_struct_comes_after_those_that_it_contains() {
    check(
        "struct A { b: B, c: array<C, 2> } struct B { c: C } alias D = E; struct C { d: D } struct E { x: f32 }",
        "struct E { x: f32; }
         struct C { d: E; }
         struct B { c: C; }
         struct A { b: B; c: array<C, 2>; }",
    );
}

#[test]
fn buffers_and_their_bindings_are_read() {
    check(
        "struct S { a: f32 }
         const G = 1;
         @group(G) @binding(2 + 3) var<uniform> u: S;
         @group(0) @binding(0) var<storage> r: array<S>;
         @binding(1) @group(0) var<storage, read_write> w: array<array<vec4f, 2>, 4>;
         var<immediate> i: mat4x4f;
         var<private> p: S;
         var<workgroup> g: array<u32, 64>;",
        "struct S { a: f32; }
         uniform u: S @1.5
         storage r: array<S> @0.0 Read
         storage w: array<array<vec4<f32>, 2>, 4> @0.1 ReadWrite
         immediate i: mat4x4<f32>",
    );
}

#[test]
fn textures_and_samplers_are_read() {
    check(
        "@group(0) @binding(0) var a: texture_2d<f32>;
         @group(0) @binding(1) var b: texture_depth_cube;
         @group(0) @binding(2) var c: texture_storage_2d<rgba8unorm, write>;
         @group(0) @binding(3) var d: sampler;
         @group(0) @binding(4) var e: sampler_comparison;
         @group(0) @binding(5) var f: texture_external;
         @group(0) @binding(6) var g: binding_array<texture_2d<u32>, 4>;
         @group(0) @binding(7) var<storage> h: buffer<64>;
         @group(0) @binding(8) var i: texel_buffer<r32uint, read>;",
        "opaque a: texture_2d<f32> @0.0
         opaque b: texture_depth_cube @0.1
         opaque c: texture_storage_2d<rgba8unorm, write> @0.2
         opaque d: sampler @0.3
         opaque e: sampler_comparison @0.4
         opaque f: texture_external @0.5
         opaque g: texture_2d<u32> × Some(4) @0.6
         opaque h: buffer<64> @0.7 Read
         opaque i: texel_buffer<r32uint, read> @0.8",
    );
}

/// Resources and scalars of naga (30.0.1).
#[test]
fn types_for_native_programs_are_read() {
    check(
        "enable wgpu_binding_array; enable wgpu_ray_query; enable wgpu_ray_query_vertex_return; enable wgpu_int16;
         struct S { a: u64, b: vec3<i64>, c: f64, d: i16, e: vec2<u16>, f: mat2x2<f64>, g: atomic<u64> }
         @group(0) @binding(0) var<storage, read_write> a: S;
         @group(0) @binding(1) var b: binding_array<texture_2d<f32>>;
         @group(0) @binding(2) var c: binding_array<sampler, 4>;
         @group(0) @binding(3) var<storage> d: binding_array<S2, 8>;
         @group(0) @binding(4) var<uniform> e: binding_array<S2>;
         @group(0) @binding(5) var f: acceleration_structure;
         @group(0) @binding(6) var g: acceleration_structure<vertex_return>;
         struct S2 { a: f32 }",
        "struct S { a: u64; b: vec3<i64>; c: f64; d: i16; e: vec2<u16>; f: mat2x2<f64>; g: atomic<u64>; }
         struct S2 { a: f32; }
         storage a: S @0.0 ReadWrite
         opaque b: texture_2d<f32> × None @0.1
         opaque c: sampler × Some(4) @0.2
         storage d: S2 × Some(8) @0.3 Read
         uniform e: S2 × None @0.4
         opaque f: acceleration_structure @0.5
         opaque g: acceleration_structure<vertex_return> @0.6
         P0827 `wgpu_binding_array` is an extension of one implementation; others reject the module
         P0827 `wgpu_ray_query` is an extension of one implementation; others reject the module
         P0827 `wgpu_ray_query_vertex_return` is an extension of one implementation; others reject the module
         P0827 `wgpu_int16` is an extension of one implementation; others reject the module",
    );
}

#[test]
fn predeclared_names_can_be_redeclared() {
    check(
        "struct vec3f { a: u32 } alias f32 = i32; const min = 3; struct S { a: vec3f, b: f32, c: array<u32, min> }",
        "struct vec3f { a: u32; }
         struct S { a: vec3f; b: i32; c: array<u32, 3>; }",
    );
}

#[test]
fn invalid_declarations_do_not_affect_others() {
    check(
        "struct A { a: nothing, b: f32 } struct B { x: f32 }
         @group(0) @binding(0) var<uniform> a: A;
         @group(0) @binding(1) var<uniform> b: B;
         @group(0) @binding(2) var<uniform> c: bool;",
        "struct A { a: ?; b: f32; }
         struct B { x: f32; }
         uniform a: A @0.0
         uniform b: B @0.1
         P0820 `nothing` is not declared
         P0832 `bool` is not allowed in `uniform`: `bool` is not host-shareable",
    );
}

#[test]
fn entry_points_use_reachable_resources() {
    let source = "@group(0) @binding(0) var<uniform> a: f32;
         @group(0) @binding(1) var<uniform> b: f32;
         @group(0) @binding(2) var<uniform> c: f32;
         fn helper() -> f32 { let c = b; return c; }
         @compute @workgroup_size(1) fn first() { _ = helper(); }
         @fragment fn second() { _ = a; }";
    check_with(
        &Options { entry: Some("first".to_owned()), ..Options::default() },
        source,
        "uniform a: f32 @0.0 (unused)
         uniform b: f32 @0.1
         uniform c: f32 @0.2 (unused)
         entry first
         entry second",
    );
    check_with(
        &Options { entry: Some("secund".to_owned()), ..Options::default() },
        source,
        "uniform a: f32 @0.0
         uniform b: f32 @0.1
         uniform c: f32 @0.2
         entry first
         entry second
         P0312 entry point `secund` not found",
    );
}

#[test]
fn uniform_buffer_standard_layout_is_required() {
    let requires = |source: &str| {
        let mut sources = SourceMap::new();
        let file = sources.add_file("test.wgsl", source.into()).unwrap();
        let mut found = Diagnostics::new();
        read_wgsl(&mut sources, file, &MemoryLoader::default(), &Options::default(), &mut found).options.uniform_buffer_standard_layout
    };
    assert!(requires("requires uniform_buffer_standard_layout;"));
    assert!(!requires("requires pointer_composite_access;"));
}

#[test]
fn the_draft_of_2020_is_read() {
    check_draft(
        "[[block]] struct Uniforms { a : vec2<f32>; b : f32; c : f32; };
         [[binding(0), group(0)]] var<uniform> uniforms : [[access(read)]] Uniforms;
         [[binding(1), group(0)]] var<storage> results : [[access(read_write)]] Uniforms;
         [[binding(2), group(0)]] var image : texture_2d<f32>;
         fn foo() -> vec2<f32> { return uniforms.a + vec2<f32>(uniforms.b, uniforms.c); }
         [[stage(compute), workgroup_size(8, 8)]] fn main([[builtin(global_invocation_id)]] id : vec3<u32>) -> void { }",
        "struct Uniforms { a: vec2<f32>; b: f32; c: f32; }
         uniform uniforms: Uniforms @0.0
         storage results: Uniforms @0.1 ReadWrite
         opaque image: texture_2d<f32> @0.2
         entry main",
    );
}

#[test]
fn attributes_of_2020_are_evaluated() {
    check_draft(
        "struct S { [[align(16), size(12)]] a : vec3<f32>; [[offset(12)]] b : f32; };
         [[contiguous]] struct C { a : vec3<f32>; b : f32; };",
        "struct S { a: vec3<f32> align 16 size 12; b: f32 offset 12; }
         contiguous struct C { a: vec3<f32>; b: f32; }",
    );
}

#[test]
fn syntax_of_early_2020_is_read() {
    check_draft(
        "type Row = [[stride(4)]] array<f32, 4>;
         [[constant_id(3)]] const gain : f32 = 1.0;
         [[override(4)]] let bias : f32 = 0.5;
         [[block]] struct B { row : Row; rows : array<[[stride(8)]] array<vec2<f32>, 2>, 3>; };
         [[binding(0), set(1)]] var<uniform> b : B;
         [[binding(1), set(1)]] var<storage> out_ : [[stride(4)]] array<f32>;
         [[location(0)]] var<in> color : vec4<f32>;
         [[location(0)]] var<out> painted : vec4<f32>;
         [[stage(fragment)]] fn main() -> void { painted = color * gain * b.row[1] + vec4<f32>(bias); }",
        "struct B { row: array<f32, 4>; rows: array<array<vec2<f32>, 2>, 3>; }
         uniform b: B @1.0
         storage out_: array<f32> @1.1 ReadWrite
         entry main",
    );
}

/// The proposal: "these would affect all uses of the type, but are still overridable with per-member
/// attributes".
#[test]
fn attributes_of_2020_on_types_are_those_of_members() {
    check_draft(
        "[[size(12)]] type Position = vec3<f32>;
         type Normal = Position;
         type Colour = [[align(16), size(16)]] vec4<f32>;
         type Tint = [[align(8)]] Colour;
         [[align(32)]] struct Light { a : f32; };
         struct S { a : Position; b : Normal; [[size(16)]] c : Position; d : Light; [[align(16)]] e : Light; f : array<Light, 2>; };
         struct T { a : Colour; [[size(12)]] b : Colour; c : Tint; d : [[align(4)]] Tint; [[align(2)]] e : [[align(4)]] Tint; };",
        "struct Light { a: f32; }
         struct S { a: vec3<f32> size 12; b: vec3<f32> size 12; c: vec3<f32> size 16; d: Light align 32; e: Light align 16; \
         f: array<Light, 2>; }
         struct T { a: vec4<f32> align 16 size 16; b: vec4<f32> size 12 align 16; c: vec4<f32> align 8 size 16; \
         d: vec4<f32> align 4 size 16; e: vec4<f32> align 2 size 16; }",
    );
}

/// The structs of the document that defines the draft's alignment.
#[test]
fn examples_of_the_draft_are_read() {
    check_draft(
        "struct A { u: f32; v: f32; }
         struct B { a: vec2<f32>; b: vec3<f32>; c: f32; d: f32; e: A; f: A; g: vec2<f32>; h: vec2<f32>; }",
        "struct A { u: f32; v: f32; }
         struct B { a: vec2<f32>; b: vec3<f32>; c: f32; d: f32; e: A; f: A; g: vec2<f32>; h: vec2<f32>; }",
    );
    check_draft(
        "[[block]] struct Uniforms { a : vec2<u32>; b : atomic<u32>; c : u32; };
         [[binding(0), group(0)]] var<uniform> uniforms : [[access(read)]] Uniforms;",
        "struct Uniforms { a: vec2<u32>; b: atomic<u32>; c: u32; }
         uniform uniforms: Uniforms @0.0",
    );
    check_draft(
        "struct Inner { ia : i32; ib: i32; };
         struct Outer { oa:i32; ob: Inner; };
         fn foo() -> void {
             var v : Outer;
             const value : Inner = Inner(1,2);
             const p : ptr<function,Inner> = v.ob;
             p = value;
         }",
        "struct Inner { ia: i32; ib: i32; }
         struct Outer { oa: i32; ob: Inner; }",
    );
}

/// A chain of this length would overflow the stack if it were followed recursively.
#[test]
fn long_chains_are_followed() {
    const LENGTH: usize = 100_000;
    let chain = |link: &dyn Fn(usize) -> String, last: &str| {
        let links: String = (0..LENGTH).map(link).collect();
        read(&format!("{links} {last}"), &Options::default())
    };
    let constants =
        chain(&|position| format!("const c{position} = c{} + 1;\n", position + 1), "const c100000 = 1; struct S { a: array<f32, c0> }");
    assert_eq!(constants, "struct S { a: array<f32, 100001>; }\n");
    let aliases = chain(&|position| format!("alias a{position} = a{};\n", position + 1), "alias a100000 = f32; struct S { a: a0 }");
    assert_eq!(aliases, "struct S { a: f32; }\n");
    let structs = chain(&|position| format!("struct s{position} {{ a: s{} }}\n", position + 1), "struct s100000 { a: f32 }");
    assert!(structs.contains("P0836 type nests more than 255 levels deep\n"), "{}", &structs[structs.len() - 200..]);
    let cycle = chain(&|position| format!("const c{position} = c{};\n", position + 1), "const c100000 = c0;");
    assert_eq!(cycle, "P0821 `c0` depends on itself: c0 → c1 → c2 → c3 → c4 → c5 → c6 → c7 → … → c0\n");
}
