// rewrite inline --lang wgsl-2020
[[block]] struct Inner {
    v3 : vec3<f32>;
};

[[block]] struct Outer {
    inner : Inner;
    // No 16-byte padding!
    outer : f32;
};

[[binding(0), group(0)]] var<uniform> uniforms : [[access(read)]] Outer;

fn foo() -> vec3<f32> {
    return uniforms.inner.v3;
}
