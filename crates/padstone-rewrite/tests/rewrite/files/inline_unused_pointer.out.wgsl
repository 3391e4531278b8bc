// rewrite inline
// Pointers that are only used to use the variable.
struct Light { at: vec3f, power: f32, weights: array<f32, 3> }
struct Scene { light_at: vec3f, light_power: f32, light_weights: array<f32, 3>, lights: array<Light, 4>, time: f32 }
@group(0) @binding(0) var<storage, read_write> scene: Scene;
@group(0) @binding(1) var<storage> list: array<Light>;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) index: u32) {
  _ = &scene;
  _ = &scene;
  _ = &scene.light_power;
  _ = &scene.lights[index].at;
  _ = &list[index + 1u];
  let light = &scene;
  _ = light;
  _ = &(*light).light_weights[index];
  scene.time = (*light).light_power + list[0].power;
}
