// rewrite pack
struct Outer {
    position: vec2f, // stays
    weight: f32,
    inner: Inner,
}

struct Outer_packed {
    position_weight: vec4<f32>,
    inner: Inner_packed,
}
struct Inner { a: f32, b: vec2f }

struct Inner_packed {
    ab: vec4<f32>,
}
@group(0) @binding(0) var<uniform> source: Outer_packed;
@group(0) @binding(1) var<storage, read_write> copy: Outer;
@compute @workgroup_size(1)
fn main() {
    copy = Outer(source.position_weight.xy, source.position_weight.z, Inner(source.inner.ab.x, source.inner.ab.zw));
    copy.weight = source.inner.ab.w;
}
