// rewrite scalarize
struct Uniforms {
    @align(8) a0: u32,
    a1: u32,
    b: atomic<u32>,
    c: u32,
}

@group(0) @binding(0) var<storage, read_write> uniforms: Uniforms;

fn foo() -> vec2<u32> {
    return vec2<u32>(uniforms.a0, uniforms.a1);
}
