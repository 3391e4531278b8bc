// rewrite legalize-uniform
struct Inner { u: f32, v: f32 }
struct S { a: f32, inner: Inner, w: array<f32, 5>, big: array<Inner, 4>, n: array<vec4f, 2>, x: f32, y: vec3f, ok: Inner }
@group(0) @binding(0) var<uniform> s: S;
fn f(i: u32) -> f32 { return s.a + s.inner.u + s.w[i] + s.big[i].v + s.n[i].x + s.x + s.y.z + s.ok.u; }
@group(0) @binding(1) var<uniform> alone: array<f32, 8>;
