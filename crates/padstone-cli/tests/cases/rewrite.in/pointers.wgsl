@group(0) @binding(0) var<storage, read_write> sums: array<array<f32, 4>>;

fn add(sum: ptr<storage, f32, read_write>, value: f32) { *sum += value; }

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    add(&sums[id.x][id.y], 1.0);
}
