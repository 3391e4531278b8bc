// rewrite scalarize
struct Uniforms {
    a: vec2<u32>,
    b: atomic<u32>,
    c: u32,
}

@group(0) @binding(0) var<storage, read_write> uniforms: Uniforms;

fn foo() -> vec2<u32> {
    return uniforms.a;
}
