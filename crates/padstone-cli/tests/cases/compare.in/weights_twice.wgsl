struct Weights { weights: array<f32, 4> }
@group(0) @binding(0) var<storage> weights: Weights;
@group(0) @binding(1) var<storage> others: Weights;
