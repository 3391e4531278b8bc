// A mesh shader for naga_oil: the modules that it imports are in include/engine.
// padstone layout examples/mesh.wgsl -I examples/include -D SHADOW_CASCADES=2

#import engine::{view, lighting::{lights, facing as facing_camera}}

struct Mesh {
    world_from_local: mat3x4<f32>,
    first_joint: u32,
#ifdef MORPH_TARGETS
    weights: array<vec4<f32>, 16>,
#else
    tint: vec3<f32>,
#endif
}

@group(1) @binding(0) var<storage, read> meshes: array<Mesh>;

struct Vertex {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @builtin(instance_index) instance: u32,
}

struct Interpolated {
    @builtin(position) clip_position: vec4<f32>,
    @location(0) brightness: f32,
}

@vertex
fn vertex(vertex: Vertex) -> Interpolated {
    let mesh = &meshes[vertex.instance];
    let world = vec4<f32>(vertex.position, 1.0) * (*mesh).world_from_local;
    var light = facing_camera(world, vertex.normal) * lights.ambient.w;
    for (var i = 0u; i < lights.count; i++) {
        light += lights.lights[i].range / distance(lights.lights[i].position, world);
    }
    return Interpolated(view::view.clip_from_world * vec4<f32>(world, 1.0), light);
}
