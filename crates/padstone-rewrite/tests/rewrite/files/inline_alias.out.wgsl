// rewrite inline
// Aliases of the outer struct, and of an array of it.
struct Inner { a: f32, b: f32 }
struct Outer { i_a: f32, i_b: f32, c: f32 }
struct Value { i: Inner, d: f32 }

struct Value_flat {
    i_a: f32,
    i_b: f32,
    d: f32,
}
struct Element { i: Inner, e: f32 }

struct Element_flat {
    i_a: f32,
    i_b: f32,
    e: f32,
}
alias Again = Outer;
alias AndAgain = Again;
alias ValueAgain = Value;
alias Elements = array<Element, 2>;
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@group(0) @binding(1) var<storage, read_write> kept: Again;
@group(0) @binding(2) var<storage, read_write> value: Value_flat;
@group(0) @binding(3) var<storage, read_write> elements: array<Element_flat, 2>;
fn direct() -> f32 { var v: AndAgain; v.i_a = kept.i_b; v.c = 3.0; return v.i_a + v.i_b + v.c; }
fn valued() -> f32 { var v: Value; v.i.a = 1.0; return v.i.a + ValueAgain(Inner(1.0, 2.0), 3.0).d + value.i_b; }
fn indexed() -> f32 { var v: Elements; v[1].i.a = 1.0; return v[1].i.a + elements[1].i_b; }
@compute @workgroup_size(1) fn main() { out[0] = direct() + valued() + indexed(); }
