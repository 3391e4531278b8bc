struct Probe { a: f32, position: vec3f, b: f32, color: vec3f, c: f32, size: vec2f }
@group(0) @binding(0) var<storage> probes: array<Probe>;
