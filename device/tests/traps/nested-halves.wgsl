// f16 in nested structs, matrices and arrays, at odd halves of words.
// changed: pack, inline, legalize-uniform
enable f16;
struct H { a: f16, b: vec3h, c: f16, d: mat2x3h, e: array<f16, 7>, f: vec2h, g: f32 }
struct O { x: f16, h: H, y: f16, arr: array<H, 2> }
@group(0) @binding(0) var<uniform> u: O;
@group(0) @binding(1) var<storage, read_write> w: O;
@group(0) @binding(2) var<storage, read_write> results: array<f32, 32>;
@compute @workgroup_size(1)
fn main() {
    let i = u32(u.x) % 7u;
    results[0] = f32(u.h.a) + f32(u.h.b.z);
    results[1] = f32(u.h.e[i]) + f32(u.arr[i % 2u].e[6]);
    results[2] = f32(u.h.d[1].y) + f32(u.h.d[i % 2u].x) + f32(u.h.f.y) + u.h.g;
    w.h.b = u.h.b.zyx; w.h.b.x += 1h; w.h.d[0] = u.h.b; w.h.e[i] = u.y; w.h.f = w.h.f.yx;
    w.arr[1] = u.arr[0];
    w.arr[i % 2u].d = w.h.d;
}
