struct Frame {
    time: f32,
    eye: vec3f,
    jitter: vec2f,
    sun: vec3f,
}
@group(0) @binding(0) var<uniform> frame: Frame;
