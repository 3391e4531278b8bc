// rewrite specialize
struct Light { position: vec3f, range: f32 }
@group(0) @binding(0) var<storage, read_write> lights: array<Light>;
fn double(value: ptr<storage, f32, read_write>) { *value *= 2.0; }
fn both(value: ptr<storage, Light, read_write>, i: i32) {
    let u32 = value.range;
    double(&value.range);
    value.position[i] = u32;
}
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let u32 = 1;
    let i = 3i;
    double(&lights[i + u32].range);
    let part = &lights[i - u32];
    double(&part.range);
    both(&lights[id.x], i);
}
