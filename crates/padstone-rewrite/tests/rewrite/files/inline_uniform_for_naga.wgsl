// rewrite inline --for naga
// naga requires of uniform buffers what WGSL required, and nothing more of storage buffers.
struct Inner { x: f32 }
struct Outer { inner: Inner, y: f32 }
@group(0) @binding(0) var<uniform> u: Outer;
struct Other { inner: Inner, v: vec3f, y: Inner }
@group(0) @binding(1) var<storage> s: Other;
fn f() -> f32 { return u.inner.x + s.y.x + u.y; }
