// rewrite pack
enable f16;
struct Inner { u: f32, v: u32 }
struct Light { pos: vec3f, range: f32, color: vec3<f32>, kind: u32 }
const N = 6;
struct S {
    a: f32,
    values: array<f32, N>, // the values
    i: i32,
    m: mat3x3f,
    m2: mat3x2f,
    full: mat4x4f,
    inner: Inner,
    h: f16,
    hv: vec3<f16>,
    hh: array<f16, 5>,
    pairs: array<vec2u, 3>,
    inners: array<Inner, 3>,
    lights: array<Light, 2>,
    w: vec4f,
    tail: f32,
}
@group(0) @binding(0) var<uniform> s: S;
@group(0) @binding(1) var<storage, read> q: S;
@group(0) @binding(2) var<storage, read_write> out: array<f32>;
fn next() -> u32 { out[0] += 1.0; return u32(out[0]); }
fn id(x: Inner) -> Inner { return x; }
fn whole(l: Light) -> f32 { return l.pos.x; }
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) g: vec3u) {
    var i = i32(g.x);
    var sum = s.a + s.values[2] + s.values[i] + f32(s.i) + s.values[next()];
    sum += (s.m * vec3f(1, 2, 3)).x + s.m[1].y + s.m[i].z + s.m[i][i];
    let m2 = s.m2;
    sum += m2[0].x + s.m2[1][1] + s.m2[i].y + s.m2[i][i];
    sum += s.full[0][0] + f32(s.inner.v) + s.inner.u;
    let inner = s.inner;
    sum += id(s.inner).u + f32(s.h) + f32(s.hv.z) + f32(s.hh[i]) + f32(s.hh[1]) + f32(s.hv.yx.x);
    sum += f32(s.pairs[i].y) + f32(s.pairs[1].x) + f32(s.pairs[next()].yx.x);
    sum += s.inners[i].u + f32(s.inners[1].v);
    let all = s.inners;
    let p = &s.lights[i];
    sum += p.pos.x + (*p).range + whole(*p) + f32(p.kind);
    let pi = &s.inners[next()];
    let pv = &pi.u;
    sum += *pv;
    sum += q.lights[next()].pos.y + q.w[i] + q.tail;
    let k = q.lights[next()];
    out[1] = sum;
}
