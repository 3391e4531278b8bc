// rewrite pack
struct T { a: f32, b: f32, c: vec2f, t: array<f32> }
@group(0) @binding(0) var<storage> x: T;
@group(0) @binding(1) var<storage, read_write> o: u32;
@compute @workgroup_size(1) fn main() { o = arrayLength(&x.t) + u32(x.b); }
struct Whole { a: f32, b: f32, c: vec2f, t: array<vec4f> }
@group(0) @binding(2) var<storage> whole: Whole;
fn length() -> u32 { return arrayLength(&whole.t) + u32(whole.b); }
