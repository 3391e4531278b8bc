// Pointers to members of local variables: through two names, and as arguments, on which naga panics.
// changed: scalarize, inline
struct In { v: vec3f, s: f32, }
struct Out { pre: f32, i: In, post: vec2u, }
@group(0) @binding(0) var<storage, read_write> b: Out;
fn set_(p: ptr<function, In>, x: f32) { (*p).v.x = x; p.s += x; p.v = p.v.zyx; }
fn setf(p: ptr<function, f32>) { *p = *p * 2.0; }
fn setv(p: ptr<function, vec3f>) { (*p)[1] = 2.0; p.z = 3.0; (*p).x += 1.0; }
@compute @workgroup_size(1) fn main() {
  var o = b;
  set_(&o.i, 3.0);
  setf(&o.i.s);
  setv(&o.i.v);
  let p = &o.i; let q = &(*p).v; let pp = p;
  (*q).y = 4.0; pp.s = (*q).x;
  setf(&p.s);
  setf(&(*pp).s);
  b = o;
  let bp = &b.i; let bv = &bp.v;
  *bv = vec3f(1, 2, 3); bp.s = bv.x; (*bp).v[2] = 1;
  b.i = *p;
  *bp = In((*bp).v, 2);
}
