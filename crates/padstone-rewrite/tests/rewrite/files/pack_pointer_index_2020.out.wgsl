// rewrite pack --lang wgsl-2020
// A function that would also require an index is cloned for the memory location of its argument.
struct Small { xy : vec4<f32>; };
[[block]] struct U { a : vec4<f32>; few : array<Small, 3>; };
[[block]] struct V { a_weights : array<vec4<f32>, 2>; };
[[group(0), binding(0)]] var<uniform> u : U;
[[group(0), binding(1)]] var<uniform> v : V;

fn load_v_weights(i : u32) -> f32 {
    const at : u32 = 1u + min(i, 4u);
    return v.a_weights[at / 4u][at % 4u];
}

fn small_u_few(p_index: u32) -> f32 {
    return u.few[p_index].xy.x + u.few[p_index].xy.y;
}

fn weight_v(i : u32) -> f32 {
    return load_v_weights(i);
}

fn main(i : u32) -> f32 {
    return small_u_few(i) + small_u_few(1u) + weight_v(i);
}
