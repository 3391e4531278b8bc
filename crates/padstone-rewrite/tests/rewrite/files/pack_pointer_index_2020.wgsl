// rewrite pack --lang wgsl-2020
// A function that would also require an index is cloned for the memory location of its argument.
struct Small { x : f32; y : f32; };
[[block]] struct U { a : f32; few : array<Small, 3>; };
[[block]] struct V { a : f32; weights : array<f32, 5>; };
[[group(0), binding(0)]] var<uniform> u : U;
[[group(0), binding(1)]] var<uniform> v : V;

fn small(p : ptr<uniform, Small>) -> f32 {
    return p.x + p.y;
}

fn weight(p : ptr<uniform, V>, i : u32) -> f32 {
    return p.weights[i];
}

fn main(i : u32) -> f32 {
    return small(u.few[i]) + small(u.few[1]) + weight(v, i);
}
