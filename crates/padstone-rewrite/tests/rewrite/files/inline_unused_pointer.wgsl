// rewrite inline
// Pointers that are only used to use the variable.
struct Light { at: vec3f, power: f32, weights: array<f32, 3> }
struct Scene { light: Light, lights: array<Light, 4>, time: f32 }
@group(0) @binding(0) var<storage, read_write> scene: Scene;
@group(0) @binding(1) var<storage> list: array<Light>;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) index: u32) {
  _ = &scene;
  _ = &scene.light;
  _ = &scene.light.power;
  _ = &scene.lights[index].at;
  _ = &list[index + 1u];
  let light = &scene.light;
  _ = light;
  _ = &(*light).weights[index];
  scene.time = (*light).power + list[0].power;
}
