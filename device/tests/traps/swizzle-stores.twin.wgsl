struct Shared { a: vec3u, b: u32, c: vec2u, d: u32, e: atomic<u32> }
@group(0) @binding(0) var<storage, read_write> shared_by_all: Shared;
@group(0) @binding(1) var<storage, read_write> results: array<u32, 8>;

@compute @workgroup_size(1)
fn main() {
    shared_by_all.a = vec3u(5u, shared_by_all.a.y, shared_by_all.b);
    results[0] = shared_by_all.a.x;
    shared_by_all.a = shared_by_all.a.yxz;
    shared_by_all.a = vec3u(shared_by_all.a.x, shared_by_all.a.y * 2u, shared_by_all.a.z * 2u);
    shared_by_all.c = shared_by_all.c + shared_by_all.a.yz;
    shared_by_all.c = shared_by_all.c.yx;
    results[1] = shared_by_all.c.x ^ atomicLoad(&shared_by_all.e);
}
