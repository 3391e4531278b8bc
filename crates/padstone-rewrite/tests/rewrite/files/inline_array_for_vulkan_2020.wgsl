// rewrite inline --for vulkan --lang wgsl-2020
struct I { v : vec3<f32>; };
[[block]] struct U { a : array<f32, 3>; z : f32; many : array<I, 2>; after : f32; };
[[binding(0), group(0)]] var<uniform> u : [[access(read)]] U;
fn foo() -> f32 { return u.a[1] + u.z + u.many[1].v.x + u.after; }
