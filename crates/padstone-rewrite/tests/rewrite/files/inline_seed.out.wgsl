// rewrite inline
// The layout of 2020 in today's WGSL: the outer member cannot start in the tail padding of the inner struct.
struct Outer {
    @size(16) inner_v3: vec3<f32>,
    outer: f32,
}

@group(0) @binding(0) var<uniform> uniforms: Outer;

fn foo() -> vec3<f32> {
    return uniforms.inner_v3;
}
