// rewrite scalarize
struct Uniforms {
    @align(8) a_x: u32,
    a_y: u32,
    b: atomic<u32>,
    c: u32,
}

@group(0) @binding(0) var<storage, read_write> uniforms: Uniforms;

fn foo() -> vec2<u32> {
    return vec2<u32>(uniforms.a_x, uniforms.a_y);
}
