// rewrite inline
// Variables that stay as they are.
struct Inner { a: f32, b: f32 }
struct Outer { i: Inner, c: f32 }
struct Other { i: Inner, d: f32 }
fn initial() -> f32 { var first = Outer(); return first.i.a; }
fn constructed() -> f32 { var second: Outer = Outer(Inner(1.0, 2.0), 3.0); return second.i.b; }
fn elements() -> f32 { var third: array<Other, 2>; return third[0].i.a; }
