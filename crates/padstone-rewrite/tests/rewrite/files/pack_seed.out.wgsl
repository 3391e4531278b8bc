// rewrite pack
struct Uniforms {
    abc: vec4<f32>,
}

@group(0) @binding(0) var<uniform> uniforms: Uniforms;

// Adds.
fn foo() -> vec2<f32> {
    return uniforms.abc.xy + uniforms.abc.zw;
}
