// rewrite pin --padding-members
// An `@size` that ends inside a word: no member can start there.
struct S { @size(5) a: u32, b: u32 }
struct T { @size(6) a: u32, @align(8) @size(11) b: vec2u, c: array<u32, 3>, d: vec4f }
@group(0) @binding(0) var<storage> s: S;
@group(0) @binding(1) var<storage> t: T;
fn f() -> u32 { return s.b + t.b.y; }
