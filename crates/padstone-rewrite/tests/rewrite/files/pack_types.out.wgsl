// rewrite pack
enable f16;
struct Inner { u: f32, v: u32 }
struct Light { pos: vec3f, range: f32, color: vec3<f32>, kind: u32 }

struct Light_packed {
    pos_range: vec4<f32>,
    color_kind: vec4<u32>,
}
const N = 6;
struct S {
    // the values
    a_values_i: array<vec4<u32>, 2>,
    m: array<vec4<f32>, 3>,
    m2: array<vec4<f32>, 2>,
    full: mat4x4f,
    inner_u_inner_v_h: vec4<u32>,
    hv_hh: vec4<u32>,
    pairs_inners: array<vec4<u32>, 3>,
    lights: array<Light_packed, 2>,
    w: vec4f,
    tail: vec4<f32>,
}
@group(0) @binding(0) var<uniform> s: S;

fn load_s_values(i: u32) -> f32 {
    let at = 1u + min(i, 5u);
    return bitcast<f32>(s.a_values_i[at / 4u][at % 4u]);
}

fn load_s_m2_y(i: u32) -> f32 {
    let at = 1u + min(i, 2u) * 2u;
    return s.m2[at / 4u][at % 4u];
}

fn load_s_m2(i: u32) -> vec2<f32> {
    let at = min(i, 2u) * 2u;
    return vec2<f32>(s.m2[at / 4u][at % 4u], s.m2[(at + 1u) / 4u][(at + 1u) % 4u]);
}

fn load_s_hh(i: u32) -> f16 {
    let at = 3u + min(i, 4u);
    return f16(unpack2x16float(s.hv_hh[at / 2u])[at % 2u]);
}

fn load_s_pairs_y(i: u32) -> u32 {
    let at = 1u + min(i, 2u) * 2u;
    return s.pairs_inners[at / 4u][at % 4u];
}

fn load_s_inners_u(i: u32) -> f32 {
    let at = 6u + min(i, 2u) * 2u;
    return bitcast<f32>(s.pairs_inners[at / 4u][at % 4u]);
}

fn load_s_inners() -> array<Inner, 3> {
    return array<Inner, 3>(Inner(bitcast<f32>(s.pairs_inners[1].z), s.pairs_inners[1].w), Inner(bitcast<f32>(s.pairs_inners[2].x), s.pairs_inners[2].y), Inner(bitcast<f32>(s.pairs_inners[2].z), s.pairs_inners[2].w));
}
@group(0) @binding(1) var<storage, read> q: S;

fn load_q_lights(i: u32) -> Light {
    return Light(q.lights[i].pos_range.xyz, q.lights[i].pos_range.w, bitcast<vec3<f32>>(q.lights[i].color_kind.xyz), q.lights[i].color_kind.w);
}
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
fn next() -> u32 { out[0] += 1.0; return u32(out[0]); }
fn id(x: Inner) -> Inner { return x; }
fn whole(l: Light) -> f32 { return l.pos.x; }
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) g: vec3u) {
    var i = i32(g.x);
    var sum = bitcast<f32>(s.a_values_i[0].x) + bitcast<f32>(s.a_values_i[0].w) + load_s_values(u32(i)) + f32(bitcast<i32>(s.a_values_i[1].w)) + load_s_values(next());
    sum += (mat3x3<f32>(s.m[0].xyz, s.m[1].xyz, s.m[2].xyz) * vec3f(1, 2, 3)).x + s.m[1].y + s.m[i].z + s.m[i].xyz[i];
    let m2 = mat3x2<f32>(s.m2[0].xy, s.m2[0].zw, s.m2[1].xy);
    sum += m2[0].x + s.m2[0].w + load_s_m2_y(u32(i)) + load_s_m2(u32(i))[i];
    sum += s.full[0][0] + f32(s.inner_u_inner_v_h.y) + bitcast<f32>(s.inner_u_inner_v_h.x);
    let inner = Inner(bitcast<f32>(s.inner_u_inner_v_h.x), s.inner_u_inner_v_h.y);
    sum += id(Inner(bitcast<f32>(s.inner_u_inner_v_h.x), s.inner_u_inner_v_h.y)).u + f32(f16(unpack2x16float(s.inner_u_inner_v_h.z).x)) + f32(f16(unpack2x16float(s.hv_hh.y).x)) + f32(load_s_hh(u32(i))) + f32(f16(unpack2x16float(s.hv_hh.z).x)) + f32(f16(unpack2x16float(s.hv_hh.x).y));
    sum += f32(load_s_pairs_y(u32(i))) + f32(s.pairs_inners[0].z) + f32(load_s_pairs_y(next()));
    sum += load_s_inners_u(u32(i)) + f32(s.pairs_inners[2].y);
    let all = load_s_inners();
    let p_at = i;
    let p = &s.lights[p_at];
    sum += (*p).pos_range.x + (*p).pos_range.w + whole(Light((*p).pos_range.xyz, (*p).pos_range.w, bitcast<vec3<f32>>((*p).color_kind.xyz), (*p).color_kind.w)) + f32((*p).color_kind.w);
    let pi_at = next();
    let pi = &s;
    let pv = pi;
    sum += load_s_inners_u(pi_at);
    sum += q.lights[next()].pos_range.y + q.w[i] + q.tail.x;
    let k = load_q_lights(next());
    out[1] = sum;
}
