struct Weights { weights: array<f32, 4> }
@group(0) @binding(0) var<storage> weights: Weights;

fn first(values: array<f32, 4>) -> f32 { return values[0]; }
fn sum() -> f32 { return first(weights.weights); }
