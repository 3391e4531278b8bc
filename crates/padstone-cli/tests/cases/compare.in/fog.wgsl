struct Fog { density: f32, color: vec3f }
@group(0) @binding(0) var<uniform> fog: Fog;
