// rewrite modernize --lang wgsl-2020
// The stride of `many` is 16 bytes, so `A` is padded today, and neither `tail` nor padding fits into it.
struct A { @size(16) x : f32, }
struct U { many : array<A, 2>, first_x : f32, pad : f32, pad_1 : f32, pad_2 : f32, second_x : f32, tail : f32, }
@binding(0) @group(0) var<uniform> u : U;
fn foo() -> f32 { return u.many[1].x + u.first_x + u.second_x + u.tail; }
