// rewrite inline
// Member names are numbered only if they conflict in one struct.
struct A { a_x: f32 }
struct B { a_x_1: f32, a_x: f32 }
struct C { a_x: f32 }
@group(0) @binding(0) var<storage> one: A;
@group(0) @binding(1) var<storage> two: B;
@group(0) @binding(2) var<storage> three: C;
fn a_x() -> f32 { return one.a_x + two.a_x_1 + two.a_x + three.a_x; }
