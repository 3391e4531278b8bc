// Structs are constructed, copied, stored in arrays and passed to functions whose results are passed to functions.
// changed: pack, scalarize, inline
struct I { v: vec3f, w: f32, x: vec2i }
struct P { a: f32, i: I, b: vec2f, k: array<I, 2> }
@group(0) @binding(0) var<storage> p: P;
@group(0) @binding(1) var<uniform> up: P;
@group(0) @binding(2) var<storage, read_write> o: P;
fn id(i: I) -> I { return i; }
fn pair(p: P, q: I) -> P { var r = p; r.i = q; r.k[1] = q; return r; }
fn arr(a: array<I, 2>, n: u32) -> f32 { return a[0].w + f32(a[1].x.y) + f32(n); }
const Z = I(vec3f(1), 2, vec2i(3, 4));
fn f(x: f32, i: I) -> f32 { return x + i.w; }
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) n: u32) {
  o.i = id(p.i); o = pair(p, up.k[n]); o.k[n] = id(Z);
  o.a = id(up.i).v.y + arr(p.k, n) + arr(up.k, 1) + id(p.k[n]).w;
  let loc = p; let li = loc.i; o.b = vec2f(li.v.x, loc.k[n & 1].w);
  var v = up.i; v.v.y = 4; o.i = v; o.k = array<I, 2>(v, up.k[n]);
  o = P(p.a, up.i, p.b, up.k);
  let is = array(p.i, up.i); o.i = is[n];
  o.a += f(f(p.a, p.i), up.k[n]);
}
