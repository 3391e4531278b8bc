struct Fog { density: f32, color: vec3f, height: f32, position: vec3f, falloff: f32, size: vec2f }
@group(0) @binding(0) var<uniform> fog: Fog;
fn none() -> Fog { return Fog(0.0, vec3f(), 0.0, vec3f(), 0.0, vec2f()); }
