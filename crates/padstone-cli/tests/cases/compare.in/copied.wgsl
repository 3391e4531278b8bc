struct M { v: array<vec3f, 2> }
@group(0) @binding(0) var<storage> ms: array<M>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(1) fn main() { let v = ms[0].v; out[0] = length(v[1]); }
