// rewrite specialize
struct Light { position: vec3f, range: f32 }
@group(0) @binding(0) var<storage, read_write> lights: array<Light>;
fn double_lights_range(value_index: u32) { lights[value_index].range *= 2.0; }
fn both_lights(value_index: u32, i: i32) {
    let u32_1 = lights[value_index].range;
    double_lights_range(value_index);
    lights[value_index].position[i] = u32_1;
}
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let u32_1 = 1;
    let i = 3i;
    double_lights_range(u32(i + u32_1));
    let part_index = u32(i - u32_1);
    let part = &lights[part_index];
    double_lights_range(part_index);
    both_lights(id.x, i);
}
