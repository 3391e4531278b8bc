[[contiguous]] struct Tight { a: f32; b: vec3<f32>; c: f32; };
[[group(0), binding(0)]] var<storage> tight: Tight;
