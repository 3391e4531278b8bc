// rewrite specialize --max-clones 2
struct Pair { a: u32, b: u32, c: u32 }
@group(0) @binding(0) var<storage, read_write> pair: Pair;
fn assign(p: ptr<storage, u32, read_write>) { *p = 1; }
@compute @workgroup_size(1) fn main() { assign(&pair.a); assign(&pair.b); assign(&pair.c); }
