// rewrite inline --lang wgsl-2020
[[block, contiguous]] struct U { i_a : f32; pad : f32; i_b : vec2<f32>; c : f32; w_a : vec2<f32>; pad_1 : f32; pad_2 : f32; w_b : vec4<f32>; };
[[binding(0), group(0)]] var<uniform> u : [[access(read)]] U;
fn foo() -> f32 { return u.i_a + u.c + u.w_b.x; }
