// rewrite inline --for vulkan --check --lang wgsl-2020
struct Inner {
    v3 : vec3<f32>;
};

struct Full {
    v4 : vec4<f32>;
};

[[block]] struct Outer {
    inner : Inner;
    outer : f32; // in the tail of `inner`
    full : Full;
    after : f32;
    last : Inner;
};

[[binding(0), group(0)]] var<uniform> uniforms : [[access(read)]] Outer;

fn foo() -> vec3<f32> {
    return uniforms.inner.v3 + uniforms.full.v4.xyz + uniforms.last.v3;
}
