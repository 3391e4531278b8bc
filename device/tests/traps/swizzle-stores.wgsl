// Several components of a vector are stored at once, in any order; the others are unchanged. naga has no such stores.
// changed: scalarize
// naga: after scalarize
struct Shared { a: vec3u, b: u32, c: vec2u, d: u32, e: atomic<u32> }
@group(0) @binding(0) var<storage, read_write> shared_by_all: Shared;
@group(0) @binding(1) var<storage, read_write> results: array<u32, 8>;

@compute @workgroup_size(1)
fn main() {
    shared_by_all.a.zx = vec2u(shared_by_all.b, 5u);
    results[0] = shared_by_all.a.x;
    let a = &shared_by_all.a;
    (*a).xy = (*a).yx;
    a.yz *= 2u;
    shared_by_all.c.yx += shared_by_all.a.zy;
    shared_by_all.c.xy = shared_by_all.c.yx;
    results[1] = shared_by_all.c.x ^ atomicLoad(&shared_by_all.e);
}
