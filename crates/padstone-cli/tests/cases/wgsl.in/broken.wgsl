struct Good { a: vec3f, b: f32 }
struct Bad { a: Missing, b: f32 }
struct Odd { @align(12) a: f32 }
@group(0) @binding(0) var<uniform> good: Good;
@group(0) @binding(1) var<uniform> bad: Bad;
@group(0) @binding(2) var<uniform> count: atomic<u32>;
