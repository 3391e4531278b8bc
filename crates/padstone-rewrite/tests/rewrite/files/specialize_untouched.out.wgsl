// rewrite specialize
var<private> whole: array<u32, 4>;
fn local(p: ptr<function, u32>) { *p = 1; }
fn mine(p: ptr<private, array<u32, 4>>) { (*p)[0] = 1; }
@compute @workgroup_size(1) fn main() { var v = 0u; local(&v); mine(&whole); }
