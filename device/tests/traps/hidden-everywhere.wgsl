// Members, parameters and locals have the names of types, built-in functions and variables.
// changed: pack
// unchanged: scalarize, inline
struct S { a: vec3<f32>, b: f32, min: u32, u: vec2<f32> }
@group(0) @binding(0) var<uniform> u: S;
@group(0) @binding(1) var<storage, read_write> out: array<f32, 8>;
fn vec4_of(S: f32) -> f32 { let u_1 = S; { let u = 3.0; return u + u_1; } }
fn min_(x: f32) -> f32 { return x + u.b; }
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let bitcast = u.b;
  let a = u.a.y; let b = u.u.x;
  for (var i = 0u; i < u.min % 8; i++) { let u = out[i]; out[i] = u + a; }
  if (id.x > 2u) { let u = vec4_of(b); out[0] = u + bitcast; } else { out[1] = min_(u.u.y) + f32(u.min); }
  var vec4f = 1.0; out[2] = vec4f + u.a[id.x];
}
