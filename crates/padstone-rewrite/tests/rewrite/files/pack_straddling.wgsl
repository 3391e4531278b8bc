// rewrite pack
// Today, a struct with alignment 4 may start at any multiple of 4, and straddle two slots.
struct A { u: f32, v: f32 }
struct B {
    a: vec2<f32>,
    b: vec3<f32>,
    c: f32,
    d: f32,
    e: A,
    f: A,
    g: vec2<f32>,
    h: vec2<f32>,
}
@group(0) @binding(0) var<uniform> b: B;

fn sum() -> vec2<f32> {
    let e = b.e;
    return b.a + b.b.xy + vec2f(b.c, b.d) + vec2f(e.u, e.v) + vec2f(b.f.u, b.f.v) + b.g + b.h;
}
