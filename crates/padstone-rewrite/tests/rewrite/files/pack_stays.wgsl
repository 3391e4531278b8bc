// rewrite pack
// Members whose pointers are passed to functions are unchanged, and so is a struct of one scalar: a vec4 would require a larger binding.
struct One { x: f32 }
struct Two { a: f32, b: vec2f, c: array<f32, 8> }
@group(0) @binding(0) var<uniform> one: One;
@group(0) @binding(1) var<uniform> two: Two;
@group(0) @binding(2) var<uniform> other: Two;

fn second(p: ptr<uniform, Two>) -> f32 { return p.b.x; }

fn sum() -> f32 {
    return one.x + second(&two) + other.a + two.c[3];
}
