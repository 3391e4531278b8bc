// Particles on the GPU: atomics count live and dead particles, 16-bit scalars keep the pool small, and immediate data
// contains what changes in each step.
enable f16;

override WORKGROUP = 64u;

struct Particle {
    position: vec3f,
    age: f32,
    velocity: vec3<f16>,
    size: f16,
    colour: vec4<f16>,
    seed: u32,
}

struct Pool {
    alive: atomic<u32>,
    dead: atomic<u32>,
    capacity: u32,
    particles: array<Particle>,
}

struct Draw {
    vertex_count: u32,
    instance_count: atomic<u32>,
    first_vertex: u32,
    first_instance: u32,
}

struct Emitter {
    transform: mat4x3f,
    spread: vec2<f16>,
    speed: vec2<f16>,
    colour_over_life: array<vec4<f16>, 8>,
    forces: array<Force, 3>,
}

struct Force {
    @align(32) direction: vec3f, // so that no force straddles two cache sectors
    @size(8) strength: f16,
    kind: u32,
}

struct Step {
    delta: f32,
    frame: u32,
    emit: u32,
}

@group(0) @binding(0) var<storage, read_write> pool: Pool;
@group(0) @binding(1) var<storage, read_write> free_list: array<u32>;
@group(0) @binding(2) var<storage, read_write> draw: Draw;
@group(0) @binding(3) var<storage> emitters: array<Emitter>;
@group(0) @binding(4) var depth: texture_depth_2d;
var<immediate> step: Step;

var<workgroup> born: atomic<u32>;

@compute @workgroup_size(WORKGROUP)
fn simulate(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) local: u32) {
    let index = id.x;
    if index >= min(pool.capacity, arrayLength(&pool.particles)) {
        return;
    }
    let particle = &pool.particles[index];
    (*particle).age -= step.delta;
    if (*particle).age <= 0.0 {
        free_list[atomicAdd(&pool.dead, 1u)] = index;
        return;
    }
    for (var i = 0u; i < 3u; i++) {
        let force = emitters[0].forces[i];
        (*particle).velocity += vec3<f16>(force.direction) * force.strength * f16(step.delta);
    }
    (*particle).position += vec3f((*particle).velocity) * step.delta;
    atomicAdd(&draw.instance_count, 1u);
}
