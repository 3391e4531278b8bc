// rewrite pack --lang wgsl-2020
struct A {
    u : f32;
    v : f32;
};
[[block]] struct B {
    a : vec4<f32>;
    bc : vec4<f32>;
    d : vec4<f32>;
    e : vec4<f32>;
    f_u_f_v_g : vec4<f32>;
    h : vec2<f32>;
};
[[group(0), binding(0)]] var<uniform> b : B;

fn sum() -> vec2<f32> {
    const e : A = A(b.e.x, b.e.y);
    return b.a.xy + b.bc.xy + vec2<f32>(b.bc.w, b.d.x) + vec2<f32>(e.u, e.v) + b.f_u_f_v_g.zw + b.h;
}
