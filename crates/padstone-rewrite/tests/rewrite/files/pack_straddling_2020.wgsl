// rewrite pack --lang wgsl-2020
struct A {
    u : f32;
    v : f32;
};
[[block]] struct B {
    a : vec2<f32>;
    b : vec3<f32>;
    c : f32;
    d : f32;
    e : A;
    f : A;
    g : vec2<f32>;
    h : vec2<f32>;
};
[[group(0), binding(0)]] var<uniform> b : B;

fn sum() -> vec2<f32> {
    const e : A = b.e;
    return b.a + b.b.xy + vec2<f32>(b.c, b.d) + vec2<f32>(e.u, e.v) + b.g + b.h;
}
