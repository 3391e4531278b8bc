// rewrite modernize --lang wgsl-2020
struct Deep { v : vec3<f32>; };
struct Mid { d : Deep; };
[[block]] struct U { m : Mid; tail : f32; };
[[binding(0), group(0)]] var<uniform> u : [[access(read)]] U;
fn foo() -> f32 { return u.m.d.v.x + u.tail; }
