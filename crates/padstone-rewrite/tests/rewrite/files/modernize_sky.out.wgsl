// rewrite modernize --lang wgsl-2020
struct Layer { scattering : vec3<f32>; };
[[block]] struct Sky { [[size(64)]] view : mat4x4<f32>; rayleigh : Layer; mie : Layer; exposure : vec2<f32>; layers : array<Layer, 3>; };
[[contiguous]] struct Star { magnitude : f32; direction : vec3<f32>; };
[[binding(0), group(0)]] var<uniform> sky : [[access(read)]] Sky;
[[binding(1), group(0)]] var<storage> star : Star;
fn fade(x : i32) -> f32 { switch (x) { case 1: { fallthrough; } default: { return sky.exposure.x; } } return 0.0; }
