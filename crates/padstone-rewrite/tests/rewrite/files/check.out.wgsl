// rewrite pin,specialize --check
struct Pair { a: u32, @align(8) b: vec2u }
@group(0) @binding(0) var<storage, read_write> pair: Pair;
fn assign(p: ptr<storage, u32, read_write>) { *p = 1; }
@compute @workgroup_size(1) fn main() { assign(&pair.a); }
