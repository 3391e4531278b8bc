// rewrite legalize-uniform
struct S { a_inner_u_inner_v_w: array<vec4<f32>, 2>, big: array<vec4<f32>, 2>, n: array<vec4f, 2>, x: f32, y: vec3f, ok_u: f32, ok_v: f32 }
@group(0) @binding(0) var<uniform> s: S;

fn load_s_w(i: u32) -> f32 {
    let at = 3u + min(i, 4u);
    return s.a_inner_u_inner_v_w[at / 4u][at % 4u];
}

fn load_s_big_v(i: u32) -> f32 {
    let at = 1u + min(i, 3u) * 2u;
    return s.big[at / 4u][at % 4u];
}
fn f(i: u32) -> f32 { return s.a_inner_u_inner_v_w[0].x + s.a_inner_u_inner_v_w[0].y + load_s_w(i) + load_s_big_v(i) + s.n[i].x + s.x + s.y.z + s.ok_u; }
@group(0) @binding(1) var<uniform> alone: array<vec4<f32>, 2>;
