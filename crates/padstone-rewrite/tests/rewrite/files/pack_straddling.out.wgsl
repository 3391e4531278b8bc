// rewrite pack
// Today, a struct with alignment 4 may start at any multiple of 4, and straddle two slots.
struct A { u: f32, v: f32 }
struct B {
    a: vec4<f32>,
    bc: vec4<f32>,
    d_e_u_e_v_f_u: vec4<f32>,
    f_v_g: vec4<f32>,
    h: vec4<f32>,
}
@group(0) @binding(0) var<uniform> b: B;

fn sum() -> vec2<f32> {
    let e = A(b.d_e_u_e_v_f_u.y, b.d_e_u_e_v_f_u.z);
    return b.a.xy + b.bc.xy + vec2f(b.bc.w, b.d_e_u_e_v_f_u.x) + vec2f(e.u, e.v) + vec2f(b.d_e_u_e_v_f_u.w, b.f_v_g.x) + b.f_v_g.zw + b.h.xy;
}
