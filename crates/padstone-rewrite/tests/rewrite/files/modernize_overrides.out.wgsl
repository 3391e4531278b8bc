// rewrite modernize --lang wgsl-2020
@id(1300) override steps : i32;
override gain : f32;
struct Sky { fade : f32, }
@group(0) @binding(0) var<uniform> sky : Sky;
@fragment fn main() -> @location(0) vec4<f32> { return vec4<f32>(sky.fade * gain, f32(steps), 0.0, 1.0); }
