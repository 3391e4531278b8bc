// Names that a pass would choose are taken by members, functions and local variables.
struct Inner { v: vec2f, w: f32, w_x: f32 }
struct Outer { a: vec2f, b: f32, c: f32, abc: vec4f, a_b_c: f32, inner: Inner, inner_v: vec2f, inner_w: f32 }
@group(0) @binding(0) var<uniform> outer: Outer;
@group(0) @binding(1) var<storage, read> other: Outer;
@group(0) @binding(2) var<storage, read_write> results: array<f32, 16>;

const value_1 = 2.0;
fn load_outer() -> f32 { return value_1; }
fn load_inner(inner_v: f32) -> f32 { let at = inner_v; return at + 1.0; }
fn sum(inner: Inner) -> f32 { return inner.v.x + inner.v.y + inner.w + inner.w_x; }

@compute @workgroup_size(1)
fn main() {
    let abc = outer.abc.w;
    let a_b = outer.a.y;
    results[0] = abc + a_b + outer.b + outer.c + outer.a_b_c;
    results[1] = sum(outer.inner) + outer.inner_v.x + outer.inner_w;
    results[2] = load_outer() + load_inner(outer.inner.w_x);
    {
        let outer = 3.0;
        let other_inner = &other.inner;
        results[3] = outer + (*other_inner).w;
    }
    let i = 4;
    results[i] = sum(other.inner) + other.inner_v.y;
}
