// rewrite pack
// Functions whose names the written code would use are renamed.
struct S { a: vec2f, n: u32, b: f32, list: array<f32, 3> }
@group(0) @binding(0) var<uniform> s: S;

fn hidden(bitcast: f32, min: u32) -> f32 {
    let s_a = s.a.y + bitcast;
    return s_a + f32(min);
}

fn shown(vec4: f32) -> f32 {
    let vec2 = vec4 + s.list[u32(vec4)];
    {
        let s = vec2;
        return s;
    }
}

fn below(min: f32) -> f32 {
    let bitcast = s.b;
    return bitcast + min + s.a.x;
}
