struct Sun { to: vec3f, size: f32 }
@group(0) @binding(1) var<uniform> sun: Sun;
@group(1) @binding(0) var clouds: texture_2d<f32>;
@group(1) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;
@fragment fn main() -> @location(0) vec4f { return vec4f(sun.to, 1); }
