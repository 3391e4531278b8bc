// rewrite pack
// Buffers smaller than a vector.
struct One { a: array<f32, 1> }
struct Three { a: array<f32, 2>, b: f32 }
@group(0) @binding(0) var<storage> one: One;
@group(0) @binding(1) var<storage> three: Three;
fn sum(i: u32) -> f32 { return one.a[i] + three.a[i] + three.b; }
