struct In { v: vec3f, s: f32, }
struct Out { pre: f32, i: In, post: vec2u, }
@group(0) @binding(0) var<storage, read_write> b: Out;
@compute @workgroup_size(1) fn main() {
  var o = b;
  o.i.v.x = 3.0; o.i.s += 3.0; o.i.v = o.i.v.zyx;
  o.i.s = o.i.s * 2.0;
  o.i.v[1] = 2.0; o.i.v.z = 3.0; o.i.v.x += 1.0;
  o.i.v.y = 4.0; o.i.s = o.i.v.x;
  o.i.s = o.i.s * 2.0;
  o.i.s = o.i.s * 2.0;
  b = o;
  b.i.v = vec3f(1, 2, 3); b.i.s = b.i.v.x; b.i.v[2] = 1;
  b.i = o.i;
  b.i = In(b.i.v, 2);
}
