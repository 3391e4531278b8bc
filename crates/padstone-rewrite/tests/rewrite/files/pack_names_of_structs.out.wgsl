// rewrite pack --vector-names row
// Both structs get `row_0`, which is a member of a third struct and a local variable too; `row_1` is a function, and `row_2` a member of `B`.
struct A { row_0: vec4<f32>, row_1_1: vec4<f32> }
struct B { row_0: vec4<u32>, row_1_1: vec4<u32>, row_2: vec4f, row_3: vec4<f32> }
struct C { row_0: vec4f }
@group(0) @binding(0) var<uniform> a: A;
@group(0) @binding(1) var<uniform> b: B;
@group(0) @binding(2) var<uniform> bs: array<B, 2>;
@group(0) @binding(3) var<uniform> c: C;
fn row_1(row_0: f32) -> f32 { return row_0 + a.row_1_1.z; }
fn x() -> f32 {
    let row_0 = a.row_0.x + c.row_0.x;
    return row_0 + row_1(a.row_0.y) + f32(b.row_0.x) + bitcast<f32>(b.row_1_1.x) + bitcast<f32>(bs[1].row_1_1.x) + b.row_2.y + b.row_3.w;
}
