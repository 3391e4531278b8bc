// rewrite pin --padding-members
// An `@size` that ends inside a word: no member can start there.
struct S { a: u32, _pad: u32, b: u32 }
struct T { a: u32, _pad: u32, @align(8) b: vec2u, _pad_1: u32, c: array<u32, 3>, d: vec4f }
@group(0) @binding(0) var<storage> s: S;
@group(0) @binding(1) var<storage> t: T;
fn f() -> u32 { return s.b + t.b.y; }
