// rewrite specialize --lang wgsl-2020
// WGSL of 2020 has `const` for `let`, and neither `&` nor `*`.
struct A { x : f32; y : f32; };
[[block]] struct B { n : f32; a : A; many : array<A, 4>; };
[[group(0), binding(0)]] var<storage> b : B;
[[group(0), binding(1)]] var<uniform> u : B;

fn inner_b_a() -> f32 {
    const q : ptr<storage, A> = b.a;
    return q.y;
}

fn inner_b_many(p_index: u32) -> f32 {
    const q : ptr<storage, A> = b.many[p_index];
    return q.y;
}

fn outer_b_a(k : f32) -> f32 {
    b.a.x = k;
    return inner_b_a() + b.a.x;
}

fn outer_b_many(p_index: u32, k : f32) -> f32 {
    b.many[p_index].x = k;
    return inner_b_many(p_index) + b.many[p_index].x;
}

fn whole_u(i : i32) -> f32 {
    return u.n + u.many[i].y;
}

fn main(i : i32) -> void {
    const at_index : u32 = u32(i + 1);
    const at : ptr<storage, A> = b.many[at_index];
    b.n = outer_b_a(1.0) + outer_b_many(2u, 2.0) + outer_b_many(at_index, 3.0) + whole_u(i);
}
