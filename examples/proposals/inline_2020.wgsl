struct Inner { axis: vec3<f32>; };
[[block]] struct Outer { inner: Inner; angle: f32; };
[[group(0), binding(0)]] var<uniform> turn: Outer;
fn axis() -> vec3<f32> { return turn.inner.axis; }
