// WGSL has no pointers to vector components: pointers to packed members are replaced by the members.
// changed: pack
struct Scene { light: vec3f, power: f32, tint: vec2f, id: u32, flags: u32 }
@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read_write> results: array<f32, 16>;

fn twice(value: ptr<function, f32>) { *value = *value * 2.0; }

@compute @workgroup_size(1)
fn main() {
    let power = &scene.power;
    let tint = &scene.tint;
    let whole = &scene;
    results[0] = *power;
    results[1] = (*tint).y;
    results[2] = tint.x;
    results[3] = whole.light.z;
    results[4] = f32((*whole).id & 255u);
    var local = *power;
    twice(&local);
    results[5] = local;
    {
        let power = &scene.id;
        results[6] = f32(*power >> 24u);
    }
    results[7] = *power;
}
