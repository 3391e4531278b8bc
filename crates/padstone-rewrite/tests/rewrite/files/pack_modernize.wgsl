// rewrite pack,modernize --lang wgsl-2020
[[block]] struct U { a : vec4<f32>; b : f32; c : f32; };
[[binding(0), group(0)]] var<uniform> u : [[access(read)]] U;
fn foo() -> f32 { return u.a.x + u.b + u.c; }
