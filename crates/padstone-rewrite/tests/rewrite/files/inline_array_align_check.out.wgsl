// rewrite inline --for naga --check
// naga moves `known`, `grid`, `tail`, and the elements of `shorts`. `Again` states the alignment of its array where its struct is inlined.
struct Range { @align(64) first: u32, count: u32 }
struct Known { id: u32, known: array<Range, 2> }
struct Grid { id: u32, grid: array<array<Range, 2>, 2> }
struct Tail { id: u32, tail: array<Range> }
struct Short { ranges: array<Range, 2>, id: u32 }
struct Again { id: u32, range: Range, ranges: array<Range, 2> }
struct Stated { id: u32, @align(64) ranges: array<Range, 2> }
struct Agreed { ranges: array<Range, 2>, id: u32 }
struct Plain { id: u32, plain: array<vec4f, 2> }
@group(0) @binding(0) var<storage> known: Known;
@group(0) @binding(1) var<storage> grid: Grid;
@group(0) @binding(2) var<storage> tail: Tail;
@group(0) @binding(3) var<storage> shorts: array<Short>;
@group(0) @binding(4) var<storage> again: Again;
@group(0) @binding(5) var<storage> stated: Stated;
@group(0) @binding(6) var<storage> agreed: Agreed;
@group(0) @binding(7) var<storage> plain: Plain;
@group(0) @binding(8) var<storage, read_write> total: array<u32>;
@compute @workgroup_size(1) fn main() {
    total[0] = known.known[1].count + grid.grid[1][1].count + tail.tail[1].count + shorts[1].id + again.range.count;
    total[1] = again.ranges[1].count + stated.ranges[1].count + agreed.ranges[1].count + u32(plain.plain[1].x);
}
