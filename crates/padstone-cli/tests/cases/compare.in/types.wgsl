struct Cells { a: array<vec4f, 4>, b: f32 }
@group(0) @binding(0) var<storage> cells: Cells;
struct Mixed { p: vec3f, k: f32, w: array<f32, 4> }
@group(0) @binding(1) var<storage> mixed: Mixed;
struct Wide { a: vec2u, b: f32 }
@group(0) @binding(2) var<storage> wide: Wide;
struct Ports { flag: u32, address: vec2u, signs: vec2i }
@group(0) @binding(3) var<storage> ports: Ports;
