// Matrices and arrays of vectors in a slot with an atomic become arrays of scalars at the same offsets.
// changed: scalarize
struct Shared { f: atomic<i32>, m: mat2x2f, v: vec2u, g: atomic<u32>, list: array<vec2u, 3>, grid: array<array<vec2u, 2>, 2>, h: atomic<u32> }
@group(0) @binding(0) var<storage, read_write> shared_by_all: Shared;
@group(0) @binding(1) var<storage, read_write> results: array<u32, 64>;

@compute @workgroup_size(1)
fn main() {
    for (var i = 0u; i < 2u; i++) {
        for (var k = 0u; k < 2u; k++) {
            results[i * 2u + k] = bitcast<u32>(shared_by_all.m[i][k]);
            results[4u + i * 2u + k] = shared_by_all.grid[i][k].x;
            results[8u + i * 2u + k] = shared_by_all.grid[i][k][i];
        }
    }
    shared_by_all.m[1] = shared_by_all.m[0].yx;
    for (var i = 0u; i < 3u; i++) {
        results[12u + i] = shared_by_all.list[i].y;
        shared_by_all.list[i] = vec2u(i, shared_by_all.list[i].x);
        shared_by_all.list[i].y += 3u;
    }
    let row = &shared_by_all.grid[results[0] % 2u];
    (*row)[1] = shared_by_all.v;
    shared_by_all.grid[0][results[1] % 2u][results[2] % 2u] = 7u;
    results[16] = atomicAdd(&shared_by_all.g, 5u) + bitcast<u32>(atomicMax(&shared_by_all.f, 9)) + atomicLoad(&shared_by_all.h);
    let grid = shared_by_all.grid;
    results[17] = grid[1][1].y;
    shared_by_all.grid = array<array<vec2u, 2>, 2>(grid[1], grid[0]);
}
