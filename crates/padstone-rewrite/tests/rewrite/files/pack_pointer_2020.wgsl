// rewrite pack --lang wgsl-2020
// A function that takes a pointer to a part of a packed struct is cloned for that struct.
struct Inner { x : f32; v : vec2<f32>; };
struct Small { x : f32; y : f32; m : array<f32, 3>; };
struct Slot { a : f32; b : f32; c : vec2<f32>; };
[[block]] struct Outer { n : u32; inner : Inner; t : f32; small : Small; slots : array<Slot, 2>; many : array<Inner, 3>; };

[[group(0), binding(0)]] var<uniform> u : Outer;
[[group(0), binding(1)]] var<storage> s : [[access(read)]] Outer;

fn foo(p : ptr<uniform, Inner>) -> f32 {
    return p.x + p.v.y;
}

fn bar(p : ptr<uniform, Slot>, i : u32) -> f32 {
    return p.b + p.c.x + p.c[i];
}

fn small(p : ptr<uniform, Small>, i : u32) -> f32 {
    return p.x + p.y + p.m[1];
}

fn all(p : ptr<uniform, Small>, i : u32) -> f32 {
    return small(p, i) + p.y;
}

fn outer(p : ptr<uniform, Outer>, i : u32) -> f32 {
    return p.t + foo(p.inner) + p.slots[i].c.y + foo(p.many[1]) + small(p.small, i);
}

fn main(i : u32) -> f32 {
    return foo(u.inner) + bar(u.slots[1], i) + bar(u.slots[i], i) + foo(u.many[2]) + foo(u.many[i]) + outer(u, i) + s.t + small(u.small, i) + all(u.small, i);
}
