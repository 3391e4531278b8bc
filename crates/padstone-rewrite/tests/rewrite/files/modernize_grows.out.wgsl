// rewrite modernize --lang wgsl-2020
struct U { a : vec3<f32>, b : f32, c : f32, }
@binding(0) @group(0) var<uniform> u : U;
fn foo() -> f32 { return u.a.x + u.b + u.c; }
