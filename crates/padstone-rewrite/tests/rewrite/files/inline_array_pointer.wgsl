// rewrite inline
struct Inner { a: f32, b: f32 }
struct Outer { i: Inner, c: f32 }
@group(0) @binding(0) var<storage, read_write> many: array<Outer>;
fn first(p: ptr<storage, array<Outer>, read_write>, n: u32) -> f32 { return (*p)[n].i.a; }
fn foo() -> f32 { let q = &many; return first(&many, 1u) + (*q)[0].i.b; }
