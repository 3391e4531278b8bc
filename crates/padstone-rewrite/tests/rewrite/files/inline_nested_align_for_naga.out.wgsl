// rewrite inline --for naga
struct Draw { time: f32, @align(16) range_first: f32, range_size: vec2f, @size(16) bias: f32 }
@group(0) @binding(0) var<uniform> draw: Draw;
@group(0) @binding(1) var<storage, read_write> total: array<f32>;
@compute @workgroup_size(1) fn main() { total[0] = draw.range_size.y + draw.bias + draw.time; }
