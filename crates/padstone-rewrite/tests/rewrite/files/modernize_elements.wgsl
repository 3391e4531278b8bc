// rewrite modernize --lang wgsl-2020
// The stride of `many` is 16 bytes, so `A` is padded today, and neither `tail` nor padding fits into it.
struct A { x : f32; };
[[block]] struct U { many : array<A, 2>; first : A; second : A; tail : f32; };
[[binding(0), group(0)]] var<uniform> u : [[access(read)]] U;
fn foo() -> f32 { return u.many[1].x + u.first.x + u.second.x + u.tail; }
