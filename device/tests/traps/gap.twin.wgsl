struct In { p: vec2f, s: f32 }
struct Padded { @size(16) v: In }
struct O {
    a: f32,
    @align(16) p: vec2f,
    s: f32,
    b: f32,
    @align(16) list: array<Padded, 3>,
    m: mat2x2f,
}
@group(0) @binding(0) var<uniform> u: O;
@group(0) @binding(1) var<storage, read_write> w: O;

fn sum(p: vec2f, s: f32) -> f32 { return p.x + p.y + s; }

@compute @workgroup_size(1)
fn main() {
    w.list[2].v.p = u.p;
    w.list[2].v.s = u.s;
    w.p.y = u.s + sum(u.p, u.s);
    w.b = u.b;
    let p = u.list[1].v.p;
    let s = u.list[1].v.s + 1.0;
    w.s = s + sum(p, s);
    w.list[0].v.p = p;
    w.list[0].v.s = s;
    for (var j = 0; j < 3; j++) { w.m[0].x += u.list[j].v.s; }
    if (w.a > 1.0) { w.b = 1.0; } else if (w.a > 0.5) { w.b = 2.0; } else { w.m[1] = u.m[0]; }
}
