struct S { a: f32, @align(16) b: vec2f }
@group(0) @binding(0) var<uniform> s: S;
@group(0) @binding(1) var t: texture_2d<f32>;
@group(0) @binding(2) var p: sampler;
@fragment fn main(@location(0) x: f32) -> @location(0) vec4f {
  var c = vec4f(s.a);
  if x > 0.5 { c += textureSample(t, p, vec2f(x)); }
  return c;
}
