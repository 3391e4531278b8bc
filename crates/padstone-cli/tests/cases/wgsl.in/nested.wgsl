struct Inner { @align(32) a: f32, b: f32 }
struct Outer { first: f32, inner: Inner, last: f32 }
@group(0) @binding(0) var<storage> outer: Outer;
