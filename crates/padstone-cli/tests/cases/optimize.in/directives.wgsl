struct Fog {
    density: f32,
#ifdef COLORED
    color: vec3f,
#endif
    start: f32, end: vec3f
}
@group(0) @binding(0) var<uniform> fog: Fog;
