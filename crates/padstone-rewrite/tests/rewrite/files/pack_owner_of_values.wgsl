// rewrite pack
// `Cell` is packed in `one`, and not in `tail`, whose elements start at 8 bytes.
struct Cell { at: vec2f, weight: f32 }
struct Tail { count: u32, cells: array<Cell> }
struct Outer { tail: Tail }

@group(0) @binding(0) var<storage, read> one: Cell;
@group(0) @binding(1) var<storage, read> tail: Outer;

@fragment
fn main() -> @location(0) vec4f {
    return vec4f(one.weight, tail.tail.cells[3].weight, one.at);
}
