// rewrite scalarize --lang wgsl-2020
[[block]] struct Uniforms {
    a : vec2<u32>;
    b : atomic<u32>;
    c : u32;
};

[[binding(0), group(0)]] var<uniform> uniforms : Uniforms;

fn foo() -> vec2<u32> {
    return uniforms.a;
}
