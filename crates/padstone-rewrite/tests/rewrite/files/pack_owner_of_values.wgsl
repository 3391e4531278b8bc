// rewrite pack
// `Cell` is packed in `one`, but not in the others, whose elements start at multiples of 8 bytes.
struct Cell { at: vec2f, weight: f32 }
struct Tail { count: u32, cells: array<Cell> }
struct Three { count: u32, cells: array<Cell, 3> }
struct Outer { three: Three, last: Cell }

@group(0) @binding(0) var<storage, read> one: Cell;
@group(0) @binding(1) var<storage, read> tail: Tail;
@group(0) @binding(2) var<storage, read> outer: Outer;

@fragment
fn main() -> @location(0) vec4f {
    return vec4f(one.weight, tail.cells[3].weight, outer.three.cells[1].at.x + outer.last.weight, one.at.y);
}
