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
fn range(light: ptr<storage, Light, read_write>) -> f32 {
    return (*light).range + light.position.x;
}

fn double(value: ptr<storage, f32, read_write>, by: f32) {
    *value *= by;
}

/// Two calls deep.
@must_use
fn hit(light: ptr<storage, Light, read_write>, eye: ptr<uniform, vec4f>) -> u32 {
    let scene = 2.0; // hides the variable
    double(&light.range, scene + (*eye).x);
    let p = light;
    return atomicAdd(&p.hits, u32(range(p)));
}

fn many(lights: ptr<storage, array<Light>, read_write>, sum: ptr<workgroup, u32>, local: ptr<function, u32>) -> u32 {
    *sum = arrayLength(lights);
    *local += 1;
    return hit(&lights[next()], &camera.eyes[1]);
}

fn unused(sum: ptr<workgroup, u32>) { *sum = 0; }

@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) at: u32) {
    var i = i32(at);
    var count = 0u;
    let light = &scene.lights[i];
    i += 1;
    _ = hit(light, &camera.eyes[i]);
    _ = hit(&scene.main, &camera.eyes[0]);
    _ = many(&scene.lights, &shared_sums[next()][next()], &count);
    for (let q = &scene.lights[at + 1]; i < 4; i++) {
        let r = &(*q).range;
        double(r, 2);
    }
    double(&(scene.main).range, /* twice */ f32(next()));
}
