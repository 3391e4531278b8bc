//! The draft of 2020, and each edition parsed as the other.

use crate::syntax::{check, check_2020};

#[test]
fn the_draft_of_2020_is_parsed() {
    check_2020(
        "type F = f32; [[align(16)]] type G = [[stride(16)]] array<vec4<f32>, 4>;
         [[block]] struct B { [[offset(0), align(4)]] [[size(8)]] a : f32; b : [[stride(16)]] array<f32>; };
         [[binding(0), group(0)]] var<uniform> u : [[access(read)]] B; [[location(0)]] var<in> x : F; let k : i32 = 1;
         [[stage(compute), workgroup_size(1)]] fn main([[builtin(global_invocation_id)]] id : vec3<u32>) -> void {
            const override : i32 = 1; let while = override; var alias : ptr<uniform, [[access(read)]] B> = u;
            alias = override; enable = 2; diagnostic(1); const_assert = 3; if (a) { } elseif (b) { } else { }
            switch (a) { case 1: { fallthrough; } case 2, 3: { } default: { } } for (var i : i32 = 0; i < 3; i = i + 1) { } return;
         }
         fn f() -> [[location(0)]] vec4<f32> { return a && b || c; }",
        "alias F = f32
         @align(16) alias G = @stride(16) array<vec4<f32>, 4>
         @block struct B { @offset(0) @align(4) @size(8) a: f32; b: @stride(16) array<f32>; }
         @binding(0) @group(0) var<uniform> u: @access(read) B
         @location(0) var<in> x: F
         let k: i32 = 1
         @stage(compute) @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) -> void { const override: i32 = 1; let while = override; var alias: ptr<uniform, @access(read) B> = u; alias = override; enable = 2; diagnostic(1); const_assert = 3; if (a) { } else if (b) { } else { }; switch (a) { case 1 { fallthrough; } case 2, 3 { } default { } }; for (var i: i32 = 0; [< i 3]; i = [+ i 1]) { }; return; }
         fn f() -> @location(0) vec4<f32> { return [|| [&& a b] c]; }",
    );
}

#[test]
fn syntax_of_2020_is_reported_in_todays_wgsl() {
    check(
        "[[block]] struct S { a : f32; }; [[group(0), binding(0)]] var<uniform> u : [[access(read)]] S; type T = f32; struct R { a: i32; b: i32; }",
        "@block struct S { a: f32; }
         @group(0) @binding(0) var<uniform> u: @access(read) S
         alias T = f32
         struct R { a: i32; b: i32; }
         1:1 P0801 `[[` is syntax of WGSL of 2020; this file is parsed as today's WGSL",
    );
    check(
        "type T = f32; const a = 1;",
        "alias T = f32
         const a = 1
         1:1 P0801 `type` is syntax of WGSL of 2020; this file is parsed as today's WGSL
         fixed: alias T = f32; const a = 1;",
    );
    check(
        "let a = 1; const b = a;",
        "let a = 1
         const b = a
         1:1 P0801 `let` is syntax of WGSL of 2020; this file is parsed as today's WGSL
         fixed: const a = 1; const b = a;",
    );
    check(
        "fn f() { if a { } elseif b { } } fn g() { switch a { case 1: { fallthrough; } default: { } } }",
        "fn f() { if a { } else if b { }; }
         fn g() { switch a { case 1 { fallthrough; } default { } }; }
         1:19 P0801 `elseif` is syntax of WGSL of 2020; this file is parsed as today's WGSL
         1:64 P0801 `fallthrough` is syntax of WGSL of 2020; this file is parsed as today's WGSL",
    );
    check(
        "struct S { a: f32; @size(8) b: f32; } struct T { a: f32; }",
        "struct S { a: f32; @size(8) b: f32; }
         struct T { a: f32; }
         1:18 P0801 struct members end with `,`, not with `;`
         1:56 P0801 struct members end with `,`, not with `;`
         fixed: struct S { a: f32, @size(8) b: f32, } struct T { a: f32, }",
    );
}

#[test]
fn todays_syntax_is_reported_in_2020() {
    check_2020(
        "@group(0) @binding(0) var<uniform> u : S; alias A = f32; struct S { a : f32, };",
        "@group(0) @binding(0) var<uniform> u: S
         alias A = f32
         struct S { a: f32; }
         1:1 P0801 `@` is syntax of today's WGSL; this file is parsed as WGSL of 2020",
    );
    check_2020(
        "alias A = f32;",
        "alias A = f32
         1:1 P0801 `alias` is syntax of today's WGSL; this file is parsed as WGSL of 2020
         fixed: type A = f32;",
    );
    check_2020(
        "struct S { a : f32, b : f32 };",
        "struct S { a: f32; b: f32; }
         1:19 P0801 struct members end with `;`, not with `,`
         fixed: struct S { a : f32; b : f32 };",
    );
    check_2020(
        "enable f16; requires x; override x : i32 = 1; const_assert x == 1; fn f() -> void { }",
        "enable f16
         requires x
         override x: i32 = 1
         const_assert [== x 1]
         fn f() -> void { }
         1:1 P0801 `enable` is syntax of today's WGSL; this file is parsed as WGSL of 2020",
    );
}

#[test]
fn an_unclosed_body_in_2020_is_reported() {
    check_2020(
        "fn a() -> void { if (x) { y[z] = 1; [[stage(compute)]] fn b() -> void { } [[block]] struct S { a : f32; };",
        "fn a() -> void { if (x) { y[z] = 1; }; }
         @stage(compute) fn b() -> void { }
         @block struct S { a: f32; }
         1:37 P0202 expected `}`, found `[`",
    );
}
