// rewrite inline
struct Inner { at: vec3f, kind: i32 }
struct Outer { inner: Inner, gain: f32 }
@group(0) @binding(0) var<storage, read_write> result: array<i32>;
fn made() -> Outer { return Outer(Inner(vec3f(1), 2), 3.0); }
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
    var all: array<Outer, 2>;
    all[id.x].inner.kind = 3;
    result[0] = all[1].inner.kind + made().inner.kind;
}
