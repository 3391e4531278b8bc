#define_import_path engine::view

// The camera, for every pass.
struct View {
    clip_from_world: mat4x4<f32>,
    world_position: vec3<f32>,
    exposure: f32,
#ifdef TEMPORAL_JITTER
    jitter: vec2<f32>,
    frame: u32,
#endif
}

@group(0) @binding(0) var<uniform> view: View;

fn direction_to_camera(position: vec3<f32>) -> vec3<f32> {
    return normalize(view.world_position - position);
}
