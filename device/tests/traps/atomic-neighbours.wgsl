// A slot contains an atomic: only atomic operations may access it, so the other members of the slot become scalars.
// changed: scalarize
struct Shared { a: vec2u, b: atomic<u32>, c: u32, d: vec3i, e: atomic<i32> }
@group(0) @binding(0) var<storage, read_write> shared_by_all: Shared;
@group(0) @binding(1) var<storage, read_write> results: array<u32, 8>;

@compute @workgroup_size(1)
fn main() {
    results[0] = atomicAdd(&shared_by_all.b, 5u);
    shared_by_all.a = shared_by_all.a.yx + vec2u(1u, 2u);
    shared_by_all.a.y += shared_by_all.c;
    shared_by_all.d = vec3i(7, shared_by_all.d.xz);
    shared_by_all.d[results[0] % 3u] -= 4;
    results[1] = bitcast<u32>(atomicMax(&shared_by_all.e, 9));
    let b = &shared_by_all.b;
    results[2] = atomicExchange(b, shared_by_all.a.x);
    let d = &shared_by_all.d;
    results[3] = bitcast<u32>((*d).y);
    *d *= 2;
}
