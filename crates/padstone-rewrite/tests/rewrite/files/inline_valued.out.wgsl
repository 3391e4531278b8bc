// rewrite inline
// The module uses values of type `Outer`, so it is unchanged.
struct Inner { a: f32, b: f32 }
struct Outer { i: Inner, c: f32 }
fn last(o: Outer) -> f32 { return o.c; }
fn foo() -> f32 { var v: Outer; v.i.a = 1.0; return v.i.a + last(Outer(Inner(1.0, 2.0), 3.0)); }
