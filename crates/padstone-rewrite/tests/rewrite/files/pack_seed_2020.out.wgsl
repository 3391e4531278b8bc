// rewrite pack --lang wgsl-2020
[[block]] struct Uniforms {
    abc : vec4<f32>;
};

[[binding(0), group(0)]] var<uniform> uniforms : [[access(read)]] Uniforms;

fn foo() -> vec2<f32> {
    return uniforms.abc.xy + uniforms.abc.zw;
}
