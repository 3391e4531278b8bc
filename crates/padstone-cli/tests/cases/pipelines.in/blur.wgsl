struct Blur { step: vec2f, taps: u32 }
@group(0) @binding(0) var<uniform> blur: Blur;
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read_write> goal: array<vec4f>;
@group(1) @binding(0) var image: texture_2d<f32>;
