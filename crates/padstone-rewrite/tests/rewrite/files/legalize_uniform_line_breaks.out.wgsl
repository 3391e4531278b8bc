// rewrite legalize-uniform
struct S { // the first
ab: vec4<f32>, // the second
 c: f32 }
@group(0) @binding(0) var<uniform> u: S;
@fragment fn f() -> @location(0) vec4f { return vec4f(u.ab.z + u.c); }
