// rewrite inline
// Elements of a function variable stay as they are, and so does their struct.
struct Inner { a: f32 }
struct Outer { i: Inner }

struct Outer_flat {
    i_a: f32,
}
struct Around { o: Outer }

struct Around_flat {
    o_i_a: f32,
}
@group(0) @binding(0) var<storage, read_write> outer: Outer_flat;
@group(0) @binding(1) var<storage, read_write> around: Around_flat;
fn one() { var v: array<Outer, 1>; outer.i_a = v[0].i.a; }
fn two() { var v: array<array<Outer, 2>, 2>; let e = &v[1]; outer.i_a = (*e)[0].i.a; }
fn three() { var v: Around; var w: array<Around, 2>; around.o_i_a = v.o.i.a + w[1].o.i.a; }
