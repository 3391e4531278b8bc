// rewrite inline --for vulkan --lang wgsl-2020
struct Deep { v : vec3<f32>; };
[[block]] struct U { m_d_v : vec3<f32>; tail : f32; };
[[binding(0), group(0)]] var<uniform> u : [[access(read)]] U;
fn foo() -> f32 { return u.m_d_v.x + u.tail; }
