struct S { a: f32, @align(16) b: vec2f }
@group(0) @binding(0) var<uniform> s: S;
@group(0) @binding(1) var<storage, read_write> raw: array<f32, 4>;
fn swap(a: ptr<storage, f32, read_write>, b: ptr<storage, f32, read_write>) { let t = *a; *a = *b; *b = t; }
@compute @workgroup_size(1) fn main() { swap(&raw[0], &raw[1]); }
