// rewrite modernize --lang wgsl-2020
[[constant_id(1300)]] const steps : i32;
[[override]] let gain : f32;
[[block]] struct Sky { fade : f32; };
[[group(0), binding(0)]] var<uniform> sky : Sky;
[[stage(fragment)]] fn main() -> [[location(0)]] vec4<f32> { return vec4<f32>(sky.fade * gain, f32(steps), 0.0, 1.0); }
