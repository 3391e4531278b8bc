// rewrite pack
// `Cell` is packed in `one`, but not in the others, whose elements start at multiples of 8 bytes.
struct Cell { at: vec2f, weight: f32 }

struct Cell_packed {
    at_weight: vec4<f32>,
}
struct Tail { count: u32, cells: array<Cell> }
struct Outer { three_count_to_last_at: array<vec4<u32>, 4>, last_weight: vec4<f32> }

@group(0) @binding(0) var<storage, read> one: Cell_packed;
@group(0) @binding(1) var<storage, read> tail: Tail;
@group(0) @binding(2) var<storage, read> outer: Outer;

@fragment
fn main() -> @location(0) vec4f {
    return vec4f(one.at_weight.z, tail.cells[3].weight, bitcast<f32>(outer.three_count_to_last_at[1].z) + outer.last_weight.x, one.at_weight.y);
}
