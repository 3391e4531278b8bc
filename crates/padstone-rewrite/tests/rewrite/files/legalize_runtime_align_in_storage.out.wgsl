// rewrite legalize-uniform
// `plain` is aligned by the types of its members, which naga reads, and `stated` by its own attribute.
struct Range { @align(16) first: u32, count: u32 }
struct Vector { v: vec4f }
struct Draws { id: u32, @align(16) ranges: array<Range> }
struct Grids { id: u32, @align(16) grids: array<array<Range, 2>> }
struct Plain { id: u32, plain: array<Vector> }
struct Stated { id: u32, @align(32) stated: array<Range> }
@group(0) @binding(0) var<storage> draws: Draws;
@group(0) @binding(1) var<storage> grids: Grids;
@group(0) @binding(2) var<storage> plain: Plain;
@group(0) @binding(3) var<storage> stated: Stated;
@group(0) @binding(4) var<storage> ranges: array<Range>;
@group(0) @binding(5) var<storage, read_write> total: array<u32>;
@compute @workgroup_size(1) fn main() {
    total[0] = draws.ranges[1].count + grids.grids[1][1].count + u32(plain.plain[1].v.x) + stated.stated[1].count + ranges[1].count;
}
