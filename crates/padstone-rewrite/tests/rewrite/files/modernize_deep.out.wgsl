// rewrite modernize --lang wgsl-2020
struct U { m_d_v : vec3<f32>, tail : f32, }
@binding(0) @group(0) var<uniform> u : U;
fn foo() -> f32 { return u.m_d_v.x + u.tail; }
