// Matrices with two and three rows, in structs in nested arrays, and pointers to their columns.
// changed: pack
struct P { m: mat3x3f, s: f32, q: mat2x2f }
struct R { ps: array<array<P, 2>, 3>, k: f32, c: vec3u }
@group(0) @binding(0) var<uniform> u: R;
@group(0) @binding(1) var<storage, read> r: R;
@group(0) @binding(2) var<storage, read_write> w: R;
@group(0) @binding(3) var<storage, read_write> results: array<f32, 32>;

fn trace(m: mat3x3f) -> f32 { return m[0].x + m[1].y + m[2].z; }

@compute @workgroup_size(1)
fn main() {
    let i = u.c.x % 3u;
    let p = &u.ps[i][1];
    let q = &(*p).m[2];
    let c = &(*p).q[1];
    results[0] = trace((*p).m) + (*q).y + q[i] + c[i % 2u] + (*c)[1];
    results[1] = u.ps[1][i].q[0].y + r.ps[i][i % 2u].q[i % 2u][1];
    w.ps[i][1].m[2] = u.ps[2][0].m[i].zxy;
    w.ps[i][0].m[1][i] = 7.0;
    w.ps[2][1].q[i & 1u].y += 2.0;
    w.ps[0] = r.ps[i];
    w.c.z += u32(select(r.k, u.k, u.k > r.k) < 3.0);
    let all = u;
    results[2] = all.k + all.ps[1][1].s;
    let column = &w.ps[1][1].m[i];
    column[i] = 3.0;
    (*column).x *= 2.0;
}
