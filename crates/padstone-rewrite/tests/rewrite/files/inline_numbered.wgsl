// rewrite inline
// Member names are numbered only if they conflict in one struct.
struct In { x: f32 }
struct A { a: In }
struct B { a: In, a_x: f32 }
struct C { a: In }
@group(0) @binding(0) var<storage> one: A;
@group(0) @binding(1) var<storage> two: B;
@group(0) @binding(2) var<storage> three: C;
fn a_x() -> f32 { return one.a.x + two.a.x + two.a_x + three.a.x; }
