// rewrite pack --lang wgsl-2020
[[block]] struct Uniforms {
    a : vec2<f32>;
    b : f32;
    c : f32;
};

[[binding(0), group(0)]] var<uniform> uniforms : [[access(read)]] Uniforms;

fn foo() -> vec2<f32> {
    return uniforms.a + vec2<f32>(uniforms.b, uniforms.c);
}
