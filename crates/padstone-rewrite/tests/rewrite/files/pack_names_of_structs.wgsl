// rewrite pack --vector-names row
// Both structs get `row_0`, which is a member of a third struct and a local variable too; `row_1` is a function, and `row_2` a member of `B`.
struct Off { x: f32, y: f32 }
struct A { a: f32, b: f32, c: vec2f, d: vec2f, e: f32, f: f32 }
struct B { p: u32, q: u32, r: vec2u, s: f32, t: i32, u: vec2u, row_2: vec4f, v: vec2f, off: Off }
struct C { row_0: vec4f }
@group(0) @binding(0) var<uniform> a: A;
@group(0) @binding(1) var<uniform> b: B;
@group(0) @binding(2) var<uniform> bs: array<B, 2>;
@group(0) @binding(3) var<uniform> c: C;
fn row_1(row_0: f32) -> f32 { return row_0 + a.e; }
fn x() -> f32 {
    let row_0 = a.a + c.row_0.x;
    return row_0 + row_1(a.b) + f32(b.p) + b.s + bs[1].s + b.row_2.y + b.off.y;
}
