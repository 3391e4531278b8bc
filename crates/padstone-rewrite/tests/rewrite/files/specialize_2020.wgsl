// rewrite specialize --lang wgsl-2020
// WGSL of 2020 has `const` for `let`, and neither `&` nor `*`.
struct A { x : f32; y : f32; };
[[block]] struct B { n : f32; a : A; many : array<A, 4>; };
[[group(0), binding(0)]] var<storage> b : B;
[[group(0), binding(1)]] var<uniform> u : B;

fn inner(p : ptr<storage, A>) -> f32 {
    const q : ptr<storage, A> = p;
    return q.y;
}

fn outer(p : ptr<storage, A>, k : f32) -> f32 {
    p.x = k;
    return inner(p) + p.x;
}

fn whole(p : ptr<uniform, B>, i : i32) -> f32 {
    return p.n + p.many[i].y;
}

fn main(i : i32) -> void {
    const at : ptr<storage, A> = b.many[i + 1];
    b.n = outer(b.a, 1.0) + outer(b.many[2], 2.0) + outer(at, 3.0) + whole(u, i);
}
