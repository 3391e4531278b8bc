struct Never { a: vec3f, b: vec3f }
struct Item { a: vec3f, b: vec3f }
struct Eye { eye: vec3f, time: f32 }
@group(0) @binding(0) var<storage, read> items: array<Item>;
@group(0) @binding(1) var<storage, read> colors: array<vec4f>;
@group(0) @binding(2) var<uniform> Frame: Eye;
