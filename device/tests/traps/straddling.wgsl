// A struct with alignment 8 starts in the middle of a slot and ends in the next; two 2-component columns share a slot.
// changed: pack
struct Inner { u: vec2f, v: vec2f, w: f32 }
struct Outer { head: vec3f, n: f32, x: vec2f, inner: Inner, m: mat3x2f, last: f32 }
@group(0) @binding(0) var<storage, read> outer: Outer;
@group(0) @binding(1) var<storage, read_write> results: array<f32, 20>;

fn sum(inner: Inner) -> f32 { return inner.u.x + inner.u.y * 2.0 + inner.v.x + inner.v.y + inner.w; }

@compute @workgroup_size(1)
fn main() {
    results[0] = outer.inner.v.x;
    results[1] = outer.inner.v.y;
    results[2] = outer.inner.w;
    results[3] = sum(outer.inner);
    let inner = &outer.inner;
    results[4] = (*inner).u.y;
    results[5] = sum(*inner);
    for (var c = 0; c < 3; c++) {
        results[6 + c] = outer.m[c].x;
        results[9 + c] = outer.m[c][1];
    }
    let m = outer.m;
    results[12] = m[2].y;
    results[13] = outer.last + outer.n;
}
