// A store to a component index out of range writes the last component, as in naga.
// changed: scalarize
struct Shared { a: vec3u, b: u32, c: vec2i, d: vec2f, e: vec4u }
@group(0) @binding(0) var<storage, read_write> shared_by_all: Shared;
@group(0) @binding(1) var<storage, read_write> results: array<u32, 4>;
var<private> at: i32 = 5;

@compute @workgroup_size(1)
fn main() {
    shared_by_all.a[at] = 7u;
    shared_by_all.a[u32(at) + 100u] += 3u;
    shared_by_all.c[-at] = 9;
    shared_by_all.d[at - 3] = 0.5;
    let a = &shared_by_all.a;
    (*a)[at - 2] *= 2u;
    results[0] = shared_by_all.a[at];
    results[1] = bitcast<u32>(shared_by_all.c[at]);
}
