// rewrite pack --lang wgsl-2020
// A vector of a contiguous struct may straddle two slots.
[[block, contiguous]] struct U { a : f32; b : mat2x2<f32>; c : f32; };
[[block, contiguous]] struct V { a : f32; v : vec3<f32>; w : vec4<f32>; list : array<vec2<f32>, 3>; n : u32; many : array<vec3<f32>, 2>; };
[[block, contiguous]] struct L { n : u32; v : vec3<f32>; rest : array<vec3<f32>>; };

[[group(0), binding(0)]] var<uniform> u : U;
[[group(0), binding(1)]] var<uniform> v : V;
[[group(0), binding(2)]] var<storage> l : [[access(read)]] L;

fn read(i : u32) -> f32 {
    const m : mat2x2<f32> = u.b;
    const w : vec4<f32> = v.w;
    return u.b[1].x + u.b[i].y + u.c + u.b[1][i] + m[0].x + w.x + v.v.z + v.list[1].y + v.list[i].x + v.many[i].y + v.many[1].z + l.v.y + l.rest[i].x;
}
