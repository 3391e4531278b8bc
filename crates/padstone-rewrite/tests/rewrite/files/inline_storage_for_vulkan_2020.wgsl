// rewrite inline --for vulkan --lang wgsl-2020
// In a storage buffer, arrays and structs have the alignment of their elements and members: nothing changes.
struct I { a : array<f32, 3>; };
[[block]] struct U { i : I; z : f32; };
[[binding(0), group(0)]] var<storage> u : [[access(read)]] U;
fn foo() -> f32 { return u.i.a[1] + u.z; }
