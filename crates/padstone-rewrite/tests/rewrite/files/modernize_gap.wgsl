// rewrite modernize --lang wgsl-2020
// A struct after a gap, with a member in its tail padding: its own members require padding before them.
struct In { p : vec2<f32>; s : f32; };
[[block]] struct O { a : f32; i : In; b : f32; list : array<In, 3>; m : mat2x2<f32>; };
[[group(0), binding(0)]] var<uniform> u : [[access(read)]] O;
[[group(0), binding(1)]] var<storage> w : [[access(read_write)]] O;
[[stage(compute)]] fn main() -> void {
    const k : i32 = 2;
    const q : ptr<storage, In> = w.list[k];
    q = u.i;
    w.i.p.y = u.i.s;
    w.b = u.b;
}
