// Terrain in patches: a height map, four materials, and a light with cascaded shadow maps.

const CASCADES = 4u;
const MATERIALS = 1u << 2u;
const GRID = 33u;

alias Plane = vec4f;

struct Camera {
    view: mat4x4f,
    projection: mat4x4f,
    eye: vec3f,
    time: f32, // in the last four bytes of `eye`
    frustum: array<Plane, 6>,
    viewport: vec2f,
}

struct Cascade {
    world_to_shadow: mat4x4f,
    texel_size: vec2f,
    split: f32,
}

struct Sun {
    direction: vec3f,
    @align(16) radiance: vec3f,
    cascades: array<Cascade, CASCADES>,
}

struct Material {
    albedo: vec3f,
    roughness: f32,
    uv_to_world: mat2x2f,
    normal_strength: f32,
    layer: u32,
}

struct Terrain {
    origin: vec3f,
    height_scale: f32,
    extent: vec2f,
    inverse_extent: vec2f,
    materials: array<Material, MATERIALS>,
    normal_to_world: mat3x3f,
    wetness: f32,
}

struct Patch {
    corner: vec2i,
    level: u32,
    @size(20) morph: vec2f, // the program stores twelve bytes of its own here
    error: array<f32, GRID / 8u>,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var<uniform> sun: Sun;
@group(0) @binding(2) var shadow_map: texture_depth_2d_array;
@group(0) @binding(3) var shadow_sampler: sampler_comparison;

@group(1) @binding(0) var<uniform> terrain: Terrain;
@group(1) @binding(1) var<storage, read> patches: array<Patch>;
@group(1) @binding(2) var height_map: texture_2d<f32>;
@group(1) @binding(3) var albedo_maps: texture_2d_array<f32>;
@group(1) @binding(4) var linear_sampler: sampler;

struct Vertex {
    @builtin(position) position: vec4f,
    @location(0) world: vec3f,
    @location(1) uv: vec2f,
    @location(2) @interpolate(flat) level: u32,
}

fn height_at(uv: vec2f, level: u32) -> f32 {
    return terrain.origin.y + terrain.height_scale * textureSampleLevel(height_map, linear_sampler, uv, f32(level)).r;
}

@vertex
fn vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) instance: u32) -> Vertex {
    let tile = patches[instance];
    let cell = vec2f(f32(index % GRID), f32(index / GRID));
    let plan = vec2f(tile.corner) + cell * exp2(f32(tile.level));
    var out: Vertex;
    out.uv = plan * terrain.inverse_extent;
    out.world = vec3f(terrain.origin.x + plan.x, height_at(out.uv, tile.level), terrain.origin.z + plan.y);
    out.position = camera.projection * camera.view * vec4f(out.world, 1.0);
    out.level = tile.level;
    return out;
}

fn shadow(world: vec3f) -> f32 {
    let depth = distance(world, camera.eye);
    for (var i = 0u; i < CASCADES; i++) {
        if depth < sun.cascades[i].split {
            let p = sun.cascades[i].world_to_shadow * vec4f(world, 1.0);
            return textureSampleCompareLevel(shadow_map, shadow_sampler, p.xy, i, p.z);
        }
    }
    return 1.0;
}

@fragment
fn fragment(in: Vertex) -> @location(0) vec4f {
    var colour = vec3f(0.0);
    for (var i = 0u; i < MATERIALS; i++) {
        let uv = terrain.materials[i].uv_to_world * in.uv;
        let texel = textureSample(albedo_maps, linear_sampler, uv, terrain.materials[i].layer).rgb;
        colour += texel * terrain.materials[i].albedo;
    }
    let normal = normalize(terrain.normal_to_world * vec3f(0.0, 1.0, 0.0));
    return vec4f(colour * sun.radiance * max(dot(normal, -sun.direction), 0.0) * shadow(in.world), 1.0);
}
