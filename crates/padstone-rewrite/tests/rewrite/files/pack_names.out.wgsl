// rewrite pack
// Functions whose names the written code would use are renamed.
struct S { anb: vec4<u32>, list: vec4<f32> }
@group(0) @binding(0) var<uniform> s: S;

fn load_s_list(i: u32) -> f32 {
    let at = min(i, 2u);
    return s.list[at];
}

fn hidden(bitcast_1: f32, min: u32) -> f32 {
    let s_a = bitcast<f32>(s.anb.y) + bitcast_1;
    return s_a + f32(min);
}

fn shown(vec4_1: f32) -> f32 {
    let vec2 = vec4_1 + load_s_list(u32(vec4_1));
    {
        let s = vec2;
        return s;
    }
}

fn below(min: f32) -> f32 {
    let bitcast_1 = bitcast<f32>(s.anb.w);
    return bitcast_1 + min + bitcast<f32>(s.anb.x);
}
