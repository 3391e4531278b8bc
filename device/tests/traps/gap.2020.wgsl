// WGSL of 2020: a struct after a gap, with a member in its tail padding; pointers into a writable buffer.
// changed: modernize, inline
struct In { p : vec2<f32>; s : f32; };
[[block]] struct O { a : f32; i : In; b : f32; list : array<In, 3>; m : mat2x2<f32>; };
[[group(0), binding(0)]] var<uniform> u : [[access(read)]] O;
[[group(0), binding(1)]] var<storage> w : [[access(read_write)]] O;

fn sum(v : In) -> f32 { return v.p.x + v.p.y + v.s; }
fn grow(v : ptr<function, In>) -> void { v.s = v.s + 1.0; }

[[stage(compute), workgroup_size(1, 1, 1)]]
fn main() -> void {
    const k : i32 = 2;
    const q : ptr<storage, In> = w.list[k];
    q = u.i;
    w.i.p.y = u.i.s + sum(u.i);
    w.b = u.b;
    var own : In = u.list[1];
    grow(own);
    w.i.s = own.s + sum(own);
    w.list[0] = own;
    for (var j : i32 = 0; j < 3; j = j + 1) { w.m[0].x = w.m[0].x + u.list[j].s; }
    if (w.a > 1.0) { w.b = 1.0; } elseif (w.a > 0.5) { w.b = 2.0; } else { w.m[1] = u.m[0]; }
    return;
}
