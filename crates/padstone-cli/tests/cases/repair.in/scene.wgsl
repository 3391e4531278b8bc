struct Scene {
    time: f32,
    weights: array<f32, 4>,
}
@group(0) @binding(0) var<storage> scene: Scene;
