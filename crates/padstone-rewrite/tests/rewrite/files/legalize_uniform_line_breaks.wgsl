// rewrite legalize-uniform
struct S { a: f32, // the first b: array<f32, 3>, // the second c: f32 }
@group(0) @binding(0) var<uniform> u: S;
@fragment fn f() -> @location(0) vec4f { return vec4f(u.b[1] + u.c); }
