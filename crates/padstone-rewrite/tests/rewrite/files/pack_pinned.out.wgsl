// rewrite pin,pack
struct Outer {
    @align(16) @size(12) position: vec3f, // stays
    @align(4) @size(4) weight: f32,
    @align(8) @size(16) inner: Inner,
    @align(4) @size(16) last: f32,
}

struct Outer_packed {
    position_weight: vec4<f32>,
    inner: Inner_packed,
    last: vec4<f32>,
}
struct Inner { @align(4) @size(8) a: f32, @align(8) @size(8) b: vec2f }

struct Inner_packed {
    ab: vec4<f32>,
}
@group(0) @binding(0) var<uniform> source: Outer_packed;

fn load_source() -> Outer {
    return Outer(source.position_weight.xyz, source.position_weight.w, Inner(source.inner.ab.x, source.inner.ab.zw), source.last.x);
}
@group(0) @binding(1) var<storage, read_write> target_: Outer;
@compute @workgroup_size(1)
fn main() {
    target_.position = source.position_weight.xyz + source.inner.ab.x;
    target_.inner = Inner(source.inner.ab.x, source.inner.ab.zw);
    target_ = load_source();
    target_.last = source.inner.ab.w;
}
