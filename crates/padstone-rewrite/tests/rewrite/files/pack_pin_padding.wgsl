// rewrite pack,pin --padding-members
struct Uniforms { kind: u32, @align(256) zone: u32 }
@group(0) @binding(0) var<storage> uniforms: Uniforms;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;
@compute @workgroup_size(1) fn main() { result[0] = uniforms.kind + uniforms.zone; }
