// rewrite legalize-uniform
// Pointers that are only used to use the variable.
struct Light { at: vec3f, power: f32, weights: array<f32, 3> }
@group(0) @binding(0) var<uniform> lights: array<Light, 4>;
@group(0) @binding(1) var<uniform> one: Light;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) index: u32) {
  _ = &lights;
  _ = &lights[index].weights;
  _ = &one.weights[1];
  let weights = &one.weights;
  _ = weights;
}
