// rewrite inline --for naga
struct Range { @align(16) first: f32, size: vec2f }
struct Draw { time: f32, @align(16) range: Range, @align(16) bias: f32 }
@group(0) @binding(0) var<storage> draw: Draw;
@group(0) @binding(1) var<storage, read_write> total: array<f32>;
@compute @workgroup_size(1) fn main() { total[0] = draw.range.size.y + draw.bias + draw.time; }
