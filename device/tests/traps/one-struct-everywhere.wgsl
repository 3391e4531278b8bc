// One struct in every address space: read, written, copied as a whole and in parts, passed to and returned from functions.
// changed: pack, scalarize, inline
struct In { p: vec3f, q: f32, r: vec2<u32>, }
struct O { i: In, n: u32, arr: array<In, 3>, }
@group(0) @binding(0) var<uniform> uni: O;
@group(0) @binding(1) var<storage, read_write> sto: O;
@group(0) @binding(2) var<storage, read> ro: O;
var<private> pri: O;
fn get_(o: O) -> f32 { return o.i.q + o.arr[1].p.z; }
fn mk(x: f32) -> O { var o: O; o.i.q = x; o.arr[2].p = vec3f(x); return o; }
@compute @workgroup_size(1) fn main() {
  sto = uni;
  pri = ro;
  sto.i = ro.i;
  sto.arr = uni.arr;
  var f: O = uni;
  f.arr[1] = ro.arr[2];
  sto.n = u32(get_(f) + get_(uni) + get_(ro) + get_(pri) + get_(mk(2.0)));
  sto.arr[0] = In(vec3f(1), 2, vec2u(3));
}
