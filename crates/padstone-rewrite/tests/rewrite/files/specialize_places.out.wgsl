// rewrite specialize
struct Light { position: vec3f, range: f32, hits: atomic<u32> }
struct Scene { count: u32, main: Light, lights: array<Light> }
@group(0) @binding(0) var<storage, read_write> scene: Scene;
struct Camera { view: mat4x4f, eyes: array<vec4f, 2> }
@group(0) @binding(1) var<uniform> camera: Camera;
var<workgroup> shared_sums: array<array<u32, 4>, 8>;
var<private> seed: u32;

fn next() -> u32 { seed += 1; return seed; }

// How far a light reaches.
fn range_scene_lights(light_index: u32) -> f32 {
    return scene.lights[light_index].range + scene.lights[light_index].position.x;
}

fn range_scene_main() -> f32 {
    return scene.main.range + scene.main.position.x;
}

fn double_scene_lights_range(value_index: u32, by: f32) {
    scene.lights[value_index].range *= by;
}

fn double_scene_main_range(by: f32) {
    scene.main.range *= by;
}

/// Two calls deep.
@must_use
fn hit_scene_lights_camera_eyes(light_index: u32, eye_index: u32) -> u32 {
    let scene_1 = 2.0; // hides the variable
    double_scene_lights_range(light_index, scene_1 + camera.eyes[eye_index].x);
    let p = &scene.lights[light_index];
    return atomicAdd(&p.hits, u32(range_scene_lights(light_index)));
}

@must_use
fn hit_scene_main_camera_eyes(eye_index: u32) -> u32 {
    let scene_1 = 2.0; // hides the variable
    double_scene_main_range(scene_1 + camera.eyes[eye_index].x);
    let p = &scene.main;
    return atomicAdd(&p.hits, u32(range_scene_main()));
}

fn many_scene_lights_shared_sums(sum_index: u32, sum_index_1: u32, local: ptr<function, u32>) -> u32 {
    shared_sums[sum_index][sum_index_1] = arrayLength(&scene.lights);
    *local += 1;
    return hit_scene_lights_camera_eyes(next(), 1);
}



@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) at: u32) {
    var i = i32(at);
    var count = 0u;
    let light_index = u32(i);
    let light = &scene.lights[light_index];
    i += 1;
    _ = hit_scene_lights_camera_eyes(light_index, u32(i));
    _ = hit_scene_main_camera_eyes(0);
    _ = many_scene_lights_shared_sums(next(), next(), &count);
    let q_index = at + 1;
    for (let q = &scene.lights[q_index]; i < 4; i++) {
        let r = &(*q).range;
        double_scene_lights_range(q_index, 2);
    }
    double_scene_main_range(f32(next()));
}
