// rewrite specialize
alias u32 = f32;
struct Light { position: vec3f, range: u32 }
@group(0) @binding(0) var<storage, read_write> lights: array<Light>;
fn double(value: ptr<storage, f32, read_write>) { *value *= 2.0; }
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    double(&lights[id.x].range);
}
