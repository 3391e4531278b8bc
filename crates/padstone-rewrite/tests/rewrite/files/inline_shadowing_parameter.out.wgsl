// rewrite inline
// A parameter has the name of a variable in a buffer, which the variant of the function must not read.
struct Outer { i: i32, inner_a: i32, inner_b: i32 }
@group(0) @binding(0) var<storage> s: Outer;
@group(0) @binding(1) var<storage, read_write> out: array<i32>;
fn sum_Outer(s_1: Outer) -> i32 { return s_1.inner_a + s_1.inner_b; }
fn assign_Outer(s_1: ptr<function, Outer>) { (*s_1).inner_a = 5; (*s_1).inner_b = (*s_1).inner_a + 1; let b = &(*s_1).inner_b; *b += 1; }
@compute @workgroup_size(1)
fn main() {
    var v: Outer;
    v.inner_a = 3;
    assign_Outer(&v);
    out[0] = sum_Outer(v);
    out[1] = s.inner_a;
}
