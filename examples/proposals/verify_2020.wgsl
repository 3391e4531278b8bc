struct Sun { [[size(12), align(16)]] direction: vec3<f32>; [[size(8)]] strength: f32; };
[[group(0), binding(0)]] var<storage> sun: Sun;
