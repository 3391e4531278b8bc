// What `shading.slang` declares, used.
struct Light {
    position: vec3f,
    range: f32,
}

struct Scene {
    view: mat4x4f,
    time: f32,
}

@group(0) @binding(0) var<storage, read_write> result: array<vec4f>;
@group(0) @binding(1) var image: texture_storage_2d<rgba8unorm, write>;
@group(1) @binding(0) var<uniform> scene: Scene;
@group(1) @binding(1) var albedo: texture_2d<f32>;
@group(1) @binding(2) var linear: sampler;
@group(1) @binding(3) var<storage, read> lights: array<Light>;

@compute @workgroup_size(8, 8, 1)
fn shade(@builtin(global_invocation_id) pixel: vec3u) {
    let light = lights[pixel.x % arrayLength(&lights)];
    let colour = textureSampleLevel(albedo, linear, vec2f(0.5), 0.0) * light.range * scene.time;
    result[pixel.x] = scene.view * vec4f(light.position, 1.0) + colour;
    textureStore(image, pixel.xy, colour);
}
