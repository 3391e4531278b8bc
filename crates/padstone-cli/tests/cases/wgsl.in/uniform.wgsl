struct Pair { a: f32, b: f32 }
struct Curve {
    pair: Pair,
    next: f32,
    keys: array<f32, 6>,
}
@group(0) @binding(0) var<uniform> curve: Curve;
