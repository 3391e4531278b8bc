// A uniform buffer that the older rules reject: small strides, structs at offsets that are not multiples of 16.
// changed: legalize-uniform, pack
struct Inner { a: f32, b: f32, c: f32 }
struct Outer { first: f32, inner: Inner, list: array<f32, 6>, structs: array<Inner, 2>, last: vec2f, tail: u32 }
@group(0) @binding(0) var<uniform> outer: Outer;
@group(0) @binding(1) var<storage, read_write> results: array<f32, 24>;

fn sum(inner: Inner) -> f32 { return inner.a + inner.b + inner.c; }

@compute @workgroup_size(1)
fn main() {
    results[0] = outer.first;
    results[1] = outer.inner.b;
    results[2] = sum(outer.inner);
    for (var i = 0u; i < 8u; i++) {
        results[3u + i] = outer.list[i];
    }
    results[12] = sum(outer.structs[1]);
    results[13] = outer.structs[outer.tail % 2u].c;
    let list = outer.list;
    results[14] = list[4];
    let whole = outer;
    results[15] = whole.last.y;
}
