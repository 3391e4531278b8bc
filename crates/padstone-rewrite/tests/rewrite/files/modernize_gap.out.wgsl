// rewrite modernize --lang wgsl-2020
// A struct after a gap, with a member in its tail padding: its own members require padding before them.
struct In { p : vec2<f32>, s : f32, }
struct O { a : f32, pad : f32, pad_1 : f32, pad_2 : f32, i_p : vec2<f32>, i_s : f32, b : f32, list : array<In, 3>, m : mat2x2<f32>, }
@group(0) @binding(0) var<uniform> u : O;
@group(0) @binding(1) var<storage, read_write> w : O;
@compute @workgroup_size(1) fn main() {
    let k : i32 = 2;
    let q : ptr<storage, In, read_write> = &w.list[k];
    *q = In(u.i_p, u.i_s);
    w.i_p.y = u.i_s;
    w.b = u.b;
}
