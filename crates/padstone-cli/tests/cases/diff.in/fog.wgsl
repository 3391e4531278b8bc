struct Fog { color: vec3<f32>, density: f32, steps: array<vec4<u32>, 2>, turn: mat4x4<f32>, hits: atomic<u32>, bins: array<atomic<i32>, 3> }
@group(0) @binding(0) var<storage, read_write> fog: Fog;
