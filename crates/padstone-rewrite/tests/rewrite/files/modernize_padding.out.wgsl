// rewrite modernize --lang wgsl-2020
struct Outer {
    inner_v3 : vec3<f32>,
    // No 16-byte padding!
    outer : f32,
}

@binding(0) @group(0) var<uniform> uniforms : Outer;

fn foo() -> vec3<f32> {
    return uniforms.inner_v3;
}
