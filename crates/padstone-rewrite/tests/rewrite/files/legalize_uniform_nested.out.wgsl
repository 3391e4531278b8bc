// rewrite legalize-uniform
// In naga, attributes on members of a nested struct do not align the struct, so the pass aligns the member that has the struct's type.
struct In {
    @align(16) x: f32,
}
struct Deep {
    a: f32,
    @align(16) i: In,
}
struct S {
    a: f32,
    @align(16) i: In,
    b: f32,
    @align(32) c: In,
    @align(16) many: array<In, 2>,
    @align(16) deep: Deep,
    last: f32,
}
struct Mixed {
    n: u32,
    @align(16) i: In,
    w: vec4<f32>,
}

@group(0) @binding(0) var<uniform> s: S;
@group(0) @binding(1) var<uniform> list: array<Deep, 2>;
@group(0) @binding(2) var<uniform> mixed: Mixed;

fn load_mixed_w(i: u32) -> f32 {
    let at = min(i, 2u);
    return mixed.w[at];
}
@group(0) @binding(3) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let i = id.x;
    let all = s;
    out[0] = s.i.x + s.b + s.c.x + s.many[i].x + s.deep.i.x + s.last + list[i].i.x + mixed.i.x + load_mixed_w(i) + all.b;
}
