// rewrite pack
// Members whose pointers are passed to functions are unchanged, and so is a struct of one scalar: a vec4 would require a larger binding.
struct One { x: f32 }
struct Two { ab: vec4<f32>, c: array<vec4<f32>, 2> }
@group(0) @binding(0) var<uniform> one: One;
@group(0) @binding(1) var<uniform> two: Two;
@group(0) @binding(2) var<uniform> other: Two;

fn second_two() -> f32 { return two.ab.z; }

fn sum() -> f32 {
    return one.x + second_two() + other.ab.x + two.c[0].w;
}
