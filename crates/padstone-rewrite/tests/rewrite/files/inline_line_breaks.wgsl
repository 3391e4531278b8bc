// rewrite inline
// Every line break of WGSL ends a comment.
struct Inner { a: f32 } // before another line break fn other(v: f32) -> f32 { return v; }@compute @workgroup_size(1) fn second() { let x = 1; }
struct Outer { inner: Inner, b: f32 } // @group(0) @binding(0) var<uniform> u: Outer;
@compute @workgroup_size(1) fn main() { let x = u.inner.a; }
