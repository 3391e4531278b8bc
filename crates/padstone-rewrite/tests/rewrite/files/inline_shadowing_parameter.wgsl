// rewrite inline
// A parameter has the name of a variable in a buffer, which the variant of the function must not read.
struct Inner { a: i32, b: i32 }
struct Outer { i: i32, inner: Inner }
@group(0) @binding(0) var<storage> s: Outer;
@group(0) @binding(1) var<storage, read_write> out: array<i32>;
fn sum(s: Inner) -> i32 { return s.a + s.b; }
fn assign(s: ptr<function, Inner>) { s.a = 5; (*s).b = s.a + 1; let b = &s.b; *b += 1; }
@compute @workgroup_size(1)
fn main() {
    var v: Outer;
    v.inner.a = 3;
    assign(&v.inner);
    out[0] = sum(v.inner);
    out[1] = s.inner.a;
}
