// rewrite inline
struct Outer { i_a: f32, i_b: f32, c: f32 }
@group(0) @binding(0) var<storage, read_write> many: array<Outer>;
fn first_Outer(p: ptr<storage, array<Outer>, read_write>, n: u32) -> f32 { return (*p)[n].i_a; }
fn foo() -> f32 { let q = &many; return first_Outer(&many, 1u) + (*q)[0].i_b; }
