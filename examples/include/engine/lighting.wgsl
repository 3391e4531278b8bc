#define_import_path engine::lighting

#import engine::view::direction_to_camera

struct PointLight {
    position: vec3<f32>,
    range: f32,
    colour: vec3<f32>,
#if SHADOW_CASCADES > 0
    cascades: array<mat4x4<f32>, #{SHADOW_CASCADES}>,
#endif
}

struct Lights {
    ambient: vec4<f32>,
    count: u32,
    lights: array<PointLight>,
}

@group(0) @binding(1) var<storage, read> lights: Lights;

fn facing(position: vec3<f32>, normal: vec3<f32>) -> f32 {
    return max(dot(direction_to_camera(position), normal), 0.0);
}
