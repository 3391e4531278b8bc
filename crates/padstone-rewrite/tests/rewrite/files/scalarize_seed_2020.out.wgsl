// rewrite scalarize --lang wgsl-2020
[[block]] struct Uniforms {
    a_x : u32;
    a_y : u32;
    b : atomic<u32>;
    c : u32;
};

[[binding(0), group(0)]] var<uniform> uniforms : Uniforms;

fn foo() -> vec2<u32> {
    return vec2<u32>(uniforms.a_x, uniforms.a_y);
}
