struct Weights {
    weights: array<f32, 4>,
    tint: vec4f,
}
@group(0) @binding(0) var<storage> weights: Weights;
