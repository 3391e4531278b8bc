// rewrite pin,pack
struct Outer {
    position: vec3f, // stays
    @align(4) weight: f32,
    inner: Inner,
    last: f32,
}
struct Inner { a: f32, @align(8) b: vec2f }
@group(0) @binding(0) var<uniform> source: Outer;
@group(0) @binding(1) var<storage, read_write> target_: Outer;
@compute @workgroup_size(1)
fn main() {
    target_.position = source.position + source.inner.a;
    target_.inner = source.inner;
    target_ = source;
    target_.last = source.inner.b.y;
}
