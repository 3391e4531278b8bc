// rewrite pack
struct Uniforms {
    a: vec2<f32>,
    b: f32,
    c: f32,
}

@group(0) @binding(0) var<uniform> uniforms: Uniforms;

// Adds.
fn foo() -> vec2<f32> {
    return uniforms.a + vec2<f32>(uniforms.b, uniforms.c);
}
