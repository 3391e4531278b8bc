[[block]] struct Fog { range: vec2<f32>; height: f32; density: f32; };
[[group(0), binding(0)]] var<uniform> fog: Fog;
fn falloff() -> vec2<f32> { return fog.range + vec2<f32>(fog.height, fog.density); }
