// rewrite pack,modernize --lang wgsl-2020
struct U { a : vec4<f32>, bc : vec4<f32>, }
@binding(0) @group(0) var<uniform> u : U;
fn foo() -> f32 { return u.a.x + u.bc.x + u.bc.y; }
