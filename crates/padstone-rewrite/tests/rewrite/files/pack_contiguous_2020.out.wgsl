// rewrite pack --lang wgsl-2020
// A vector of a contiguous struct may straddle two slots.
[[block, contiguous]] struct U { abc : array<vec4<f32>, 2>; };
[[block, contiguous]] struct V { av : vec4<f32>; w : vec4<f32>; list_n_many : array<vec4<u32>, 4>; };
[[block, contiguous]] struct L { nv : vec4<u32>; rest : array<vec3<f32>>; };

[[group(0), binding(0)]] var<uniform> u : U;

fn load_u_b_y(i : u32) -> f32 {
    const at : u32 = 2u + min(i, 1u) * 2u;
    return u.abc[at / 4u][at % 4u];
}
[[group(0), binding(1)]] var<uniform> v : V;

fn load_v_list_x(i : u32) -> f32 {
    const at : u32 = min(i, 2u) * 2u;
    return bitcast<f32>(v.list_n_many[at / 4u][at % 4u]);
}

fn load_v_many_y(i : u32) -> f32 {
    const at : u32 = 2u + min(i, 1u);
    return bitcast<f32>(v.list_n_many[at].x);
}
[[group(0), binding(2)]] var<storage> l : [[access(read)]] L;

fn read(i : u32) -> f32 {
    const m : mat2x2<f32> = mat2x2<f32>(u.abc[0].yz, vec2<f32>(u.abc[0].w, u.abc[1].x));
    const w : vec4<f32> = v.w;
    return u.abc[0].w + load_u_b_y(i) + u.abc[1].y + vec2<f32>(u.abc[0].w, u.abc[1].x)[i] + m[0].x + w.x + v.av.w + bitcast<f32>(v.list_n_many[0].w) + load_v_list_x(i) + load_v_many_y(i) + bitcast<f32>(v.list_n_many[3].y) + bitcast<f32>(l.nv.z) + l.rest[i].x;
}
