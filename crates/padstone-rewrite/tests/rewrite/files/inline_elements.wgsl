// rewrite inline
// Elements of a function variable stay as they are, and so does their struct.
struct Inner { a: f32 }
struct Outer { i: Inner }
struct Around { o: Outer }
@group(0) @binding(0) var<storage, read_write> outer: Outer;
@group(0) @binding(1) var<storage, read_write> around: Around;
fn one() { var v: array<Outer, 1>; outer.i.a = v[0].i.a; }
fn two() { var v: array<array<Outer, 2>, 2>; let e = &v[1]; outer.i.a = (*e)[0].i.a; }
fn three() { var v: Around; var w: array<Around, 2>; around.o.i.a = v.o.i.a + w[1].o.i.a; }
