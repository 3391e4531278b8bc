// rewrite inline --lang wgsl-2020
struct In { a : f32; b : vec2<f32>; };
struct Wide { a : vec2<f32>; b : vec4<f32>; };
[[block, contiguous]] struct U { i : In; c : f32; w : Wide; };
[[binding(0), group(0)]] var<uniform> u : [[access(read)]] U;
fn foo() -> f32 { return u.i.a + u.c + u.w.b.x; }
