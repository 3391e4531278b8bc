// rewrite pack --lang wgsl-2020
// A function that takes a pointer to a part of a packed struct is cloned for that struct.
struct Inner { xv : vec4<f32>; };
struct Slot { abc : vec4<f32>; };
[[block]] struct Outer { n : vec4<u32>; inner : Inner; t : vec4<f32>; small : array<vec4<f32>, 2>; slots : array<Slot, 2>; many : array<Inner, 3>; };

[[group(0), binding(0)]] var<uniform> u : Outer;
[[group(0), binding(1)]] var<storage> s : [[access(read)]] Outer;

fn foo_Inner(p : ptr<uniform, Inner>) -> f32 {
    return p.xv.x + p.xv.w;
}

fn bar_Slot(p : ptr<uniform, Slot>, i : u32) -> f32 {
    return p.abc.y + p.abc.z + p.abc.zw[i];
}

fn small_Outer(p : ptr<uniform, Outer>, i : u32) -> f32 {
    return p.small[0].x + p.small[0].y + p.small[0].w;
}

fn all_Outer(p : ptr<uniform, Outer>, i : u32) -> f32 {
    return small_Outer(p, i) + p.small[0].y;
}

fn outer_Outer(p : ptr<uniform, Outer>, i : u32) -> f32 {
    return p.t.x + foo_Inner(p.inner) + p.slots[i].abc.w + foo_Inner(p.many[1]) + small_Outer(p, i);
}

fn main(i : u32) -> f32 {
    return foo_Inner(u.inner) + bar_Slot(u.slots[1], i) + bar_Slot(u.slots[i], i) + foo_Inner(u.many[2]) + foo_Inner(u.many[i]) + outer_Outer(u, i) + s.t.x + small_Outer(u, i) + all_Outer(u, i);
}
