struct Outer { v3: vec3f, outer: f32, a: vec2f, b: f32, @align(16) x: f32, y: f32, @align(16) pairs: array<vec4f, 2> }
@group(0) @binding(0) var<uniform> uniforms: Outer;
@group(0) @binding(1) var<storage, read_write> results: array<f32, 16>;

@compute @workgroup_size(1)
fn main() {
    results[0] = uniforms.v3.x;
    results[1] = uniforms.v3.z;
    results[2] = uniforms.outer;
    results[3] = uniforms.a.x + uniforms.b;
    results[4] = uniforms.a.y + uniforms.outer;
    results[5] = uniforms.y;
    results[6] = uniforms.pairs[1].x;
}
