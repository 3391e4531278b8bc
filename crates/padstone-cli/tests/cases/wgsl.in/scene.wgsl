struct Light {
    direction: vec3f,
    kind: u32,
    @size(32) colour: vec3f,
}

struct Scene {
    view: mat4x3f,
    exposure: f32,
    @align(64) lights: array<Light, 2>,
}

struct Counters {
    seen: atomic<u32>,
    bounds: array<vec3f>,
}

@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read_write> counters: Counters;
@group(1) @binding(0) var<storage> weights: array<vec2f, 3>;
@group(1) @binding(1) var<storage> total: u32;
@group(1) @binding(2) var colours: texture_2d<f32>;
var<immediate> frame: u32;

@compute @workgroup_size(64) fn main() { atomicAdd(&counters.seen, 1u); }
