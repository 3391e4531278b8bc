// Matrices are stored by column, by component and as a whole, and multiplied.
// changed: pack, scalarize
struct M { a: f32, m: mat2x2f, b: f32, m3: mat3x3<f32>, c: f32, m32: mat3x2f, n: array<mat2x2<f32>, 2>, v: vec3f, w: f32, b4: vec4u }
@group(0) @binding(0) var<storage, read_write> m: M;
@group(0) @binding(1) var<storage> r: M;
@group(0) @binding(2) var<uniform> u: M;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) {
  m.m[0] = u.m[1];
  m.m[i].x = u.m[i][i];
  m.m[i][1] += r.m32[2].y;
  m.m3[i] = r.m3 * r.v;
  m.m3[2].y = (r.m * r.m3[0].xy).x;
  m.m32 = r.m32;
  m.n[i][1] = r.n[i][0].yx;
  m.n = u.n;
  m.n[1] = transpose(u.n[i]);
  m.v.x = r.v.zyx.x; m.v = r.v.xxx + u.v.zxy; m.v[i] = 1.0;
  m.w = determinant(u.m3) + r.m[1].y * u.c;
  m.m *= 2.0;
  m.m3 = m.m3 * u.m3;
  m.b4.w = r.b4.wzyx.x; m.b4 = m.b4.wzyx;
  let x = u.m * u.m; m.m = x;
  let col = &m.m3[1]; (*col).z = 4.0; col.x = 1;
}
