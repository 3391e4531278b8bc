// rewrite pack
struct Outer {
    position: vec2f, // stays
    weight: f32,
    inner: Inner,
}
struct Inner { a: f32, b: vec2f }
@group(0) @binding(0) var<uniform> source: Outer;
@group(0) @binding(1) var<storage, read_write> copy: Outer;
@compute @workgroup_size(1)
fn main() {
    copy = source;
    copy.weight = source.inner.b.y;
}
